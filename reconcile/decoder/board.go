package decoder

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// board is the raw reading, as sets of squares, and what is connected. Every game is read from it.
type board struct {
	raw                       sensors.Scan
	full, white, black, blind rules.Squares
	changed                   [64]time.Duration // when the reading last changed
	gaps                      [64]gapList       // when the square was empty
	dark                      [64]gap           // when it last gave no reading
	polarity                  bool
	clock                     bool          // a clock is connected, or was pressed
	quietSince                time.Duration // when a reading last changed, but for sensors that chatter
}

// darkFrom is how long a square must give no reading before several moves may have gone undetected
// there; in less time at most one is made.
const darkFrom = 4 * time.Second

// set stores a new raw reading.
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

// wasDark reports whether sq gave no reading at t.
func (b *board) wasDark(sq rules.Square, t time.Duration) bool {
	g := b.dark[sq]
	return g.from != 0 && g.from <= t && (g.until == 0 || t <= g.until && g.until-g.from >= darkFrom)
}

// lastChanged returns when one of these squares last changed.
func (b *board) lastChanged(squares rules.Squares) (last time.Duration) {
	for set := squares; set != 0; set &= set - 1 {
		last = max(last, b.changed[set.First()])
	}
	return last
}

// differs returns the squares whose reading contradicts the expectation. Squares without a reading
// contradict nothing.
func (b *board) differs(full, white, black rules.Squares) rules.Squares {
	diff := b.full ^ full
	if b.polarity {
		diff |= (b.white ^ white) | (b.black ^ black)
	}
	return diff &^ b.blind
}
