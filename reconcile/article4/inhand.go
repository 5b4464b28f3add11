package article4

import (
	"slices"
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// pressedInHand returns the press for the published move that m replaces, if that was a capture which
// no sensor had detected, and its piece came down elsewhere after the press: the piece was in the
// hand, and the press completed nothing (2018:7.5.3).
func (ref *Referee) pressedInHand(m halfmove.HalfMove) (pressed time.Duration, ok bool) {
	old := ref.turnOf(m.Ply)
	if old == nil || old.made == nil || old.made.Illegal || m.Illegal || !old.made.Inferred || ref.isMending() || !ref.timing.connected || ref.header.Tactile {
		return 0, false
	}
	was := old.made.Move
	if was == m.Move || !ref.isUnseenCapture(old, was, old.made.Released) {
		return 0, false
	}
	pressed, ok = ref.ownPress(old)
	if !ok || ref.wasWrong(old.mover(), pressed) || ref.isPressedLate(old, pressed) || m.Released <= pressed+ref.opt.Press {
		return 0, false
	}
	landed := slices.ContainsFunc(ref.actsSince(m.Ply), func(a act) bool {
		return a.kind == placed && a.at > pressed+ref.opt.Press && (a.sq == was.From() || a.sq == m.Move.To() && m.Move.From() == was.From())
	})
	return pressed, landed
}

// checkAskedBack tells a press with a piece in the hand that was left open because several captures could have
// looked like it, once the board shows that none was made (2018:7.5.3).
func (ref *Referee) checkAskedBack() {
	j, t := ref.waiting.asked, ref.current()
	if j == nil || j.ply != t.ply || t.made != nil || ref.result.text != "" {
		ref.waiting.asked = nil
		return
	}
	if board := ref.shows(); !ref.debouncer.isQuiet() || board.differs(&t.pos) != 0 {
		return
	}
	ref.waiting.asked = nil
	if ref.now <= j.pressed+handMost && !t.hasLifted(anywhere, j.pressed) {
		ref.pressWithoutMove(t, j, RemarkPieceInHand)
	}
}

// anywhere is every square.
const anywhere = ^rules.Squares(0)

// pressedUnseen returns the press for the last published move if that is a capture which no sensor had detected, and
// nothing has been lifted since: its piece may have been in the hand.
func (ref *Referee) pressedUnseen() (prev *turn, pressed time.Duration) {
	prev, t := ref.previous(), ref.current()
	if prev == nil || prev.made.Illegal || !prev.made.Inferred || ref.hold != nil || ref.result.text != "" || !ref.timing.connected || ref.header.Tactile {
		return nil, 0
	}
	if before := ref.turnOf(prev.ply - 1); before != nil && before.made != nil && before.made.Inferred {
		return nil, 0 // what comes down may be the piece of that move
	}
	pressed, ok := ref.ownPress(prev)
	if !ok || ref.wasWrong(prev.mover(), pressed) || ref.isPressedLate(prev, pressed) || t.hasLifted(anywhere, pressed) ||
		!ref.isUnseenCapture(prev, prev.made.Move, prev.made.Released) || !ref.debouncer.isQuiet() {
		return nil, 0
	}
	return prev, pressed
}

// hasLanded reports whether a piece came down on a square after a press, and soon enough to have been in the hand.
func (ref *Referee) hasLanded(on rules.Square, pressed time.Duration) bool {
	since := ref.debouncer.since[on]
	return ref.debouncer.full.Has(on) && since > pressed+ref.opt.Press && since <= pressed+handMost
}

// takeBackHeld takes back a published capture which no sensor had detected, once its piece has come down after the press
// on the square from which it was lifted and the board shows the position before it: the piece was in the hand, and the
// press completed nothing (2018:7.5.3).
func (ref *Referee) takeBackHeld() {
	prev, pressed := ref.pressedUnseen()
	if prev == nil || !ref.hasLanded(prev.made.Move.From(), pressed) {
		return
	}
	if board := ref.shows(); board.differs(&prev.pos) == 0 {
		ref.takeBackForPress(prev, pressed)
		ref.waiting.again.held = true
	}
}

// correctHeld corrects such a capture when its piece rests, since the press, where another legal move takes it, and the
// board shows no reply.
func (ref *Referee) correctHeld(at rest) {
	prev, pressed := ref.pressedUnseen()
	if prev == nil || !ref.hasLanded(at.sq, pressed) || ref.debouncer.since[at.sq] != at.at {
		return
	}
	board := ref.shows()
	now := board.fits(prev)
	if len(now) != 1 || now[0].To() != at.sq || now[0].From() != prev.made.Move.From() || len(board.fits(ref.current())) != 0 {
		return
	}
	ref.order(Order{Do: Impose, Ply: prev.ply, Move: prev.named(now[0], ref.read(prev, 0)), Legal: true, Lifted: prev.made.Released, Landed: at.at})
}

// pressedHolding returns the press before the published move m at which the mover still held its piece,
// which came down only later; later are the acts after that. Such a press was left open if the board could also show
// a capture of which no sensor had detected anything (2018:7.5.3).
func (ref *Referee) pressedHolding(t *turn, m halfmove.HalfMove, later []act) (pressed time.Duration, ok bool) {
	before := m.Released - 4*ref.opt.Press
	if m.Illegal || m.Inferred || m.Move.IsCastling() || ref.isMending() || !ref.timing.connected || ref.header.Tactile ||
		ref.decoder.Distrusted().Has(m.Move.To()) || !ref.isRecordBehind(t, t.mover(), before) {
		return 0, false
	}
	for _, p := range slices.Backward(ref.clock.presses[t.mover()]) {
		if p.at < before && !p.stood {
			if t.hasReplied(later, p.at, m.Released) || !t.hasPlaced(m.Move.To(), p.at) {
				return 0, false
			}
			held, alone := t.ownInHand(ref.read(t, p.at))
			return p.at, alone && !p.wrong && !held.accident && held.from == m.Move.From()
		}
	}
	return 0, false
}

// hasReplied reports whether the opponent lifted a piece of their own between a press and the time at which the
// player's piece was detected: they saw it stand there before a sensor did. The piece that the move takes is lifted by the
// player. Acts of the reply may be among the later ones.
func (t *turn) hasReplied(later []act, pressed, landed time.Duration) bool {
	rival := t.pos.Of(t.mover().Other()) &^ rules.SquaresOf(t.pos.Captured(t.made.Move))
	lifts := func(a act) bool { return a.kind == lifted && a.at > pressed && a.at < landed && rival.Has(a.sq) }
	return slices.ContainsFunc(t.acts, lifts) || slices.ContainsFunc(later, lifts)
}

// hasPlaced reports whether something was seen to come down on a square after this time. A move that a command names was
// released at the time of the command, which says nothing of where its piece was before.
func (t *turn) hasPlaced(on rules.Square, since time.Duration) bool {
	return slices.ContainsFunc(t.acts, func(a act) bool { return a.kind == placed && a.sq == on && a.at > since })
}

// actsSince returns the acts of the turn of this ply and those after it.
func (ref *Referee) actsSince(ply int) (list []act) {
	for _, t := range ref.turns {
		if t.ply >= ply {
			list = append(list, t.acts...)
		}
	}
	return list
}

// countIdle reports a press that completed no move, for what it was, once its player has made one after it. Where such a
// press counts as an illegal move, it is counted.
func (ref *Referee) countIdle(t *turn, pressed time.Duration, name RemarkName) {
	by := t.mover()
	t.accounted++
	ref.remark(name, by)
	ref.void(by, pressed)
	if !ref.laws.pressCounts || ref.result.text != "" && !ref.result.proposed {
		return
	}
	ref.countIllegal(t, &illegal{by: by, ply: t.ply, pressed: pressed, reason: IllegalReason(name), idle: true})
}
