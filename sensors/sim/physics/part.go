package physics

import "touchmove/rules"

// part is one sensor as manufactured and mounted.
type part struct {
	at               Point
	operate, release int64 // in nanotesla, of a switch
	perMillitesla    int64 // in microvolts, of a linear sensor
	enter, leave     int64 // in counts, of a calibrated linear sensor
	phase            int64 // in microseconds: its first measurement
}

// chance draws a number from 0 to n-1.
type chance func(n int64) int64

// bell returns a number from -1000 to 1000, more often near 0: the mean of three
// dice.
func (c chance) bell() int64 {
	return (c(2001) + c(2001) + c(2001) - 3000) / 3
}

// upTo returns a number from -most to most, more often near 0.
func (c chance) upTo(most int64) int64 { return most * c.bell() / 1000 }

// of draws a part's value, seldom near the limits of its datasheet.
func (c chance) of(l Limits) int64 {
	u := c.bell()
	if u < 0 {
		return l[1] + (l[1]-l[0])*u/1000
	}
	return l[1] + (l[2]-l[1])*u/1000
}

// parts draws the 64 sensors of a board.
func (b *Board) parts(c chance, f *fields) (parts [64]part) {
	for s := range parts {
		x, y := b.Centre(rules.Square(s))
		p := &parts[s]
		p.at = Point{x + b.Shift + c.upTo(b.OffPlace), y + c.upTo(b.OffPlace), -b.Depth - b.Kind.Element + c.upTo(b.OffDepth)}
		if b.Kind.Response == Linear {
			p.perMillitesla = c.of(b.Kind.PerMillitesla)
			p.enter, p.leave = b.levels(f, *p, x, y)
		} else {
			p.operate = c.of(b.Kind.Operate)
			p.release = p.operate * c.of(b.Kind.Holds) / 1000
		}
		if b.Kind.Every > 0 {
			p.phase = c(b.Kind.Every)
		}
	}
	return parts
}

// levels returns the thresholds that a calibration finds: half of what the weakest
// piece gives in the middle of the square, and 0.35 of it.
func (b *Board) levels(f *fields, p part, x, y int64) (enter, leave int64) {
	weakest := int64(1) << 62
	for kind := rules.Pawn; kind <= rules.King; kind++ {
		weakest = min(weakest, abs(b.counts(p, f.felt(b, p, kind, 1000, Standing(x, y, 0)))))
	}
	return max(weakest/2, 2), max(weakest*35/100, 1)
}

// counts returns what the converter reads in a field, as the difference from no
// field.
func (b *Board) counts(p part, field int64) int64 {
	field = min(max(field, -b.Kind.Range), b.Kind.Range)
	return field / 1000 * p.perMillitesla / 1000 / b.Kind.Step
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
