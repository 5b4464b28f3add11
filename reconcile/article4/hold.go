package article4

import (
	"time"

	"touchmove/rules"
)

const (
	holdIllegal   why = iota // an illegal move stands and waits to be put right
	holdPawn                 // a pawn was left on the last rank
	holdMending              // a claim was upheld; the board still shows the move that was taken back
	holdFrozen               // the game is adjourned
	holdConcluded            // a claim of the quickplay finish without an arbiter present ended play
	holdReopening            // the game was reopened, and its position is being set up
)

// sweep is how many pieces must be off their squares before the board counts as no longer in play.
const sweep = 5

func (ref *Referee) holdFor(h *hold) {
	if ref.isFrozen() && h.why != holdFrozen {
		ref.order(Order{Do: Hold}) // nothing is read before the game is resumed, whatever is to be put right
		return
	}
	ref.hold, h.began = h, ref.now
	if t := ref.current(); t.ply == h.ply {
		board := ref.shows()
		h.off = board.differs(&t.pos)
	}
	ref.order(Order{Do: Hold})
}

// dropHold ends the hold without a new order; the caller orders what comes next.
func (ref *Referee) dropHold() { ref.hold = nil }

func (ref *Referee) resume() {
	if ill := ref.offences.illegal; ref.hold != nil && ref.hold.why == holdIllegal && ill != nil && ill.ply == ref.hold.ply && ill.onBoard {
		ref.order(Order{Do: Bar, Landed: ill.pressed})
	}
	ref.hold = nil
	ref.dirty = true
	if !ref.header.Tactile {
		ref.order(Order{Do: Resume})
	}
}

// isFrozen reports whether the game is adjourned.
func (ref *Referee) isFrozen() bool { return ref.hold != nil && ref.hold.why == holdFrozen }

// isMending reports whether players are putting the board right after a claim.
func (ref *Referee) isMending() bool { return ref.hold != nil && ref.hold.why == holdMending }

// impose has the decoder publish a legal move that the Laws take as played.
func (ref *Referee) impose(t *turn, m rules.Move) {
	ref.imposeAs(t, Order{Move: m, Legal: true, Entered: ref.header.Tactile}, ref.now)
}

// imposeIllegal has the decoder publish an illegal move that stands. If its clock was pressed it was
// finished by then: later acts belong to the reply.
func (ref *Referee) imposeIllegal(t *turn, m rules.Move) {
	finished, confirmed := ref.now, false
	if ill := ref.offences.illegal; ill != nil && ill.ply == t.ply {
		finished, confirmed = ill.pressed+ref.opt.Press, ill.confirmed && ill.move == m
	}
	ref.imposeAs(t, Order{Move: m, Entered: ref.header.Tactile || confirmed}, finished)
}

// imposeAs orders a move to be published, with the times of its acts up to the moment when it was finished.
func (ref *Referee) imposeAs(t *turn, o Order, finished time.Duration) {
	from, until := ref.now, time.Duration(0)
	prints := footprint(&t.pos, o.Move)
	for _, a := range t.acts {
		if a.kind <= placed && prints.Has(a.sq) && a.at <= finished {
			from = min(from, a.at)
			if a.kind == placed || until == 0 || a.sq == o.Move.From() {
				until = max(until, a.at)
			}
		}
	}
	if until == 0 {
		until = ref.now
	}
	ref.dropHold()
	o.Do, o.Ply, o.Lifted, o.Landed = Impose, t.ply, from, until
	ref.order(o)
}

// queen promotes the pawn that was left on the last rank to a queen.
func (ref *Referee) queen(t *turn, from, to rules.Square) {
	for _, m := range t.legalMoves() {
		if m.From() != from || m.To() != to || m.Promotion() != rules.Queen {
			continue
		}
		if t.made == nil {
			ref.impose(t, m)
		} else if t.made.Move != m {
			ref.order(Order{Do: Correct, Ply: t.ply, Move: m})
		}
	}
}
