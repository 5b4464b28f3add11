package calibration

import (
	"fmt"

	"touchmove/rules"
	"touchmove/sensors"
)

// Board is what there is to know of a board's sensors, as its configuration
// and its calibration file describe it.
type Board struct {
	Sensing sensors.Sensing
	Wiring  Wiring
	// Unwired are the squares that have no sensor, on purpose: they read
	// Unknown. Every other square must have a channel.
	Unwired rules.Squares
	// ActiveLow is for digital inputs that a piece pulls to ground: 0 is a piece.
	// Otherwise everything but 0 is one.
	ActiveLow bool
	// Levels, by square, are for linear sensors; nil means digital inputs.
	Levels *[64]Levels
	// Blind squares have sensors that must not be believed: they read Unknown,
	// and need no levels.
	Blind rules.Squares
	// Inverted squares, of digital inputs, read the other way round than
	// ActiveLow says.
	Inverted rules.Squares
	// Crosstalk is what linear sensors feel of their neighbours' pieces; it is
	// taken off their readings.
	Crosstalk []Coupling
}

// Table turns counts into squares. It does not change once it is made, and may
// be used from several goroutines.
type Table struct {
	sensing   sensors.Sensing
	channel   [64]int // by square; -1 is unwired
	channels  int
	activeLow bool
	linear    bool
	levels    [64]Levels
	blind     rules.Squares
	inverted  rules.Squares
	couplings *couplings // nil where there are none
}

// NewTable checks a board's description. The error names the square and the
// channel: a square wired twice or not at all, a channel that cannot be, levels
// that contradict each other, digital inputs on a board that distinguishes colours.
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

// Channels returns how many counts a reading must have.
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

// Scan makes squares of one reading. last is the scan before, which decides
// between the two levels of a linear sensor; the zero Scan stands for none. A
// channel that is Lost, or that the reading is too short to hold, gives
// Unknown, and so does a square without a channel. Scan allocates nothing.
//
// After an Unknown reading a square starts over: it is Empty until the farther
// level is reached.
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

// From returns what linear sensors read, in counts from their zeros and without
// what their neighbours add, and which squares gave a reading.
func (t *Table) From(c sensors.Counts, from *[64]int32) (known rules.Squares) {
	for sq, ch := range t.channel {
		if from[sq] = 0; ch >= 0 && ch < len(c) && c[ch] != sensors.Lost {
			from[sq] = held(c[ch]) - t.levels[sq].Zero
			known = known.With(rules.Square(sq))
		}
	}
	if t.couplings != nil {
		t.couplings.unmix(from, known)
	}
	return known
}

// held keeps a count within 2^29. Levels lie within 2^28, so it decides as it
// would unheld, and differences cannot overflow.
func held(count int32) int32 { return min(max(count, -2*mostCounts), 2*mostCounts) }

// state decides by how far one linear channel is from its zero.
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
