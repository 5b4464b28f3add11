package physics

import (
	"fmt"

	"touchmove/rules"
)

// Margin describes how a sensor responds to one kind of piece: the fields along the
// sensor's axis, in nanotesla, with the pole to which it responds facing down.
type Margin struct {
	Centre    int64 // with the piece in the middle of the square
	Quarter   int64 // a quarter of a square off the middle, on the worst side
	Border    int64 // half over the border, on the worst side
	Neighbour int64 // with the piece on the next square, on the side where it is felt most
	Crowd     int64 // with pieces on all squares around and none on this one
	Needed    int64 // the field that turns on the least sensitive part
	Lasting   int64 // the field that keeps the most sensitive part on
	Reach     int64 // in micrometres: the largest distance from the middle at which the least sensitive part feels the piece in every direction
}

// Margin computes the margin for a kind of piece. Sensors and magnets are at their
// nominal places; parts differ as far as their datasheet allows.
func (b *Board) Margin(kind rules.Kind) Margin {
	f := b.of()
	x, y := b.Centre(rules.D4)
	p := part{at: Point{x + b.Shift, y, -b.Depth - b.Kind.Element}}
	at := func(dx, dy int64) int64 { return f.felt(b, p, kind, 1000-b.Weaker, Standing(x+dx, y+dy, 0)) }
	m := Margin{Centre: b.response(at(0, 0))}
	m.Needed, m.Lasting = b.Kind.Operate[2], b.Kind.Operate[0]*b.Kind.Holds[0]/1000
	if b.Kind.Response == Linear {
		weakest := int64(1) << 62
		for k := rules.Pawn; k <= rules.King; k++ {
			if b.Set[k].Magnet != (Magnet{}) {
				weakest = min(weakest, abs(f.felt(b, p, k, 1000-b.Weaker, Standing(x, y, 0))))
			}
		}
		weakest = min(weakest, b.Kind.Range)
		m.Needed, m.Lasting = weakest/2, weakest*35/100
	}
	worst := func(r int64) int64 {
		least := int64(1) << 62
		around(r, func(dx, dy int64) { least = min(least, b.response(at(dx, dy))) })
		return least
	}
	m.Quarter, m.Border = worst(b.Square/4), worst(b.Square/2)
	for _, d := range [][2]int64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		field := at(d[0]*b.Square, d[1]*b.Square)
		m.Crowd += field
		if d[0]*d[1] == 0 && b.response(field) > b.response(m.Neighbour) {
			m.Neighbour = field
		}
	}
	if m.Neighbour == 0 {
		m.Neighbour = at(b.Square, 0)
	}
	const fine = Millimetre / 5
	for r := int64(0); r <= b.Square && worst(r) >= m.Needed; r += fine {
		m.Reach = r
	}
	return m
}

// response returns the part of a field to which a sensor responds.
func (b *Board) response(field int64) int64 {
	if b.Kind.Response == Omnipolar {
		return abs(field)
	}
	return field
}

// around calls do for twelve directions around a circle, in integers.
func around(r int64, do func(dx, dy int64)) {
	for _, d := range [][2]int64{
		{1000, 0}, {866, 500}, {500, 866}, {0, 1000}, {-500, 866}, {-866, 500},
		{-1000, 0}, {-866, -500}, {-500, -866}, {0, -1000}, {500, -866}, {866, -500},
	} {
		do(r*d[0]/1000, r*d[1]/1000)
	}
}

// Percent returns the field in the middle in percent of what is needed; 100 is only
// just enough.
func (m Margin) Percent() int64 {
	if m.Needed <= 0 {
		return 0
	}
	return 100 * m.Centre / m.Needed
}

// Grade summarises a design.
type Grade int

// The grades of a design.
const (
	Useless Grade = iota // some parts do not feel a piece in the middle
	Poor                 // pieces must be put down with great care
	Fair                 // now and then a piece is not felt until it is straightened
	Good
)

// String returns the grade in one word.
func (g Grade) String() string {
	return [...]string{"useless", "poor", "fair", "good"}[g]
}

// How far off the middle a piece must be felt, in thousandths of a square, and with
// what margin in the middle, in percent. Pieces are put down about 3 mm off on
// squares of 57 mm, and one in a hundred 10 mm or more.
const (
	fairReach   = 130
	goodReach   = 190
	goodPercent = 200
)

// Judge says in plain words how good a design with this margin is, and what is
// wrong with it.
func (b *Board) Judge(m Margin) (g Grade, why []string) {
	say := func(format string, args ...any) { why = append(why, fmt.Sprintf(format, args...)) }
	reach := 1000 * m.Reach / b.Square
	switch {
	case m.Centre < m.Needed:
		say("in the middle of its square the piece gives %s mT, and some parts need %s mT", Milli(m.Centre), Milli(m.Needed))
		if b.Kind.Lying && abs(b.Shift) < b.Kind.Blades/4 {
			say("a lying sensor below the middle detects nothing there: put it %s to %s mm to the side", mm(b.Kind.Blades*7/10), mm(b.Kind.Blades))
		} else {
			say("take a stronger magnet, a more sensitive sensor, or less depth")
		}
		return Useless, why
	case reach < fairReach:
		g = Poor
		say("a piece must stand within %s mm of the middle: take a wider magnet or a more sensitive sensor", mm(m.Reach))
	case reach < goodReach || b.Kind.Response != Linear && m.Percent() < goodPercent:
		g = Fair
		say("a piece is detected up to %s mm off the middle", mm(m.Reach))
	default:
		g = Good
		say("a piece is detected up to %s mm off the middle, even by the least sensitive part", mm(m.Reach))
	}
	ghosts := b.response(m.Neighbour) >= b.least()
	switch {
	case ghosts:
		g = Poor
		say("a piece on the next square turns sensitive parts on: take a weaker magnet")
	case b.response(m.Crowd) >= m.Lasting:
		g = min(g, Fair)
		say("pieces on the squares around can keep a sensitive part on after its piece has left: take weaker magnets or a unipolar switch")
	}
	if b.response(m.Border) >= m.Needed {
		say("a piece on the border between two squares is detected by both")
	}
	if b.Kind.Response == Linear && m.Centre > b.Kind.Range {
		say("the field is beyond the sensor's range of %s mT; it is detected all the same", Milli(b.Kind.Range))
	}
	if b.Kind.Every > 0 {
		g = min(g, Fair)
		say("the sensor looks every %d ms: anything shorter is missed, and moves are published later", b.Kind.Every/1000)
	}
	return g, why
}

// least returns the field that turns on the most sensitive part.
func (b *Board) least() int64 {
	if b.Kind.Response == Linear {
		return 1 << 62 // its calibration includes the neighbouring pieces
	}
	return b.Kind.Operate[0]
}

// Milli formats a field in millitesla.
func Milli(nanotesla int64) string {
	sign := ""
	if nanotesla < 0 {
		sign, nanotesla = "-", -nanotesla
	}
	tenths := (nanotesla + Millitesla/20) / (Millitesla / 10)
	if tenths == 0 {
		sign = ""
	}
	return fmt.Sprintf("%s%d.%d", sign, tenths/10, tenths%10)
}
