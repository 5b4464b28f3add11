package calibration

import (
	"math"

	"touchmove/rules"
	"touchmove/sensors"
)

// leastPart is the least crosstalk that is worth subtracting.
const leastPart = 0.005

// couple measures what every sensor feels of its neighbours' pieces. If a piece stood
// alone, the pair of squares is measured by itself. For all other pairs there are two
// numbers for the whole board, one for adjacent and one for diagonal neighbours: a magnet's
// field decreases with distance in the same way everywhere.
func (f *field) couple() {
	beside, corner := f.fit()
	for sq := range f.tried.All() {
		var near []Near
		sum := 0.0
		for n := range sq.Neighbours().All() {
			if !f.tried.Has(n) {
				continue
			}
			part, ok := f.pair(sq, n)
			if !ok && f.strength(n) < 0.3*f.usual {
				continue // the sensor does not show how strong pieces on its square are
			}
			if !ok {
				if part = beside; n.File() != sq.File() && n.Rank() != sq.Rank() {
					part = corner
				}
				part *= f.gain[sq] / f.gain[n]
				if f.isUpsideDown(sq) != f.isUpsideDown(n) {
					part = -part
				}
			}
			if part = round(part, 3); math.Abs(part) >= leastPart {
				near = append(near, Near{n, min(max(part, -mostPart), mostPart)})
				sum += math.Abs(near[len(near)-1].Part)
			}
		}
		for i := range near {
			if sum > mostParts {
				near[i].Part = math.Trunc(1000*near[i].Part*mostParts/sum) / 1000
			}
		}
		f.near[sq] = near
	}
}

// isUpsideDown reports whether the poles of a sensor are opposite to those of most sensors.
func (f *field) isUpsideDown(sq rules.Square) bool {
	if f.m.Sensing == sensors.Occupancy || len(f.white[sq]) == 0 && len(f.black[sq]) == 0 {
		return false
	}
	if len(f.white[sq]) > 0 {
		return median(f.white[sq]) >= 0 != f.up
	}
	return median(f.black[sq]) < 0 != f.up
}

// pair returns what a sensor reads of a single piece on another square, as a fraction of
// what that square's own sensor reads. It returns false if this was not captured or is too
// noisy.
func (f *field) pair(on, from rules.Square) (float64, bool) {
	var parts []float64
	for i := range f.captures {
		k := &f.captures[i]
		piece := k.read[from].Level - f.zero[from]
		if !k.one || !k.shown[from].Full() || k.read[on].Came == 0 || k.read[from].Came == 0 || math.Abs(piece) < deafPart*f.usual {
			continue
		}
		felt := k.read[on].Level - f.zero[on]
		switch doubt := 4 * uncertain(f.noise[on], k.read[on].Came); {
		case doubt > 0.03*math.Abs(piece):
			continue // too noisy to tell
		case math.Abs(felt) < doubt:
			felt = 0
		}
		parts = append(parts, felt/piece)
	}
	return median(parts), len(parts) > 0
}

// uncertain returns the standard deviation of the median of n readings with this noise.
func uncertain(noise float64, n int) float64 { return 1.25 * noise / math.Sqrt(float64(max(n, 1))) }

// fit finds the two numbers by least squares over all empty squares next to pieces. It does
// so twice, the second time without the readings that do not fit, such as those of a broken
// sensor.
func (f *field) fit() (beside, corner float64) {
	type row struct{ y, a, b float64 }
	var rows []row
	for i := range f.captures {
		k := &f.captures[i]
		if k.one {
			continue
		}
		for sq := range f.tried.All() {
			if k.shown[sq] != sensors.Empty || k.read[sq].Came == 0 || k.isAlone(sq) || f.strength(sq) < deafPart*f.usual {
				continue
			}
			r := row{y: (k.read[sq].Level - f.zero[sq]) / f.gain[sq]}
			if f.isUpsideDown(sq) {
				r.y = -r.y
			}
			for n := range sq.Neighbours().All() {
				if !f.tried.Has(n) || k.read[n].Came == 0 || !k.shown[n].Full() {
					continue
				}
				piece := f.own[i][n] / f.gain[n]
				if f.isUpsideDown(n) {
					piece = -piece
				}
				if n.File() == sq.File() || n.Rank() == sq.Rank() {
					r.a += piece
				} else {
					r.b += piece
				}
			}
			rows = append(rows, r)
		}
	}
	limit := math.Inf(1)
	for range 2 {
		var aa, ab, bb, ay, by float64
		var rest []float64
		for _, r := range rows {
			if math.Abs(r.y-beside*r.a-corner*r.b) <= limit {
				aa, ab, bb, ay, by = aa+r.a*r.a, ab+r.a*r.b, bb+r.b*r.b, ay+r.a*r.y, by+r.b*r.y
			}
		}
		det := aa*bb - ab*ab
		if det <= 1e-6*aa*bb || math.IsNaN(det) {
			return 0, 0 // too few positions to separate them
		}
		beside, corner = (bb*ay-ab*by)/det, (aa*by-ab*ay)/det
		for _, r := range rows {
			rest = append(rest, r.y-beside*r.a-corner*r.b)
		}
		limit = 4 * max(spread(rest), f.quiet)
	}
	return beside, corner
}
