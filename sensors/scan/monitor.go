package scan

import (
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// atRest is how long a board must be unchanged before it is compared with what must
// be there.
const atRest = time.Second

// untouched is how long a board that is being set up must be unchanged before whole
// missing rows are blamed on their wire.
const untouched = 10 * time.Second

// look is how often an unchanged board is examined.
const look = 100 * time.Millisecond

// monitor finds faults of sensors that a driver cannot see: each reading by itself
// may be right, but together they cannot be. Its faults are for the technician and
// take no square from the game; the reconstruction itself learns from the moves which
// sensors to trust.
type monitor struct {
	groups []line
	levels *[64]calibration.Levels // nil for digital inputs
	table  felt                    // nil for digital inputs
	faults *Faults

	last   sensors.Scan
	known  bool
	still  time.Duration // since when the board has been unchanged
	looked time.Duration
	ailing bool // a reported fault is not over

	stuck, unfelt rules.Squares     // noted as StuckSquare and as NoPiece
	missingSince  [64]time.Duration // by square where a piece must be: when it was last there
	begun         bool
	open          []bool            // by group: noted as OpenLine
	faint         rules.Squares     // pieces felt too weakly in the last scan
	faintSince    [64]time.Duration // by square: when that was last not so
	weak          rules.Squares     // noted as WeakPiece
	part          [64]int32         // what is felt, in percent of the level
	from          [64]int32
}

// line is a group of channels that share a wire, as the squares that they serve.
type line struct {
	name    string
	squares rules.Squares
}

// felt is a table of levels: calibration.Table.
type felt interface {
	From(c sensors.Counts, from *[64]int32) (known rules.Squares)
}

// Game supplies what must be on the board during play.
type Game interface {
	// Expected returns false if no square need be occupied, for example after a
	// result.
	Expected() (Expected, bool)
	// MovesSince returns how many moves were released after a time.
	MovesSince(at time.Duration) int
}

// Expected is what must be on a board according to its game. Before the game begins,
// that is its first position.
type Expected struct {
	On       rules.Squares
	Begun    bool          // the game has begun, so pieces may be in a hand
	Promotes rules.Squares // squares on which a new piece may stand before its pawn is gone
}

func newMonitor(b *Board) *monitor {
	m := &monitor{faults: b.Faults, open: make([]bool, len(b.groups)), looked: -look}
	for _, g := range b.groups {
		l := line{name: g.Name}
		for _, ch := range g.Channels {
			if sq := b.Squares[ch]; sq != rules.NoSquare {
				l.squares = l.squares.With(sq)
			}
		}
		m.groups = append(m.groups, l)
	}
	if table, ok := b.Table.(felt); ok && b.levels != nil {
		m.levels, m.table = b.levels, table
	}
	return m
}

// see takes one scan. It asks game only when necessary.
func (m *monitor) see(at time.Duration, seen *sensors.Scan, counts sensors.Counts, game Game) {
	changed := !m.known || *seen != m.last
	if !changed && at-m.looked < look {
		return
	}
	m.looked = at
	want, ok := game.Expected()
	if changed {
		if m.known && ok {
			m.findOpenLine(seen, want.On)
		}
		m.last, m.known, m.still = *seen, true, at
	}
	full, unknown := seen.Full(), seen.Unknown()
	m.stuck &= full
	m.unfelt &^= full | unknown
	for i, g := range m.groups {
		m.open[i] = m.open[i] && ok && g.squares&(full|unknown) == 0 && g.squares&want.On != 0
	}
	if ok {
		m.stuck &^= want.On
		m.unfelt &= want.On
		m.begun = want.Begun
		m.findWeak(at, seen, counts, want.On)
		for sq := range m.missingSince {
			if !want.On.Has(rules.Square(sq)) || (full | unknown).Has(rules.Square(sq)) {
				m.missingSince[sq] = at
			}
		}
		if at-m.still >= atRest {
			m.compare(full, unknown, want, game, at-m.still >= untouched)
		}
	}
	if m.ailing || (m.stuck|m.unfelt|m.weak) != 0 || m.anyOpen() {
		m.report(at)
		m.ailing = !m.faults.none(fromMonitor)
	}
}

// findOpenLine notices when all pieces of a line, three or more, disappear between
// two scans and nothing else changes. No hand does that.
func (m *monitor) findOpenLine(seen *sensors.Scan, want rules.Squares) {
	before, now := m.last.Full(), seen.Full()
	gone := before &^ now &^ seen.Unknown()
	if gone.Count() < 3 || gone&^want != 0 {
		return
	}
	for i, g := range m.groups {
		if gone&^g.squares == 0 && before&g.squares == gone {
			m.open[i] = true
			return
		}
	}
}

func (m *monitor) anyOpen() bool {
	for _, g := range m.open {
		if g {
			return true
		}
	}
	return false
}

// compare compares a board at rest with what must be there.
func (m *monitor) compare(full, unknown rules.Squares, want Expected, game Game, longAtRest bool) {
	extra, missing := full&^want.On, want.On&^full&^unknown
	switch {
	case want.On&unknown != 0:
		// The piece of a square without a reading may be anywhere.
	case missing == 0 && !longAtRest:
		m.stuck = extra &^ (want.Promotes &^ m.stuck)
	case missing == 0:
		m.stuck = extra
	case want.Begun: // a missing piece may be in a hand, until play has continued
		if extra.Count() >= missing.Count() {
			return // a move that has not been published yet
		}
		for sq := range missing.All() {
			if missing.Count() <= 2 && game.MovesSince(m.missingSince[sq]) >= 2 { // if more are missing, the board is being cleared
				m.unfelt = m.unfelt.With(sq)
			}
		}
	case extra != 0:
	case missing.Count() <= 2:
		m.unfelt = missing &^ m.faint
	case longAtRest:
		for i, g := range m.groups {
			if g.squares&want.On == missing {
				m.open[i] = true
				return
			}
		}
	}
}

// findWeak looks for pieces that linear sensors feel too weakly: below the level at
// which a piece counts, either before it has counted or after.
func (m *monitor) findWeak(at time.Duration, seen *sensors.Scan, counts sensors.Counts, want rules.Squares) {
	if m.levels == nil {
		return
	}
	known := m.table.From(counts, &m.from)
	m.faint = 0
	for sq, from := range m.from {
		l := &m.levels[sq]
		enter := l.White.Enter
		if l.Black.Enter != 0 && (from < 0) == (l.Black.Enter < 0) {
			enter = l.Black.Enter
		}
		if enter == 0 || !known.Has(rules.Square(sq)) {
			continue
		}
		part := int32(int64(from) * 100 / int64(enter))
		faint := seen[sq].Full() && part < 100 || seen[sq] == sensors.Empty && want.Has(rules.Square(sq)) && part >= 50
		if !faint {
			m.faintSince[sq] = at
			m.weak = m.weak.Without(rules.Square(sq))
			continue
		}
		m.faint = m.faint.With(rules.Square(sq))
		m.part[sq] = part
		if at-m.faintSince[sq] >= atRest {
			m.weak = m.weak.With(rules.Square(sq))
		}
	}
}

// report notes what was found.
func (m *monitor) report(at time.Duration) {
	m.faults.begin(fromMonitor)
	defer m.faults.end(fromMonitor, at)
	note := func(kind FaultKind, cause Cause, sq rules.Square, percent int) {
		m.faults.note(fromMonitor, at, Fault{Kind: kind, Cause: cause, Part: sq.String(), Squares: rules.SquaresOf(sq), Percent: percent})
	}
	for sq := range m.stuck.All() {
		note(StuckSquare, AllStandElsewhere, sq, 0)
	}
	missing := MissingAtSetUp
	if m.begun {
		missing = MissingInPlay
	}
	for sq := range m.unfelt.All() {
		note(NoPiece, missing, sq, 0)
	}
	for sq := range m.weak.All() {
		note(WeakPiece, BelowLevel, sq, int(m.part[sq]/10*10))
	}
	for i, g := range m.groups {
		if m.open[i] {
			m.faults.note(fromMonitor, at, Fault{Kind: OpenLine, Cause: AllGone, Part: g.name, Squares: g.squares})
		}
	}
}
