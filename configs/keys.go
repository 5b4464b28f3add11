package configs

import (
	"slices"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

// check checks the table of a driver and returns its wiring.
type check func(k *checker, raw *wiringTable, path string) wiring.Wiring

// kindOf returns the keys of a driver's table and the function that checks them.
func kindOf(driver string) (keys []string, check check) {
	levels := []string{"supply_mv", "enter_mv", "leave_mv", "squares", "turn"}
	if kind := wiring.ExpanderOf(driver); kind != nil {
		return []string{"driver", "bus", "addrs", "active", "squares", "turn"},
			func(k *checker, raw *wiringTable, path string) wiring.Wiring { return k.expanders(raw, path, kind) }
	}
	if kind := wiring.ConverterOf(driver); kind != nil {
		keys := []string{"driver", "bus"}
		if kind.Usual.Mux != 0 {
			keys = append(keys, "mux", "ports")
		}
		return append(append(keys, "addrs"), levels...),
			func(k *checker, raw *wiringTable, path string) wiring.Wiring { return k.converters(raw, path, kind) }
	}
	switch driver {
	case wiring.MCPMatrix{}.Driver():
		return []string{"driver", "bus", "addr", "rows_port", "diodes", "settle_us", "squares", "turn"}, (*checker).mcpmatrix
	case wiring.GPIOMatrix{}.Driver():
		return []string{"driver", "rows", "columns", "diodes", "settle_us", "active", "squares", "turn"}, (*checker).gpiomatrix
	case wiring.CD74HC4067:
		return append([]string{"driver", "bus", "converter", "addr", "inputs", "select", "settle_us"}, levels...), (*checker).multiplexed
	}
	return []string{"driver", "chip", "pgn", "hands", "style", "seed", "speed"}, (*checker).simulated
}

// meant maps keys that people write by mistake to those of [board.wiring].
var meant = map[string][]string{"chips": {"addrs", "addr"}, "chip": {"addrs", "addr"}, "addresses": {"addrs", "addr"}, "address": {"addr", "addrs"}}

// keysAt returns the keys of the table at a path. For a wiring, those are the keys of its
// driver. It returns nil if all keys of the table's struct are allowed.
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

// keysOf returns the keys of a driver, or nil if there is no driver of this name.
func keysOf(driver string) []string {
	if !slices.Contains(drivers(), driver) {
		return nil
	}
	keys, _ := kindOf(driver)
	return keys
}

// drivers lists the values of the key driver, in the order in which messages and docs name
// them.
func drivers() []string { return append(wiring.Words(), simulated) }
