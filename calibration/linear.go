package calibration

import (
	"math"

	"touchmove/rules"
	"touchmove/sensors"
)

// The levels of a linear sensor, and the limits below which it feels too little, as
// fractions of what a piece changes.
const (
	enterPart = 0.5  // a piece half as strong as the weakest measured is still felt
	leavePart = 0.35 // a piece is let go only well below that
	faintPart = 0.5  // of what most sensors feel: faint below it
	deafPart  = 0.12
)

// field is what is known of a linear board during its measurement.
type field struct {
	*bench
	tried  rules.Squares
	zero   [64]float64
	noise  [64]float64
	white  [64][]float64 // change by white pieces, or by any piece, by capture
	black  [64][]float64
	gain   [64]float64 // of the sensor, relative to most sensors
	usual  float64     // what most sensors feel of a piece
	quiet  float64     // noise of most sensors
	near   [64][]Near
	own    [][64]float64 // what every sensor felt of its own square, from its zero, by capture
	up     bool          // most readings rise for white pieces
	placed float64       // relative spread from one placing of a piece to the next
}

// linear computes zeros, poles and crosstalk in turns, since each depends on the other two,
// and grades the sensors.
func (b *bench) linear(s *Sheet) {
	f := &field{bench: b}
	for i := range s.Squares {
		if b.m.Only != 0 && !b.m.Only.Has(rules.Square(i)) {
			continue
		}
		if !b.answers(&s.Squares[i], i) {
			f.tried = f.tried.With(rules.Square(i))
		}
	}
	f.zeros(asRead)
	if b.m.Only != 0 {
		f.among(b.m.Before)
	} else {
		for range 3 {
			f.unmix()
			f.poles()
			f.couple()
			f.unmix()
			f.zeros(lessCrosstalk)
		}
		f.unmix()
		f.poles()
		f.placing()
	}
	for sq := range f.tried.All() {
		f.grade(&s.Squares[sq], sq)
	}
}

// among measures a few squares. What is usual on the board, and the crosstalk of these
// squares, are taken from the measurement before.
func (f *field) among(before *Sheet) {
	for sq := range f.tried.All() {
		if before != nil {
			f.near[sq] = before.Squares[sq].Near
		}
	}
	f.unmix()
	f.poles()
	f.placed = usualPlacing
	if before == nil {
		return
	}
	var strong, noise []float64
	for sq := range before.Squares {
		if q := &before.Squares[sq]; q.Grade == Good {
			if q.White != 0 {
				strong = append(strong, math.Abs(float64(q.White)))
			}
			noise = append(noise, q.Noise)
		}
	}
	if len(strong) >= 8 {
		f.usual, f.quiet = median(strong), max(median(noise), quantum)
	}
	for sq := range f.tried.All() {
		f.gain[sq] = 1
		if strength := f.strength(sq); strength > deafPart*f.usual && f.usual > 0 {
			f.gain[sq] = strength / f.usual
		}
	}
	for sq := range f.gain {
		if f.gain[sq] == 0 {
			f.gain[sq] = 1
		}
	}
}

// unmix computes what every sensor felt of its own square, as Table will.
func (f *field) unmix() {
	f.own = make([][64]float64, len(f.captures))
	for i := range f.captures {
		k := &f.captures[i]
		var read [64]float64
		for sq := range read {
			if k.read[sq].Came > 0 && f.tried.Has(rules.Square(sq)) {
				read[sq] = k.read[sq].Level - f.zero[sq]
			}
		}
		own := read
		for range rounds {
			before := own
			for sq := range own {
				own[sq] = read[sq]
				for _, n := range f.near[sq] {
					own[sq] -= n.Part * before[n.Square]
				}
			}
		}
		f.own[i] = own
	}
}

// levels is what a sensor's level is taken to be while the crosstalk is being measured.
type levels uint8

const (
	asRead        levels = iota // crosstalk is not known yet
	lessCrosstalk               // of pieces on other squares
)

// zeros measures what every sensor reads without a piece. At first it prefers captures
// without pieces on neighbouring squares; later it subtracts their crosstalk.
func (f *field) zeros(l levels) {
	f.quiet = 0
	var noises []float64
	for sq := range f.tried.All() {
		var alone, empty, noise []float64
		for i := range f.captures {
			k := &f.captures[i]
			if k.read[sq].Came == 0 || k.shown[sq] == sensors.Unknown {
				continue
			}
			noise = append(noise, k.read[sq].Noise)
			if k.shown[sq] != sensors.Empty {
				continue
			}
			level := k.read[sq].Level
			if l == lessCrosstalk {
				level = f.own[i][sq] + f.zero[sq]
			}
			empty = append(empty, level)
			if k.isAlone(sq) {
				alone = append(alone, level)
			}
		}
		switch {
		case len(alone) > 0 && (l == asRead || len(alone) > 2):
			f.zero[sq] = median(alone)
		case len(empty) > 0:
			f.zero[sq] = median(empty)
		default:
			f.tried = f.tried.Without(sq) // never empty: there is no zero
			continue
		}
		f.noise[sq] = max(median(noise), quantum)
		noises = append(noises, f.noise[sq])
	}
	f.quiet = median(noises)
}

// poles measures how much pieces change the readings.
func (f *field) poles() {
	var all, whites []float64
	for sq := range f.tried.All() {
		f.white[sq], f.black[sq] = nil, nil
		for i := range f.captures {
			k := &f.captures[i]
			if k.read[sq].Came == 0 {
				continue
			}
			switch from := f.own[i][sq]; k.shown[sq] {
			case sensors.White:
				f.white[sq] = append(f.white[sq], from)
			case sensors.Black:
				f.black[sq] = append(f.black[sq], from)
			case sensors.Occupied:
				if f.m.Sensing == sensors.Occupancy {
					f.white[sq] = append(f.white[sq], from)
				}
			}
		}
		if len(f.white[sq]) > 0 {
			whites = append(whites, median(f.white[sq]))
		}
		if strength := f.strength(sq); strength > 0 {
			all = append(all, strength)
		}
	}
	f.usual, f.up = median(all), median(whites) >= 0
	for sq := range f.tried.All() {
		f.gain[sq] = 1
		if strength := f.strength(sq); strength > deafPart*f.usual && f.usual > 0 {
			f.gain[sq] = strength / f.usual
		}
	}
	if f.m.Sensing == sensors.Polarity {
		f.unnamed()
	}
}

// unnamed assigns pieces of unknown colour, such as those that found the wiring, to the
// pole that they show.
func (f *field) unnamed() {
	for sq := range f.tried.All() {
		up := f.up
		switch {
		case len(f.white[sq]) > 0:
			up = median(f.white[sq]) >= 0
		case len(f.black[sq]) > 0:
			up = median(f.black[sq]) < 0
		}
		for i := range f.captures {
			k := &f.captures[i]
			if k.shown[sq] != sensors.Occupied || k.read[sq].Came == 0 {
				continue
			}
			if from := f.own[i][sq]; (from >= 0) == up {
				f.white[sq] = append(f.white[sq], from)
			} else {
				f.black[sq] = append(f.black[sq], from)
			}
		}
	}
}

// strength returns what a sensor feels of a piece of either pole; 0 if there was none.
func (f *field) strength(sq rules.Square) float64 {
	var all []float64
	for _, v := range f.white[sq] {
		all = append(all, math.Abs(v))
	}
	for _, v := range f.black[sq] {
		all = append(all, math.Abs(v))
	}
	return median(all)
}

// usualPlacing is the spread that is assumed if no piece was placed twice.
const usualPlacing = 0.05

// placing measures how much a piece's strength changes from one placing to the next, from
// squares that had several pieces.
func (f *field) placing() {
	const least = 0.02
	var parts []float64
	for sq := range f.tried.All() {
		var all []float64
		for _, v := range append(append([]float64{}, f.white[sq]...), f.black[sq]...) {
			all = append(all, math.Abs(v))
		}
		m := median(all)
		if len(all) < 2 || m < faintPart*f.usual || m == 0 {
			continue
		}
		// Deviations from the middle of n values are too small: they lack an n-th of the
		// variance.
		n := float64(len(all))
		for _, v := range all {
			parts = append(parts, (v-m)/m*math.Sqrt(n/(n-1)))
		}
	}
	f.placed = usualPlacing
	if len(parts) >= 16 {
		f.placed = max(least, spread(parts))
	}
}
