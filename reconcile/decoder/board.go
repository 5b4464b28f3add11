package decoder

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// board is the raw reading, kept as sets.
type board struct {
	raw                       sensors.Scan
	full, white, black, blind rules.Squares
	changed                   [64]time.Duration // when the reading last changed
	gaps                      [64]gapList       // when the square was empty
	dark                      [64]gap           // when it gave no reading, last
	polarity                  bool
}

// gap is a time during which a square read empty; until is 0 while it still
// does.
type gap struct{ from, until time.Duration }

// gapList holds the latest gaps of a square, newest first.
type gapList [8]gap

func (g *gapList) begin(at time.Duration) {
	copy(g[1:], g[:len(g)-1])
	g[0] = gap{from: at}
}

func (g *gapList) end(at time.Duration) {
	if g[0].from != 0 && g[0].until == 0 {
		g[0].until = at
	}
}

// set takes a new raw reading.
func (b *board) set(sq rules.Square, is sensors.State, at time.Duration) {
	was := b.raw[sq]
	bit := rules.Squares(1) << sq
	b.raw[sq] = is
	b.full &^= bit
	b.white &^= bit
	b.black &^= bit
	b.blind &^= bit
	switch is {
	case sensors.Unknown:
		b.blind |= bit
	case sensors.Occupied:
		b.full |= bit
	case sensors.White:
		b.full |= bit
		b.white |= bit
	case sensors.Black:
		b.full |= bit
		b.black |= bit
	}
	switch {
	case is == sensors.Unknown && was != sensors.Unknown:
		b.dark[sq] = gap{from: at}
	case was == sensors.Unknown && is != sensors.Unknown:
		b.dark[sq].until = at
	}
	if is == sensors.Empty && was != sensors.Empty {
		b.gaps[sq].begin(at)
	}
	if is != sensors.Empty && was == sensors.Empty {
		b.gaps[sq].end(at)
	}
	b.changed[sq] = at
}

// differs returns the squares on which the board denies the expectation.
// Squares without a reading deny nothing.
func (b *board) differs(full, white, black rules.Squares) rules.Squares {
	diff := b.full ^ full
	if b.polarity {
		diff |= (b.white ^ white) | (b.black ^ black)
	}
	return diff &^ b.blind
}

func (b *board) mismatches(s *hypothesis) rules.Squares { return b.differs(s.full, s.white, s.black) }
