package wiring

import (
	"fmt"

	"touchmove/sensors/scan"
)

// chipGroups returns the groups of channels that share a chip, and so the supply
// wire to their sensors.
func chipGroups(part, bus string, addrs []uint16, width int) (groups []scan.Group) {
	for n, addr := range addrs {
		g := scan.Group{Name: fmt.Sprintf("%s 0x%02x on bus %s", part, addr, bus)}
		for ch := n * width; ch < (n+1)*width; ch++ {
			g.Channels = append(g.Channels, ch)
		}
		groups = append(groups, g)
	}
	return groups
}

// matrixGroups returns the groups of channels that share a row or a column. of is
// appended to their names.
func matrixGroups(rows, columns []string, of string) []scan.Group {
	groups := make([]scan.Group, 16)
	for n := range 8 {
		groups[n].Name = fmt.Sprintf("row %d (%s)%s", n, rows[n], of)
		groups[8+n].Name = fmt.Sprintf("column %d (%s)%s", n, columns[n], of)
	}
	for ch := range 64 {
		row, column := &groups[ch/8], &groups[8+ch%8]
		row.Channels = append(row.Channels, ch)
		column.Channels = append(column.Channels, ch)
	}
	return groups
}
