package wiring

import (
	"touchmove/sensors/scan"
)

// ClockLines returns the lines of a chess clock: that of its lever, or those of its
// two buttons; none if it is not wired.
func ClockLines(c scan.ClockLines) (all []NeededLine) {
	for _, line := range []NeededLine{
		{Name: c.Lever, Use: "the clock's lever", Key: "lever"},
		{Name: c.White, Use: "White's clock button", Key: "white"},
		{Name: c.Black, Use: "Black's clock button", Key: "black"},
	} {
		if line.Name != "" {
			line.Group = "clock"
			all = append(all, line)
		}
	}
	return all
}
