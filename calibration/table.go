package calibration

import (
	"fmt"

	"touchmove/rules"
	"touchmove/sensors"
)

// Board describes the sensors of a board, from its configuration and its calibration file.
type Board struct {
	Sensing sensors.Sensing
	Wiring  Wiring
	// Unwired squares have no sensor, on purpose: they read Unknown. Every other square
	// must have a channel.
	Unwired rules.Squares
	// ActiveLow is for digital inputs that a piece pulls to ground: 0 means a piece.
	// Otherwise every other value does.
	ActiveLow bool
	// Levels, by square, are for linear sensors; nil means digital inputs.
	Levels *[64]Levels
	// Blind squares have sensors that must not be trusted: they read Unknown, and need no
	// levels.
	Blind rules.Squares
	// Inverted squares have digital inputs that read the opposite of what ActiveLow says.
	Inverted rules.Squares
	// Crosstalk is what linear sensors feel of their neighbours' pieces; it is subtracted
	// from their readings.
	Crosstalk []Coupling
}

// Table turns counts into squares. It never changes, and several goroutines may use it.
type Table struct {
	sensing   sensors.Sensing
	channel   [64]int // by square; -1 if unwired
	channels  int
	activeLow bool
	linear    bool
	levels    [64]Levels
	blind     rules.Squares
	inverted  rules.Squares
	couplings *couplings // nil if there are none
}

// NewTable checks a board's description and makes its table. It returns an error, with the
// square and the channel, if a square is wired twice or not at all, a channel is
// impossible, levels contradict each other, or digital inputs are to distinguish colours.
func NewTable(b Board) (*Table, error) {
	t := &Table{sensing: b.Sensing, channels: len(b.Wiring), activeLow: b.ActiveLow, linear: b.Levels != nil, blind: b.Blind, inverted: b.Inverted}
	wired, err := b.Wiring.squares()
	if err != nil {
		return nil, fmt.Errorf("wiring: %w", err)
	}
	if both := wired & b.Unwired; both != 0 {
		sq := both.First()
		return nil, fmt.Errorf("wiring: square %v is called unwired and has channel %d: strike out one of the two", sq, b.Wiring.Channel(sq))
	}
	if missing := rules.AllSquares &^ wired &^ b.Unwired; missing != 0 {
		return nil, fmt.Errorf("wiring: no channel serves %v: wire them, or call them unwired", missing)
	}
	if b.Sensing == sensors.Polarity && b.Levels == nil {
		return nil, fmt.Errorf("wiring: digital inputs cannot tell white from black: sensing must be occupancy, or the board needs measured levels")
	}
	if b.Levels != nil && b.ActiveLow {
		return nil, fmt.Errorf("levels: active low is for digital inputs: the sign of the levels shows which way a piece moves the reading")
	}
	if b.Levels != nil && b.Inverted != 0 {
		return nil, fmt.Errorf("levels: %v read the other way round: that is for digital inputs", b.Inverted)
	}
	if len(b.Crosstalk) > 0 {
		c, err := couple(b)
		if err != nil {
			return nil, err
		}
		t.couplings = &c
	}
	for sq := range rules.AllSquares.All() {
		ch := b.Wiring.Channel(sq)
		t.channel[sq] = ch
		if b.Levels != nil {
			t.levels[sq].Zero = b.Levels[sq].Zero
		}
		if ch < 0 || b.Levels == nil || b.Blind.Has(sq) {
			continue
		}
		t.levels[sq] = b.Levels[sq]
		if err := t.levels[sq].Validate(b.Sensing); err != nil {
			return nil, fmt.Errorf("levels: square %v (channel %d): %w", sq, ch, err)
		}
	}
	return t, nil
}

// Channels returns the number of counts in a reading.
func (t *Table) Channels() int { return t.channels }

// Sensing returns what the board's sensors distinguish.
func (t *Table) Sensing() sensors.Sensing { return t.sensing }

// Unwired returns the squares that always read Unknown.
func (t *Table) Unwired() rules.Squares {
	var set rules.Squares
	for sq, ch := range t.channel {
		if ch < 0 {
			set = set.With(rules.Square(sq))
		}
	}
	return set
}

// Channel returns the channel that serves a square, or -1 if none does.
func (t *Table) Channel(sq rules.Square) int { return t.channel[sq] }

// Scan turns one reading into squares. last is the scan before, which decides between the
// two levels of a linear sensor; it is the zero Scan if there is none. A square is Unknown
// if it has no channel, its channel is Lost, or the reading is too short. Scan allocates
// nothing.
//
// After an Unknown reading a square starts again: it is Empty until Enter is reached.
func (t *Table) Scan(c sensors.Counts, last sensors.Scan) sensors.Scan {
	var s sensors.Scan
	var from [64]int32
	if t.linear {
		t.From(c, &from)
	}
	for sq, ch := range t.channel {
		if ch < 0 || ch >= len(c) || c[ch] == sensors.Lost || t.blind.Has(rules.Square(sq)) {
			continue
		}
		switch {
		case t.linear:
			s[sq] = t.state(&t.levels[sq], from[sq], last[sq])
		case (c[ch] == 0) == (t.activeLow != t.inverted.Has(rules.Square(sq))):
			s[sq] = sensors.Occupied
		default:
			s[sq] = sensors.Empty
		}
	}
	return s
}

// From computes what linear sensors read, in counts from their zeros and without crosstalk,
// and returns the squares that gave a reading.
func (t *Table) From(c sensors.Counts, from *[64]int32) (known rules.Squares) {
	for sq, ch := range t.channel {
		if from[sq] = 0; ch >= 0 && ch < len(c) && c[ch] != sensors.Lost {
			from[sq] = clamped(c[ch]) - t.levels[sq].Zero
			known = known.With(rules.Square(sq))
		}
	}
	if t.couplings != nil {
		t.couplings.unmix(from, known)
	}
	return known
}

// clamped limits a count to 2^29. Levels lie within 2^28, so the limit changes no decision,
// and differences cannot overflow.
func clamped(count int32) int32 { return min(max(count, -2*mostCounts), 2*mostCounts) }

// state returns the state of a square, given the distance of its linear channel from zero.
func (t *Table) state(l *Levels, from int32, last sensors.State) sensors.State {
	if t.sensing == sensors.Occupancy {
		before := last.Full()
		if l.White.isFelt(from, before) || l.Black.isFelt(from, before) {
			return sensors.Occupied
		}
		return sensors.Empty
	}
	switch {
	case l.White.isFelt(from, last == sensors.White):
		return sensors.White
	case l.Black.isFelt(from, last == sensors.Black):
		return sensors.Black
	}
	return sensors.Empty
}

// Linear reports whether the board's sensors are read as levels.
func (t *Table) Linear() bool { return t.linear }

// ActiveLow reports whether a piece reads 0 on digital inputs.
func (t *Table) ActiveLow() bool { return t.activeLow }

// Levels returns the levels of a square's linear sensor.
func (t *Table) Levels(sq rules.Square) Levels { return t.levels[sq] }
