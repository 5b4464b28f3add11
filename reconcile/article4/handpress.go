package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// handStill is how long the opponent may do nothing after such a press before it counts.
const handStill = 8 * time.Second

// handMost is how long after such a press a piece that comes down had been in the hand; what is detected
// later has been put straight.
const handMost = 10 * time.Second

// awaitLanding keeps a press after which a piece is missing until it is known where the piece was.
func (ref *Referee) awaitLanding(r *reading, j *judging) {
	if ref.waiting.handPress != nil && ref.waiting.handPress.ply == j.ply {
		return // a second press for the same position
	}
	t := ref.current()
	p := &handPress{judging: *j, due: j.pressed + handStill}
	for _, h := range r.hand {
		if h.piece.Color() != j.by || h.at > j.pressed {
			continue // a piece that left after the press is in the opponent's hand, who takes it
		}
		p.from = p.from.With(h.from)
		if ref.hasBrushed(t, h, j.pressed) || ref.mayEndGame(t, h) {
			p.due = 0 // it stands there, more likely; or nobody has to reply
		}
	}
	if p.from != 0 {
		ref.waiting.handPress, ref.clock.uncertain = p, true
	}
}

// hasBrushed reports whether something was detected for a moment, between the lift of a piece and the press, on
// a square to which a legal move takes it and which reads empty now: it may stand there off the middle.
func (ref *Referee) hasBrushed(t *turn, h held, pressed time.Duration) bool {
	return slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool {
		since := ref.debouncer.since[m.To()]
		return m.From() == h.from && !m.IsCastling() && t.pos.At(m.To()) == rules.NoPiece && !ref.debouncer.full.Has(m.To()) && since > h.at && since <= pressed+ref.opt.Press
	})
}

// mayEndGame reports whether a piece that is missing may stand where it gives mate or stalemate.
func (ref *Referee) mayEndGame(t *turn, h held) bool {
	return slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool {
		after := t.pos.After(m)
		return m.From() == h.from && !ref.debouncer.full.Has(m.To()) && !after.HasLegalMove()
	})
}

// checkHandStill counts the press that is kept if nothing has happened since. It forgets one whose turn is no more
// because another move was published before it.
func (ref *Referee) checkHandStill() {
	if !ref.isHandPressKept() {
		ref.waiting.handPress = nil
		return
	}
	ref.waiting.handPress.due = 0
	ref.objects()
}

// checkHandPress counts a press with a piece in the hand once an act shows that it was there: it comes down
// after the press, and no piece of the opponent is off its square that may have come down instead.
func (ref *Referee) checkHandPress(t *turn, r *reading, a act) {
	p := ref.waiting.handPress
	if p == nil || a.kind != placed || p.ply != t.ply || a.at <= p.pressed+ref.opt.Press {
		return
	}
	replied := slices.ContainsFunc(r.releases, func(rel release) bool { return rel.piece.Color() != p.by && rel.at > p.pressed })
	if a.at > p.pressed+handMost || replied {
		ref.waiting.handPress = nil // the reply shows that the missing piece was in no hand
		return
	}
	var now rules.Squares
	for _, h := range r.hand {
		if h.piece.Color() == p.by {
			now = now.With(h.from)
		}
	}
	switch {
	case now&p.from == p.from:
	case p.from.Has(a.sq), !ref.isReplyBegun(t) && !t.hasLifted(t.pos.Of(p.by.Other()), p.pressed):
		ref.countHandPress()
	}
}

// isReplyBegun reports whether a piece of the opponent is off its square.
func (ref *Referee) isReplyBegun(t *turn) bool {
	board := ref.shows()
	return board.differs(&t.pos)&t.pos.Of(t.mover().Other())&^board.full != 0
}

// hasLifted reports whether a piece on one of these squares has been lifted since.
func (t *turn) hasLifted(of rules.Squares, since time.Duration) bool {
	return slices.ContainsFunc(t.acts, func(a act) bool { return a.kind == lifted && a.at > since && of.Has(a.sq) })
}

// isHandPressKept reports whether a press of the open turn is kept.
func (ref *Referee) isHandPressKept() bool {
	return ref.waiting.handPress != nil && ref.waiting.handPress.ply == ref.current().ply
}

// isHandPressOf reports whether a press of this player in the open turn is kept.
func (ref *Referee) isHandPressOf(by rules.Color) bool {
	return ref.isHandPressKept() && ref.waiting.handPress.by == by
}

// objects counts the press that is kept when the opponent shows that they object to it: by giving the time
// back, stopping the clocks or claiming, without having begun a reply.
func (ref *Referee) objects() {
	if ref.isHandPressKept() && !ref.isReplyBegun(ref.current()) {
		ref.countHandPress()
	}
}

// pressesAgain counts the press that is kept when the opponent presses without having lifted a piece of their own since, or its
// player after other acts.
func (ref *Referee) pressesAgain(by rules.Color) {
	p, t := ref.waiting.handPress, ref.current()
	if p == nil {
		return
	}
	if by == p.by && t.hasHandled(p.pressed) || by != p.by && !t.hasLifted(t.pos.Of(by), p.pressed) {
		ref.objects()
	}
}

// countHandPress counts the press that is kept.
func (ref *Referee) countHandPress() {
	p, t := ref.waiting.handPress, ref.current()
	ref.waiting.handPress = nil
	if p.ply == t.ply && t.made == nil && ref.result.text == "" && !ref.decoder.IsRecordDoubtful() {
		ref.pressWithoutMove(t, &p.judging, RemarkPieceInHand)
	}
}

// leaveHandPress ends the wait when the move of the turn is published, and returns the press if the piece
// was seen to come down after it, before the opponent replied; later are the acts after the move.
func (ref *Referee) leaveHandPress(t *turn, later []act) (pressed time.Duration, inHand bool) {
	p := ref.waiting.handPress
	if p == nil || p.ply != t.ply {
		return 0, false
	}
	ref.waiting.handPress = nil
	down := t.cameDown()
	if t.made.Inferred || t.made.Illegal || p.by != t.mover() || down.at <= p.pressed+ref.opt.Press || down.at > p.pressed+handMost || ref.mayBeTakenOn(t, down) || t.hasReplied(later, p.pressed, down.at) {
		return 0, false
	}
	return p.pressed, true
}
