package wiring

import (
	"touchmove/sensors/scan"
)

// Drivers returns the drivers of a wiring, one per part. Opening one on hardware
// returns an error if the part cannot be as described.
func Drivers(w Wiring) (all []scan.Driver) {
	for _, p := range w.Parts() {
		all = append(all, p.unit)
	}
	return all
}

// linear returns how to interpret the counts of sensors with these levels on a kind
// of converter.
func (c *Converter) linear(l Levels) *scan.Linear {
	return &scan.Linear{SupplyMV: l.SupplyMV, EnterMV: l.EnterMV, LeaveMV: l.LeaveMV, FullMV: c.FullScaleMV(l.SupplyMV), Counts: c.Counts}
}
