package calibration

import (
	"fmt"
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Sheet is the result of calibrating a board: the contents of the calibration file.
type Sheet struct {
	Board   string    // the board's id
	Date    time.Time // when it was measured; whole seconds, UTC
	Program string    // version of the program that measured it, as "0.1.0"
	Driver  string    // as in the configuration
	Sensing sensors.Sensing
	Linear  bool // the sensors are linear; else the inputs are digital
	// ActiveLow: a piece pulls a digital input to ground.
	ActiveLow   bool
	Wiring      Wiring        // which square each channel serves
	Unwired     rules.Squares // squares without a channel
	WiringFound bool          // Wiring was found with a piece, not taken from the configuration
	Squares     [64]Square
}

// Square is the measurement of the sensor under one square. Levels are in counts; those of
// pieces are relative to Zero.
type Square struct {
	Grade  Grade
	Cause  Cause
	Zero   int32
	White  int32     // a white piece, or the only pole; 0 if it was not measured
	Black  int32     // a black piece
	AtW    Threshold // when the pole of White is felt
	AtB    Threshold // when the pole of Black is felt
	Noise  float64   // standard deviation, to 1/100
	Margin float64   // to the nearer level, in standard deviations, to 1/10; 0 on digital inputs
	Drift  float64   // of Zero, in counts per hour, to 1/10
	// Share is the size of what Cause says, to 1/1000: a part or a factor.
	Share    float64
	From     rules.Square // whose piece is felt, if Cause is Crosstalk; else NoSquare
	Inverted bool         // a digital input that reads the opposite
	Near     []Near       // neighbours whose pieces it feels, in order of squares
}

// Near is a neighbour whose piece a sensor feels.
type Near struct {
	Square rules.Square
	Part   float64 // of what that neighbour's own sensor feels, to 1/1000; may be negative
}

// Light is the traffic light of a whole board.
type Light uint8

// A board is ready, ready with squares that somebody should look at, or not ready to be
// played on.
const (
	Green Light = iota
	Amber
	Red
)

// String returns "ready", "ready with weak squares" or "not ready".
func (l Light) String() string {
	return [...]string{"ready", "ready with weak squares", "not ready"}[min(l, Red)]
}

// MostBad is how many squares may be bad, silent or untried on a board that is ready: what
// happens on so few can be inferred from later moves.
const MostBad = 4

// Of returns the squares of a grade.
func (s *Sheet) Of(g Grade) (squares rules.Squares) {
	for sq := range s.Squares {
		if s.Squares[sq].Grade == g {
			squares = squares.With(rules.Square(sq))
		}
	}
	return squares
}

// Light returns the traffic light of the board.
func (s *Sheet) Light() Light {
	lost := (s.Of(Bad) | s.Of(Silent) | s.Of(Untried)).Count()
	switch {
	case lost > MostBad:
		return Red
	case lost > 0 || s.Of(Weak) != 0:
		return Amber
	}
	return Green
}

// Poor returns the squares that are not good, worst first.
func (s *Sheet) Poor() []rules.Square {
	var list []rules.Square
	for _, g := range []Grade{Silent, Bad, Untried, Weak} {
		of := slices.Collect(s.Of(g).All())
		slices.SortStableFunc(of, func(a, b rules.Square) int {
			switch x, y := s.Squares[a].Margin, s.Squares[b].Margin; {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
		list = append(list, of...)
	}
	return list
}

// Noted returns the good squares that have a remark.
func (s *Sheet) Noted() (squares rules.Squares) {
	for sq := range s.Squares {
		if s.Squares[sq].Grade == Good && s.Squares[sq].Cause != "" {
			squares = squares.With(rules.Square(sq))
		}
	}
	return squares
}

// Blind returns the squares whose readings must not be trusted. Silent squares are not
// among them: they give no reading, and can be trusted again when they do.
func (s *Sheet) Blind() (squares rules.Squares) {
	for sq := range s.Of(Bad).All() {
		switch q := &s.Squares[sq]; {
		case q.Cause == StuckOn, q.Cause == StuckOff, q.Cause == NoOutput, q.Cause == OnePole && s.Sensing == sensors.Polarity:
			squares = squares.With(sq)
		case s.Linear && q.AtW == (Threshold{}) && q.AtB == (Threshold{}):
			squares = squares.With(sq)
		}
	}
	return squares
}

// Setup returns the board for NewTable. Squares that were not tried or did not answer get
// the usual levels.
func (s *Sheet) Setup() Board {
	b := Board{Sensing: s.Sensing, Wiring: s.Wiring, Unwired: s.Unwired, Blind: s.Blind(), ActiveLow: s.ActiveLow}
	for sq := range s.Squares {
		if s.Squares[sq].Inverted {
			b.Inverted = b.Inverted.With(rules.Square(sq))
		}
	}
	if !s.Linear {
		return b
	}
	b.Levels = &[64]Levels{}
	usual := s.usual()
	for sq := range s.Squares {
		q := &s.Squares[sq]
		b.Levels[sq] = Levels{Zero: q.Zero, White: q.AtW, Black: q.AtB}
		if q.Grade == Silent || q.Grade == Untried {
			b.Levels[sq] = usual
		}
		for _, n := range q.Near {
			b.Crosstalk = append(b.Crosstalk, Coupling{On: rules.Square(sq), From: n.Square, Part: n.Part})
		}
	}
	return b
}

// usual returns the medians of the measured levels.
func (s *Sheet) usual() Levels {
	var zero, we, wl, be, bl []float64
	for sq := range s.Squares {
		q := &s.Squares[sq]
		if q.Grade != Good && q.Grade != Weak {
			continue
		}
		zero = append(zero, float64(q.Zero))
		if q.AtW != (Threshold{}) {
			we, wl = append(we, float64(q.AtW.Enter)), append(wl, float64(q.AtW.Leave))
		}
		if q.AtB != (Threshold{}) {
			be, bl = append(be, float64(q.AtB.Enter)), append(bl, float64(q.AtB.Leave))
		}
	}
	m := func(v []float64) int32 { return int32(median(v)) }
	return Levels{Zero: m(zero), White: Threshold{m(we), m(wl)}, Black: Threshold{m(be), m(bl)}}
}

// Table returns the table that turns the board's counts into squares.
func (s *Sheet) Table() (*Table, error) {
	t, err := NewTable(s.Setup())
	if err != nil {
		return nil, fmt.Errorf("calibration of %s: %w", s.Board, err)
	}
	return t, nil
}

// OldAfter is how long a calibration is valid: magnets move under the leather, and boards
// are carried about between tournaments.
const OldAfter = 30 * 24 * time.Hour

// Measured reports whether any square was measured. If not, the sheet has only the wiring,
// and the levels are those of the configuration.
func (s *Sheet) Measured() bool {
	return s.Of(Untried)|s.Of(Silent) != rules.AllSquares
}

// Old returns the age of a calibration in whole days, and whether it should be done again.
// A date in the future comes from a wrong clock and is not old.
func (s *Sheet) Old(now time.Time) (days int, old bool) {
	age := now.Sub(s.Date)
	return int(age / (24 * time.Hour)), age > OldAfter
}

// Sensors is what kind of sensors a board has, as in Sheet. Only digital inputs can be ActiveLow.
type Sensors struct {
	Sensing           sensors.Sensing
	Linear, ActiveLow bool
}

// NewSheet returns the sheet of a board of which only the wiring is known.
func NewSheet(has Sensors, w Wiring) *Sheet {
	s := &Sheet{Sensing: has.Sensing, Linear: has.Linear, ActiveLow: has.ActiveLow && !has.Linear, Wiring: slices.Clone(w)}
	var wired rules.Squares
	for _, sq := range w {
		wired = wired.With(sq)
	}
	s.Unwired = rules.AllSquares &^ wired
	for sq := range s.Squares {
		s.Squares[sq] = Square{Grade: Untried, From: rules.NoSquare}
	}
	return s
}

// Rewired returns the sheet of the same board with another wiring: measurements move with
// their channel to the square that it serves now.
func (s *Sheet) Rewired(w Wiring) *Sheet {
	moved := *s
	moved.Wiring, moved.Unwired = slices.Clone(w), NewSheet(Sensors{s.Sensing, s.Linear, s.ActiveLow}, w).Unwired
	to := func(sq rules.Square) rules.Square {
		if ch := s.Wiring.Channel(sq); ch >= 0 && ch < len(w) {
			return w[ch]
		}
		return rules.NoSquare
	}
	for sq := range moved.Squares {
		moved.Squares[sq] = Square{Grade: Untried, From: rules.NoSquare}
	}
	for i := range s.Squares {
		sq := to(rules.Square(i))
		if sq == rules.NoSquare {
			continue
		}
		q := s.Squares[i]
		q.Near = nil
		for _, n := range s.Squares[i].Near {
			if n.Square = to(n.Square); n.Square != rules.NoSquare && areNeighbours(sq, n.Square) {
				q.Near = append(q.Near, n)
			}
		}
		slices.SortFunc(q.Near, func(a, b Near) int { return int(a.Square) - int(b.Square) })
		if q.From != rules.NoSquare {
			q.From = to(q.From)
		}
		moved.Squares[sq] = q
	}
	return &moved
}
