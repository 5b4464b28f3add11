package configs

import (
	"touchmove/internal/strict"
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

var driverKeys = map[string][]string{
	"mcp23017":   {"driver", "bus", "addrs", "active", "squares", "turn"},
	"mcp23008":   {"driver", "bus", "addrs", "active", "squares", "turn"},
	"pcf8574":    {"driver", "bus", "addrs", "active", "squares", "turn"},
	"pcf8575":    {"driver", "bus", "addrs", "active", "squares", "turn"},
	"tca9555":    {"driver", "bus", "addrs", "active", "squares", "turn"},
	"mcpmatrix":  {"driver", "bus", "addr", "rows_port", "diodes", "settle_us", "squares", "turn"},
	"ads1115":    {"driver", "bus", "mux", "ports", "addrs", "supply_mv", "enter_mv", "leave_mv", "squares", "turn"},
	"ads7828":    {"driver", "bus", "mux", "ports", "addrs", "supply_mv", "enter_mv", "leave_mv", "squares", "turn"},
	"ads7138":    {"driver", "bus", "addrs", "supply_mv", "enter_mv", "leave_mv", "squares", "turn"},
	"cd74hc4067": {"driver", "bus", "converter", "addr", "inputs", "select", "settle_us", "supply_mv", "enter_mv", "leave_mv", "squares", "turn"},
	"gpiomatrix": {"driver", "rows", "columns", "diodes", "settle_us", "active", "squares", "turn"},
	"simulated":  {"driver", "chip", "pgn", "style", "seed", "speed"},
}

// drivers lists the words that driver takes, in the order in which messages
// and docs name them.
var drivers = []string{"mcp23017", "mcp23008", "pcf8574", "pcf8575", "tca9555", "mcpmatrix", "gpiomatrix", "ads1115", "ads7828", "ads7138", "cd74hc4067", "simulated"}

// Chips lists whose registers a simulated board can have; mixed is three kinds
// of chips on two buses.
var Chips = append(append([]string{}, drivers[:len(drivers)-1]...), "mixed")

// meant are keys that people write for those of [board.wiring].
var meant = map[string][]string{"chips": {"addrs", "addr"}, "addresses": {"addrs", "addr"}, "address": {"addr", "addrs"}}

// keysAt are the keys that the table at a path has: of a wiring, those of its
// driver. It is nil for all that the file's shape has there.
func keysAt(raw *file, table string) []string {
	for i := range raw.Board {
		at := "board" + strict.Index(i)
		if table == at+".wiring" {
			return driverKeys[raw.Board[i].Wiring.Driver]
		}
		for j := range raw.Board[i].Part {
			if table == at+".part"+strict.Index(j) {
				return driverKeys[raw.Board[i].Part[j].Driver]
			}
		}
	}
	return nil
}
