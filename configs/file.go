package configs

import (
	"slices"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

// file is the shape of a configuration file. Numbers and truths are pointers
// so that "not written" and "written as zero" stay apart.
type file struct {
	State     string         `toml:"state"`
	Game      gameTable      `toml:"game"`
	MQTT      mqttTable      `toml:"mqtt"`
	Screen    screenTable    `toml:"screen"`
	Log       logTable       `toml:"log"`
	Broadcast broadcastTable `toml:"broadcast"`
	Event     eventTable     `toml:"event"`
	Control   controlTable   `toml:"control"`
	Journal   journalTable   `toml:"journal"`
	Metrics   metricsTable   `toml:"metrics"`
	Board     []boardTable   `toml:"board"`
}

type gameTable struct {
	Laws       *string `toml:"laws"`
	Variant    *string `toml:"variant"`
	Mode       *string `toml:"mode"`
	Publish    *string `toml:"publish"`
	Supervised *bool   `toml:"supervised"`
	Clock      *string `toml:"clock"`

	TimeControl      *string `toml:"time_control"`
	TimeControlBlack *string `toml:"time_control_black"`
	Announcements    *string `toml:"announcements"`
}

type mqttTable struct {
	Broker       *string     `toml:"broker"`
	Listen       *string     `toml:"listen"`
	WebSocket    *string     `toml:"websocket"`
	Base         *string     `toml:"base"`
	Node         *string     `toml:"node"`
	Username     string      `toml:"username"`
	PasswordFile string      `toml:"password_file"`
	PasswordEnv  string      `toml:"password_env"`
	TLS          tlsTable    `toml:"tls"`
	User         []userTable `toml:"user"`
}

type tlsTable struct {
	CA   string `toml:"ca"`
	Cert string `toml:"cert"`
	Key  string `toml:"key"`
}

type userTable struct {
	Name         string `toml:"name"`
	Role         string `toml:"role"`
	PasswordFile string `toml:"password_file"`
	PasswordEnv  string `toml:"password_env"`

	Boards []string `toml:"boards"`
	Side   string   `toml:"side"`
}

type screenTable struct {
	Listen  *string  `toml:"listen"`
	Origins []string `toml:"origins"`
}

type logTable struct {
	Level  *string `toml:"level"`
	Format *string `toml:"format"`
}

type boardTable struct {
	ID         *string       `toml:"id"`
	Event      *string       `toml:"event"`
	Sensing    *string       `toml:"sensing"`
	ScanHz     *float64      `toml:"scan_hz"`
	IdleScanHz *float64      `toml:"idle_scan_hz"`
	IdleAfterS *float64      `toml:"idle_after_s"`
	Clock      clockTable    `toml:"clock"`
	Wiring     wiringTable   `toml:"wiring"`
	Part       []wiringTable `toml:"part"`

	Calibration *string `toml:"calibration"`
	Kind        *string `toml:"kind"`
	SecondBoard *string `toml:"second_board"`
}

// wiringTable holds the keys of every driver; which of them a driver takes is
// in driverKeys.
type wiringTable struct {
	Driver    string   `toml:"driver"`
	Bus       *string  `toml:"bus"`
	Addrs     []int64  `toml:"addrs"`
	Addr      *int64   `toml:"addr"`
	RowsPort  *string  `toml:"rows_port"`
	Mux       *int64   `toml:"mux"`
	Ports     []int64  `toml:"ports"`
	Converter *string  `toml:"converter"`
	Inputs    []int64  `toml:"inputs"`
	Select    []string `toml:"select"`
	SupplyMV  *int64   `toml:"supply_mv"`
	EnterMV   *int64   `toml:"enter_mv"`
	LeaveMV   *int64   `toml:"leave_mv"`
	Rows      []string `toml:"rows"`
	Columns   []string `toml:"columns"`
	Diodes    *bool    `toml:"diodes"`
	SettleUS  *int64   `toml:"settle_us"`
	Active    *string  `toml:"active"`
	Squares   []string `toml:"squares"`
	Turn      *int64   `toml:"turn"`
	Chip      *string  `toml:"chip"`
	PGN       string   `toml:"pgn"`
	Style     *string  `toml:"style"`
	Seed      *uint64  `toml:"seed"`
	Speed     *float64 `toml:"speed"`
}

// driverKeys are the keys that the table of a driver has.
func driverKeys(driver string) []string {
	if wiring.ExpanderOf(driver) != nil {
		return []string{"driver", "bus", "addrs", "active", "squares", "turn"}
	}
	levels := []string{"supply_mv", "enter_mv", "leave_mv", "squares", "turn"}
	if kind := wiring.ConverterOf(driver); kind != nil && kind.Usual.Mux != 0 {
		return append([]string{"driver", "bus", "mux", "ports", "addrs"}, levels...)
	} else if kind != nil {
		return append([]string{"driver", "bus", "addrs"}, levels...)
	}
	switch driver {
	case wiring.MCPMatrix{}.Driver():
		return []string{"driver", "bus", "addr", "rows_port", "diodes", "settle_us", "squares", "turn"}
	case wiring.CD74HC4067:
		return append([]string{"driver", "bus", "converter", "addr", "inputs", "select", "settle_us"}, levels...)
	case wiring.GPIOMatrix{}.Driver():
		return []string{"driver", "rows", "columns", "diodes", "settle_us", "active", "squares", "turn"}
	}
	return []string{"driver", "chip", "pgn", "style", "seed", "speed"}
}

// meant are keys that people write for those of [board.wiring].
var meant = map[string][]string{"chips": {"addrs", "addr"}, "addresses": {"addrs", "addr"}, "address": {"addr", "addrs"}}

// keysAt are the keys that the table at a path has: of a wiring, those of its
// driver. It is nil for all that the file's shape has there.
func keysAt(raw *file, table string) []string {
	for i := range raw.Board {
		at := "board" + strict.Index(i)
		if table == at+".wiring" {
			return keysOf(raw.Board[i].Wiring.Driver)
		}
		for j := range raw.Board[i].Part {
			if table == at+".part"+strict.Index(j) {
				return keysOf(raw.Board[i].Part[j].Driver)
			}
		}
	}
	return nil
}

// keysOf are the keys of a driver, nil when there is none of this name.
func keysOf(driver string) []string {
	if !slices.Contains(drivers, driver) {
		return nil
	}
	return driverKeys(driver)
}
