package configs

import (
	"slices"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

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
	return []string{"driver", "chip", "pgn", "hands", "style", "seed", "speed"}
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
	if !slices.Contains(drivers(), driver) {
		return nil
	}
	return driverKeys(driver)
}

// drivers lists the words that driver takes, in the order in which messages
// and docs name them.
func drivers() []string { return append(wiring.Words(), simulated) }
