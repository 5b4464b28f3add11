package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// GoBack makes play continue from the position after this half-move. Later moves are dropped, and
// no move is read from the board until it shows that position.
func (ref *Referee) GoBack(ply int, at time.Duration) {
	ref.now, ref.dirty = at, true
	if !ref.begun || ply < ref.record.first || ply > ref.record.ply() {
		return
	}
	if ply == ref.record.ply() {
		ref.putUpAgain()
		return
	}
	undone := ref.record.line[ply-ref.record.first].uci
	move := rules.NoMove
	if t := ref.turnOf(ply + 1); t != nil && t.made != nil && t.made.Move.UCI(ref.record.variant()) == undone {
		move = t.made.Move
	}
	for _, t := range ref.turns {
		if t.ply > ply+1 {
			t.acts = nil // touches of the dropped moves after this one bind nobody
		}
	}
	ref.clock.uncertain = true // somebody sets the clock right by hand
	ref.TakesBack(ply, at)
	ref.order(Order{Do: TakeBack, Plies: ref.record.ply() - ply})
	ref.holdFor(&hold{why: holdMending, ply: ply + 1, undone: move})
}

// TakesBack says that the arbiter takes back the legal move after this half-move: what was released for it does
// not bind the move that replaces it, only what was touched does.
func (ref *Referee) TakesBack(ply int, at time.Duration) {
	if t := ref.turnOf(ply + 1); t != nil && t.made != nil && !t.made.Illegal {
		t.voided = at
	}
}

// putUpAgain waits for the recorded position to be set up again: no move is dropped, and none is
// read from the board until it shows that position.
func (ref *Referee) putUpAgain() {
	ref.waiting.judging, ref.waiting.handPress, ref.clock.uncertain = nil, nil, true
	if board := ref.shows(); board.differs(&ref.current().pos) != 0 {
		ref.holdFor(&hold{why: holdMending, ply: ref.current().ply, undone: ref.resting()})
	}
}

// resting returns the move that is made on the board and waits to be published, and NoMove if there is none.
func (ref *Referee) resting() rules.Move {
	if _, ahead := ref.decoder.PendingMove(); !ahead {
		return rules.NoMove
	}
	_, m := ref.shownPending(ref.current())
	return m
}

// ShowsIllegal reports whether the board shows, at rest, an illegal move after the recorded ones, whether
// the clock was pressed for it or not.
func (ref *Referee) ShowsIllegal() bool {
	if !ref.begun || ref.header.Tactile || ref.isMending() || ref.isFrozen() || !ref.debouncer.isQuiet() {
		return false
	}
	t, board := ref.current(), ref.shows()
	r, ill := ref.read(t, 0), ref.offences.illegal
	own := displacedPieces(t, r)|t.promotedBeside(r) != 0 || ill != nil && ill.onBoard && ill.ply == t.ply // otherwise the opponent has moved
	return own && ref.hasShownStart(t) && ref.isMisplaced(t, r, &board, &judging{by: t.mover(), pressed: ref.now, ply: t.ply})
}

// IsHeld reports whether the Laws currently prevent moves from being read from the board.
func (ref *Referee) IsHeld() bool { return ref.hold != nil }

// IsInOrder reports whether there is nothing to put right: the board shows the recorded position,
// and nothing was done that would require setting it up again.
func (ref *Referee) IsInOrder() bool {
	if !ref.begun || ref.hold != nil || ref.waiting.judging != nil {
		return false
	}
	t := ref.current()
	board := ref.shows()
	if ill := ref.offences.illegal; ill != nil && ill.ply == t.ply || board.differs(&t.pos) != 0 {
		return false
	}
	return len(ref.read(t, 0).releases) == 0
}

// Freeze stops moves from being read from the board because the game is adjourned. Thaw ends it.
func (ref *Referee) Freeze(at time.Duration) {
	ref.now = at
	if ref.begun && ref.hold == nil {
		ref.holdFor(&hold{why: holdFrozen, ply: ref.current().ply, in: ref.current().pos})
	}
}

// Thaw ends Freeze. closed is when the move was sealed: what hands did at the board later touched
// no piece in the sense of Article 4.
func (ref *Referee) Thaw(at, closed time.Duration) {
	ref.now = at
	if ref.begun {
		t := ref.current()
		t.acts = slices.DeleteFunc(t.acts, func(a act) bool { return a.kind <= felt && a.at > closed })
	}
	if ref.hold != nil && ref.hold.why == holdFrozen {
		ref.resume()
	}
}
