package scan

import (
	"fmt"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// atRest is for how long a board must not change before what it shows is
// compared with what must stand there.
const atRest = time.Second

// atEase is for how long nobody must have touched a board that is being set up
// before whole rows that are missing are put down to their wire.
const atEase = 10 * time.Second

// look is how often a board that does not change is looked at.
const look = 100 * time.Millisecond

// suspect finds the faults of sensors that a driver cannot see: each of its
// readings may be right, and together they cannot be. It holds nothing against
// a square by which the game could not go on; that is for the reconstruction,
// which learns it from the moves. What it says is for the technician.
type suspect struct {
	groups []line
	levels *[64]calibration.Levels // nil for digital inputs
	table  felt                    // likewise
	faults *Faults

	last   sensors.Scan
	known  bool
	still  time.Duration // since when the board has not changed
	looked time.Duration
	ailing bool // something is told of that is not over

	on, off  rules.Squares     // told as StuckSquare and as NoPiece
	went     [64]time.Duration // by square where a piece is missing: when it went
	begun    bool
	gone     []bool        // by group: told as OpenLine
	faint    rules.Squares // felt, and not enough
	fainting [64]time.Duration
	weak     rules.Squares
	part     [64]int32 // of the level, in percent
	from     [64]int32
}

// line is a group by the squares that its channels serve.
type line struct {
	name    string
	squares rules.Squares
}

// felt is a table of levels: calibration.Table.
type felt interface {
	From(c sensors.Counts, from *[64]int32) (known rules.Squares)
}

// Game says what must stand on the board while it is played on.
type Game interface {
	// Expected is false when nothing need stand anywhere, as after a result.
	Expected() (Expected, bool)
	// MovesSince counts the moves whose piece was released after a time.
	MovesSince(at time.Duration) int
}

// Expected is what must stand on a board as its game has it: the first position
// while that is waited for.
type Expected struct {
	On       rules.Squares
	Begun    bool          // pieces may be in somebody's hand
	Promotes rules.Squares // on which a new piece may stand before its pawn is gone
}

func newSuspect(b *Board) *suspect {
	w := &suspect{faults: b.Faults, gone: make([]bool, len(b.groups)), looked: -look}
	for _, g := range b.groups {
		l := line{name: g.Name}
		for _, ch := range g.Channels {
			if sq := b.Squares[ch]; sq != rules.NoSquare {
				l.squares = l.squares.With(sq)
			}
		}
		w.groups = append(w.groups, l)
	}
	if table, ok := b.Table.(felt); ok && b.levels != nil {
		w.levels, w.table = b.levels, table
	}
	return w
}

// see takes one scan. game is asked only when it is needed.
func (w *suspect) see(at time.Duration, seen *sensors.Scan, counts sensors.Counts, game Game) {
	changed := !w.known || *seen != w.last
	if !changed && at-w.looked < look {
		return
	}
	w.looked = at
	want, ok := game.Expected()
	if changed {
		if w.known && ok {
			w.vanish(seen, want.On)
		}
		w.last, w.known, w.still = *seen, true, at
	}
	full, unknown := seen.Full(), seen.Unknown()
	w.on &= full
	w.off &^= full | unknown
	for i, g := range w.groups {
		w.gone[i] = w.gone[i] && ok && g.squares&(full|unknown) == 0 && g.squares&want.On != 0
	}
	if ok {
		w.on &^= want.On
		w.off &= want.On
		w.begun = want.Begun
		w.feel(at, seen, counts, want.On)
		for sq := range w.went {
			if !want.On.Has(rules.Square(sq)) || (full | unknown).Has(rules.Square(sq)) {
				w.went[sq] = at
			}
		}
		if at-w.still >= atRest {
			w.compare(full, unknown, want, game, at-w.still >= atEase)
		}
	}
	if w.ailing || (w.on|w.off|w.weak) != 0 || w.open() {
		w.tell(at)
		w.ailing = !w.faults.none(fromSuspect)
	}
}

// vanish notices that every piece of a line, three or more, is gone between two
// scans and nothing else changed: no hand does that.
func (w *suspect) vanish(seen *sensors.Scan, want rules.Squares) {
	before, now := w.last.Full(), seen.Full()
	gone := before &^ now &^ seen.Unknown()
	if gone.Count() < 3 || gone&^want != 0 {
		return
	}
	for i, g := range w.groups {
		if gone&^g.squares == 0 && before&g.squares == gone {
			w.gone[i] = true
			return
		}
	}
}

func (w *suspect) open() bool {
	for _, g := range w.gone {
		if g {
			return true
		}
	}
	return false
}

// compare holds a board at rest against what must stand there.
func (w *suspect) compare(full, unknown rules.Squares, want Expected, game Game, ease bool) {
	extra, missing := full&^want.On, want.On&^full&^unknown
	switch {
	case want.On&unknown != 0:
		// A piece that is not seen may stand anywhere.
	case missing == 0 && !ease:
		w.on = extra &^ (want.Promotes &^ w.on)
	case missing == 0:
		w.on = extra
	case want.Begun: // a missing piece may be in somebody's hand, until play has gone on
		if extra.Count() >= missing.Count() {
			return // a move that is not told yet
		}
		for sq := range missing.All() {
			if missing.Count() <= 2 && game.MovesSince(w.went[sq]) >= 2 { // more: it is being cleared
				w.off = w.off.With(sq)
			}
		}
	case extra != 0:
	case missing.Count() <= 2:
		w.off = missing &^ w.faint
	case ease:
		for i, g := range w.groups {
			if g.squares&want.On == missing {
				w.gone[i] = true
				return
			}
		}
	}
}

// feel looks for pieces that linear sensors feel, and not enough: below the
// level at which they count, or, once counted, below it again.
func (w *suspect) feel(at time.Duration, seen *sensors.Scan, counts sensors.Counts, want rules.Squares) {
	if w.levels == nil {
		return
	}
	known := w.table.From(counts, &w.from)
	w.faint = 0
	for sq, from := range w.from {
		l := &w.levels[sq]
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
			w.fainting[sq] = at
			w.weak = w.weak.Without(rules.Square(sq))
			continue
		}
		w.faint = w.faint.With(rules.Square(sq))
		w.part[sq] = part
		if at-w.fainting[sq] >= atRest {
			w.weak = w.weak.With(rules.Square(sq))
		}
	}
}

// tell notes what was found.
func (w *suspect) tell(at time.Duration) {
	w.faults.begin(fromSuspect)
	defer w.faults.end(fromSuspect, at)
	note := func(kind FaultKind, sq rules.Square, text string) {
		w.faults.note(fromSuspect, at, Fault{Kind: kind, Part: sq.String(), Squares: rules.SquaresOf(sq), Text: text})
	}
	for sq := range w.on.All() {
		note(StuckSquare, sq, "it shows a piece, and every piece of the position stands on its square: the sensor or its line is stuck, or something lies there")
	}
	const dead = "if it stands there, its magnet is weak, or the sensor or its line is dead"
	for sq := range w.off.All() {
		if w.begun {
			note(NoPiece, sq, "no piece is felt, and play goes on without it: "+dead)
		} else {
			note(NoPiece, sq, "no piece is felt, and all others stand: put it there; "+dead)
		}
	}
	for sq := range w.weak.All() {
		note(WeakPiece, sq, fmt.Sprintf("it is felt at %d%% of the level that counts: the magnet is weak, the piece far off its centre, or the sensor lifted", w.part[sq]/10*10))
	}
	for i, g := range w.groups {
		if w.gone[i] {
			w.faults.note(fromSuspect, at, Fault{Kind: OpenLine, Part: g.name, Squares: g.squares,
				Text: "all its pieces are gone at once: look for a broken wire or a loose plug there"})
		}
	}
}
