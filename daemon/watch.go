package daemon

import (
	"fmt"
	"time"

	"touchmove/calibration"
	"touchmove/reconcile"
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

// watch finds the faults of sensors that a driver cannot see: each of its
// readings may be right, and together they cannot be. It holds nothing against
// a square by which the game could not go on; that is for the reconstruction,
// which learns it from the moves. What it says is for the technician.
type watch struct {
	groups   []line
	levels   *[64]calibration.Levels // nil for digital inputs
	table    felt                    // likewise
	troubles *Troubles

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

// standing is what must stand on a board as the game has it.
type standing struct {
	on    rules.Squares
	begun bool // pieces may be in somebody's hand
	moves []reconcile.PlayedMove

	promotes rules.Squares // on which a new piece may stand before its pawn is gone
}

// since counts the moves that were made after a time, up to two.
func (s *standing) since(at time.Duration) (n int) {
	for i := len(s.moves) - 1; i >= 0 && n < 2 && s.moves[i].Released > at; i-- {
		n++
	}
	return n
}

func newWatch(b *Board) *watch {
	w := &watch{troubles: b.Troubles, gone: make([]bool, len(b.groups)), looked: -look}
	for _, g := range b.groups {
		l := line{name: g.name}
		for _, ch := range g.channels {
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

// see takes one scan. expects is asked only when it is needed; false is a game
// that is over, or a board that is being set up.
func (w *watch) see(at time.Duration, seen *sensors.Scan, counts sensors.Counts, expects func() (standing, bool)) {
	changed := !w.known || *seen != w.last
	if !changed && at-w.looked < look {
		return
	}
	w.looked = at
	want, ok := expects()
	if changed {
		if w.known && ok {
			w.vanish(seen, want.on)
		}
		w.last, w.known, w.still = *seen, true, at
	}
	full, unknown := seen.Full(), seen.Unknown()
	w.on &= full
	w.off &^= full | unknown
	for i, g := range w.groups {
		w.gone[i] = w.gone[i] && ok && g.squares&(full|unknown) == 0 && g.squares&want.on != 0
	}
	if ok {
		w.on &^= want.on
		w.off &= want.on
		w.begun = want.begun
		w.feel(at, seen, counts, want.on)
		for sq := range w.went {
			if !want.on.Has(rules.Square(sq)) || (full | unknown).Has(rules.Square(sq)) {
				w.went[sq] = at
			}
		}
		if at-w.still >= atRest {
			w.compare(full, unknown, want, at-w.still >= atEase)
		}
	}
	if w.ailing || (w.on|w.off|w.weak) != 0 || w.open() {
		w.tell(at)
		w.ailing = !w.troubles.none(fromWatch)
	}
}

// vanish notices that every piece of a line, three or more, is gone between two
// scans and nothing else changed: no hand does that.
func (w *watch) vanish(seen *sensors.Scan, want rules.Squares) {
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

func (w *watch) open() bool {
	for _, g := range w.gone {
		if g {
			return true
		}
	}
	return false
}

// compare holds a board at rest against what must stand there.
func (w *watch) compare(full, unknown rules.Squares, want standing, ease bool) {
	extra, missing := full&^want.on, want.on&^full&^unknown
	switch {
	case want.on&unknown != 0:
		// A piece that is not seen may stand anywhere.
	case missing == 0 && !ease:
		w.on = extra &^ (want.promotes &^ w.on)
	case missing == 0:
		w.on = extra
	case want.begun: // a missing piece may be in somebody's hand, until play has gone on
		if extra.Count() >= missing.Count() {
			return // a move that is not told yet
		}
		for sq := range missing.All() {
			if missing.Count() <= 2 && want.since(w.went[sq]) >= 2 { // more: it is being cleared
				w.off = w.off.With(sq)
			}
		}
	case extra != 0:
	case missing.Count() <= 2:
		w.off = missing &^ w.faint
	case ease:
		for i, g := range w.groups {
			if g.squares&want.on == missing {
				w.gone[i] = true
				return
			}
		}
	}
}

// feel looks for pieces that linear sensors feel, and not enough: below the
// level at which they count, or, once counted, below it again.
func (w *watch) feel(at time.Duration, seen *sensors.Scan, counts sensors.Counts, want rules.Squares) {
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
func (w *watch) tell(at time.Duration) {
	w.troubles.begin(fromWatch)
	defer w.troubles.end(fromWatch, at)
	note := func(kind Kind, sq rules.Square, text string) {
		w.troubles.note(fromWatch, at, Trouble{Kind: kind, Part: sq.String(), Squares: rules.SquaresOf(sq), Text: text})
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
			w.troubles.note(fromWatch, at, Trouble{Kind: OpenLine, Part: g.name, Squares: g.squares,
				Text: "all its pieces are gone at once: look for a broken wire or a loose plug there"})
		}
	}
}
