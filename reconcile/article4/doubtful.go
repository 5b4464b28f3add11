package article4

import (
	"slices"

	"touchmove/rules"
)

// SuspectPress is called at a press of this player, before the decoder sees it. It reports whether
// the board cannot show a move of theirs, or shows one that the decoder takes for several: two of their pieces stand
// elsewhere, or a piece has been moved on from a published move to take another one. A published move that was part of
// that is retracted.
func (ref *Referee) SuspectPress(by rules.Color) bool {
	t := ref.pressedFor(by)
	if t == nil || !ref.isMovedTwice(t, by) && !ref.hasTakenOn(t) {
		return false
	}
	ref.waiting.heldForPress = true
	if t.ply <= ref.record.ply() {
		ref.order(Order{Do: TakeBack, Plies: ref.record.ply() - t.ply + 1})
	}
	return true
}

// hasTakenOn reports whether a piece has gone on from the published move of a turn to take another one. The decoder might take
// the lift of that one for the beginning of a reply.
func (ref *Referee) hasTakenOn(t *turn) bool {
	_, taken := ref.takenOn(anyTime)
	return taken != rules.NoSquare && t.ply == ref.record.ply()
}

// isMovedTwice reports whether two pieces of a player stand elsewhere, nothing of the
// opponent's has changed, and no legal move looks like that, in the order in which the squares changed. Illegal castling
// looks like this, and so does a promotion that is not carried out: a piece on the last rank, and one still on the
// pawn's square. Half of illegal castling looks like a king's move, which may have been published.
func (ref *Referee) isMovedTwice(t *turn, by rules.Color) bool {
	r := ref.read(t, 0)
	board := ref.shows()
	standing, left := 0, t.promotedBeside(r) != 0
	for _, rel := range r.releases {
		if rel.until != 0 {
			continue
		}
		if rel.piece.Color() != by {
			return false
		}
		standing++
		left = left || rel.piece.Kind() == rules.Pawn && (rel.sq.Rank() == 0 || rel.sq.Rank() == 7) && board.full.Has(rel.from)
	}
	if standing < 2 && !left || len(r.hand) > 0 || !ref.hasShownStart(t) {
		return false
	}
	played := func(m rules.Move) bool { return !t.landsBeforeLeaving(m, ref.opt.Press) }
	return board.differs(&t.pos)&t.pos.Of(by.Other()) == 0 && !slices.ContainsFunc(board.fits(t), played)
}

// pressedFor returns the turn that a press of this player would complete: the open one, or the one
// before it with everything done since. It is nil when there is nothing to complete.
func (ref *Referee) pressedFor(by rules.Color) *turn {
	if !ref.begun || ref.hold != nil || ref.header.Tactile || ref.result.text != "" || by != ref.clock.running && !ref.clock.uncertain {
		return nil
	}
	t, prev := ref.current(), ref.previous()
	switch {
	case t.mover() == by:
		return t
	case prev == nil || prev.made.complete && prev.made.pressed != 0 || prev.made.Illegal:
		return nil
	}
	return &turn{ply: prev.ply, pos: prev.pos, legal: prev.legal, acts: append(slices.Clone(prev.acts), t.acts...)}
}

// HasPieceInHand reports whether the recording ends while the player having the move holds a piece:
// then no move may be inferred.
func (ref *Referee) HasPieceInHand() bool {
	if !ref.begun || ref.hold != nil || ref.result.text != "" {
		return false
	}
	landed, ahead := ref.decoder.PendingMove()
	t := ref.current()
	board := ref.shows()
	if len(board.fits(t)) > 0 {
		return false
	}
	if p, ok := ref.decoder.PendingLine(); ok && board.differs(&p) == 0 {
		return false // it landed on a square that does not detect it
	}
	for _, h := range ref.read(t, 0).hand {
		if h.piece.Color() == t.mover() && board.mask.Has(h.from) && !board.full.Has(h.from) {
			if ref.hasPressedBetween(t.mover(), h.at, ref.now) {
				return false // nobody presses with a piece in the hand: it stands on a square that does not detect it
			}
			return !ahead || h.at <= landed // otherwise moves were made that are not yet published
		}
	}
	return false
}
