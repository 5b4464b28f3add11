package article4

import (
	"time"

	"touchmove/rules"
)

// GoBack has play go on from the position after this half-move. Later moves are
// dropped, and until the board shows that position hands make no moves.
func (ref *Referee) GoBack(ply int, at time.Duration) {
	ref.now, ref.dirty = at, true
	if !ref.begun || ply < ref.first || ply > ref.ply() {
		return
	}
	if ply == ref.ply() {
		ref.putUpAgain()
		return
	}
	undone := ref.line[ply-ref.first].uci
	move := rules.NoMove
	if t := ref.turnOf(ply + 1); t != nil && t.made != nil && t.made.Move.UCI(ref.variant()) == undone {
		move = t.made.Move
	}
	for _, t := range ref.turns {
		if t.ply > ply+1 {
			t.acts = nil // what was touched for moves that are dropped with theirs binds nobody
		}
	}
	ref.clockUncertain = true // somebody sets the lever right by hand
	ref.order(Order{Do: TakeBack, Plies: ref.ply() - ply})
	ref.holdFor(&hold{why: holdMending, ply: ply + 1, undone: move})
}

// putUpAgain has the position on record put up again: no move is dropped, and hands make none
// until the board shows it.
func (ref *Referee) putUpAgain() {
	ref.judging, ref.clockUncertain = nil, true
	if board := ref.shows(); board.differs(&ref.current().pos) != 0 {
		ref.holdFor(&hold{why: holdMending, ply: ref.current().ply})
	}
}

// IsHeld reports whether the Laws keep hands at the board from making moves.
func (ref *Referee) IsHeld() bool { return ref.hold != nil }

// IsInOrder reports whether there is nothing to put right: the board shows the position on
// record, and nothing was done there for which it would have to be put up again.
func (ref *Referee) IsInOrder() bool {
	if !ref.begun || ref.hold != nil || ref.judging != nil {
		return false
	}
	t := ref.current()
	board := ref.shows()
	if ill := ref.illegal; ill != nil && ill.ply == t.ply || board.differs(&t.pos) != 0 {
		return false
	}
	return len(ref.read(t, 0).releases) == 0
}

// Freeze has hands at the board make no moves: the game is adjourned. Thaw ends it.
func (ref *Referee) Freeze(at time.Duration) {
	ref.now = at
	if ref.begun && ref.hold == nil {
		ref.holdFor(&hold{why: holdFrozen, ply: ref.current().ply})
	}
}

// Thaw lets play go on.
func (ref *Referee) Thaw(at time.Duration) {
	ref.now = at
	if ref.hold != nil && ref.hold.why == holdFrozen {
		ref.resume()
	}
}
