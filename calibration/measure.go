package calibration

import (
	"fmt"
	"math"
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
)

// Measurement is everything that was captured of a board, with its wiring.
type Measurement struct {
	Sensing   sensors.Sensing
	Linear    bool // linear sensors; else digital inputs
	ActiveLow bool // digital inputs: a piece pulls them to ground
	Wiring    Wiring
	Unwired   rules.Squares
	// Captures are in the order of their time. Those of a single piece, as while the wiring
	// is found, show crosstalk best.
	Captures []Capture
	// If Only is not 0, only these squares are measured. Before has the results for the
	// others, and what is usual on this board.
	Only   rules.Squares
	Before *Sheet
}

// Measure computes the contents of the calibration file from captures: zero, poles, noise,
// drift, crosstalk, two levels for each pole, and a grade for each square with its cause.
// It does not set Board, Date, Program and Driver. It returns an error if captures and
// wiring do not match; a broken sensor is not an error.
func Measure(m Measurement) (*Sheet, error) {
	s := &Sheet{
		Sensing: m.Sensing, Linear: m.Linear, ActiveLow: m.ActiveLow && !m.Linear,
		Wiring: slices.Clone(m.Wiring), Unwired: m.Unwired,
	}
	wired, err := m.Wiring.squares()
	if err != nil {
		return nil, fmt.Errorf("wiring: %w", err)
	}
	if missing := rules.AllSquares &^ wired &^ m.Unwired; missing != 0 {
		return nil, fmt.Errorf("wiring: no channel serves %v", missing)
	}
	if m.Sensing == sensors.Polarity && !m.Linear {
		return nil, fmt.Errorf("digital inputs cannot tell white from black")
	}
	for i, c := range m.Captures {
		if len(c.Channels) != len(m.Wiring) {
			return nil, fmt.Errorf("capture %d has %d channels, and the board has %d", i+1, len(c.Channels), len(m.Wiring))
		}
	}
	b := newBench(m)
	for sq := range s.Squares {
		s.Squares[sq].From = rules.NoSquare
	}
	if m.Linear {
		b.linear(s)
	} else {
		b.digital(s)
	}
	if m.Only != 0 {
		for sq := range s.Squares {
			if !m.Only.Has(rules.Square(sq)) {
				s.Squares[sq] = Square{Grade: Untried, From: rules.NoSquare}
				if m.Before != nil {
					s.Squares[sq] = m.Before.Squares[sq]
				}
			}
		}
		rescale(s, m)
	}
	for sq := range m.Unwired.All() {
		s.Squares[sq] = Square{Grade: Silent, Cause: NoAnswer, From: rules.NoSquare}
	}
	return s, nil
}

// rescale adapts the crosstalk to sensors that feel more or less than before. A part is
// relative to what the sensor under the piece reads, and what the other sensors feel has
// not changed. So the parts of a rescaled sensor grow with it, and those felt of its piece
// shrink.
func rescale(s *Sheet, m Measurement) {
	if m.Before == nil {
		return
	}
	for sq := range m.Only.All() {
		was, is := strengthOf(&m.Before.Squares[sq]), strengthOf(&s.Squares[sq])
		if was == 0 || is == 0 {
			continue
		}
		for i := range s.Squares {
			q := &s.Squares[i]
			if i != int(sq) && !slices.ContainsFunc(q.Near, func(n Near) bool { return n.Square == sq }) {
				continue
			}
			near := make([]Near, 0, len(q.Near))
			for _, n := range q.Near {
				switch {
				case i == int(sq):
					n.Part *= is / was
				case n.Square == sq:
					n.Part *= was / is
				}
				if n.Part = round(min(max(n.Part, -mostPart), mostPart), 3); n.Part != 0 {
					near = append(near, n)
				}
			}
			q.Near = near
		}
	}
}

// strengthOf returns how much a piece changes the reading of a square, 0 if that is not
// known.
func strengthOf(q *Square) float64 {
	if q.White != 0 && q.Black != 0 {
		return (math.Abs(float64(q.White)) + math.Abs(float64(q.Black))) / 2
	}
	return math.Abs(float64(q.White)) + math.Abs(float64(q.Black))
}

// bench holds the captures by square during a measurement.
type bench struct {
	m        Measurement
	captures []capture
}

// capture is a Capture by square; squares without a channel have no readings.
type capture struct {
	shown sensors.Scan
	read  [64]Reading
	one   bool
	mid   float64 // the middle of its time, in hours
}

func newBench(m Measurement) *bench {
	b := &bench{m: m}
	for _, c := range m.Captures {
		k := capture{shown: c.Shown, one: c.Shown.Full().Count() == 1, mid: (c.From + c.To).Hours() / 2}
		for sq := range rules.AllSquares.All() {
			if ch := m.Wiring.Channel(sq); ch >= 0 {
				k.read[sq] = c.Channels[ch]
			}
		}
		b.captures = append(b.captures, k)
	}
	return b
}

// came returns how many readings of a square came and how many did not.
func (b *bench) came(sq int) (came, lost int) {
	for i := range b.captures {
		came += b.captures[i].read[sq].Came
		lost += b.captures[i].read[sq].Lost
	}
	return came, lost
}

// answers grades a sensor by its missing readings. It returns true if the square needs no
// further grading.
func (b *bench) answers(q *Square, sq int) (done bool) {
	came, lost := b.came(sq)
	switch {
	case came == 0 && lost == 0:
		q.Grade = Untried
		return true
	case came == 0:
		q.Grade, q.Cause = Silent, NoAnswer
		return true
	case lost*100 > came+lost:
		q.Grade, q.Cause, q.Share = Weak, DropsOut, round(float64(lost)/float64(came+lost), 3)
		if lost > came/4 {
			q.Grade = Bad
		}
	}
	return false
}

// isAlone reports whether there is no piece next to a square.
func (k *capture) isAlone(sq rules.Square) bool {
	for n := range sq.Neighbours().All() {
		if k.shown[n].Full() {
			return false
		}
	}
	return true
}
