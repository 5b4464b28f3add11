package wiring

import (
	"touchmove/sensors/scan"
)

// Drivers makes the drivers of a wiring, one a part. They fail when they are
// opened on hardware where a part cannot be as it is described.
func Drivers(w Wiring) (all []scan.Driver) {
	for _, p := range w.Parts() {
		all = append(all, p.unit)
	}
	return all
}

// linear is how the counts of sensors with these levels are read on a kind of
// converter.
func (c *Converter) linear(l Levels) *scan.Linear {
	return &scan.Linear{SupplyMV: l.SupplyMV, EnterMV: l.EnterMV, LeaveMV: l.LeaveMV, FullMV: c.FullScaleMV(l.SupplyMV), Counts: c.Counts}
}
