package configs

import (
	"fmt"

	"touchmove/sensors/wiring"
)

func (k *checker) mcpmatrix(raw *wiringTable, path string) wiring.Wiring {
	kind := wiring.ExpanderOf(wiring.MatrixChip)
	w := wiring.MCPMatrix{Bus: k.bus(raw, path), Addr: kind.Usual[0][0], Bare: raw.Diodes != nil && !*raw.Diodes, Settle: k.settle(raw, path, defaultMCPSettle, "100 suits the chip's own pull-ups")}
	if raw.Addr != nil {
		k.address(*raw.Addr, path+".addr", "addr", kind.Part, kind.Addrs)
		w.Addr = uint16(*raw.Addr)
	}
	if raw.RowsPort != nil {
		choice := k.Choice(path+".rows_port", "rows_port", *raw.RowsPort, []string{"a", "b", "crossed"})
		w.RowsOnB, w.Crossed = choice == 1, choice == 2
		if w.Crossed && w.Bare {
			k.Fault(path+".rows_port", "rows_port: crossed rows need diodes", "a row that is not read is driven high: solder a diode at each square, or write rows_port = \"a\"")
			w.Crossed = false
		}
	}
	w.Squares = k.squares(raw, path, 64, func(channel int) string {
		return fmt.Sprintf("row %d column %d", channel/8, channel%8)
	})
	return w
}

func (k *checker) gpiomatrix(raw *wiringTable, path string) wiring.Wiring {
	w := wiring.GPIOMatrix{Rows: raw.Rows, Columns: raw.Columns, ActiveHigh: k.active(raw, path), Bare: raw.Diodes != nil && !*raw.Diodes}
	seen := map[string]bool{}
	for _, side := range []struct {
		key  string
		pins []string
	}{{"rows", raw.Rows}, {"columns", raw.Columns}} {
		if len(side.pins) != 8 {
			k.Fault(path+"."+side.key, fmt.Sprintf("%s: 8 lines are needed, not %d", side.key, len(side.pins)), "list eight GPIO lines, for example "+side.key+` = ["GPIO5", "GPIO6", ...]`)
		}
		k.lines(side.pins, path, side.key, seen)
	}
	w.Settle = k.settle(raw, path, defaultSettleUS, "50 suits reeds with 10 kOhm")
	w.Squares = k.squares(raw, path, 64, func(channel int) string {
		return fmt.Sprintf("row %d column %d", channel/8, channel%8)
	})
	return w
}
