package article4

import (
	"slices"

	"touchmove/rules"
)

// SuspectPress is asked at a press of this player, before the decoder sees it. It
// reports whether the board cannot show a move of theirs: two of their pieces stand
// elsewhere, nothing of the opponent's has changed, and no legal move looks like
// that. This is what castling looks like that is not allowed. Half of it looks like
// a king's move; if that has been told already it is taken back.
func (ref *Referee) SuspectPress(by rules.Color) bool {
	t := ref.pressedFor(by)
	if t == nil {
		return false
	}
	r := ref.read(t, 0)
	standing := 0
	for _, rel := range r.releases {
		if rel.until != 0 {
			continue
		}
		if rel.piece.Color() != by {
			return false
		}
		standing++
	}
	if standing < 2 || len(r.hand) > 0 || !ref.hasShownStart(t) {
		return false
	}
	board := ref.shows()
	if board.differs(&t.pos)&t.pos.Of(by.Other()) != 0 || len(board.fits(t)) > 0 {
		return false
	}
	ref.heldForPress = true
	if t.ply <= ref.ply() {
		ref.order(Order{Do: TakeBack, Plies: ref.ply() - t.ply + 1})
	}
	return true
}

// pressedFor is the turn that a press of this player would complete: the open
// one, or the one before it with all that has been done since. It is nil when
// nothing is to be completed.
func (ref *Referee) pressedFor(by rules.Color) *turn {
	if !ref.begun || ref.hold != nil || ref.header.Tactile || ref.result.text != "" || by != ref.running && !ref.clockUncertain {
		return nil
	}
	t, prev := ref.current(), ref.previous()
	switch {
	case t.mover() == by:
		return t
	case prev == nil || prev.made.complete || prev.made.Illegal:
		return nil
	}
	return &turn{ply: prev.ply, pos: prev.pos, legal: prev.legal, acts: append(slices.Clone(prev.acts), t.acts...)}
}

// HasPieceInHand reports whether the recording ends with a piece of the player having the
// move in the hand: no move is concluded from that.
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
		return false // it has landed where it is not felt
	}
	for _, h := range ref.read(t, 0).hand {
		if h.piece.Color() == t.mover() && board.mask.Has(h.from) && !board.full.Has(h.from) {
			if ref.hasPressedBetween(t.mover(), h.at, ref.now) {
				return false // nobody presses with a piece in the hand: it stands where it is not felt
			}
			return !ahead || h.at <= landed // else moves were made that are not told yet
		}
	}
	return false
}
