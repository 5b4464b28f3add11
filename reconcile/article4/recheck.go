package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// recheckAtPress schedules a look at the board, once it has come to rest, after a press of this
// player for a move that was already published.
func (ref *Referee) recheckAtPress(by rules.Color) {
	prev := ref.previous()
	if prev == nil || prev.mover() != by || prev.made.Illegal || ref.header.Tactile || ref.hasPressedFor(prev, ref.now) {
		return
	}
	ref.doubtTakenOn(by)
	ref.waiting.recheck = &recheck{at: ref.now + ref.opt.Press + ref.opt.Place - 10*time.Millisecond, pressed: ref.now, ply: prev.ply}
}

// checkPressed corrects the move that was pressed for if the board shows another move (2009:4.6).
func (ref *Referee) checkPressed() {
	c := ref.waiting.recheck
	if ref.record.ply() != c.ply || ref.result.text != "" && !ref.result.proposed {
		ref.waiting.recheck = nil
		return
	}
	if !ref.debouncer.isQuiet() && ref.now < c.pressed+4*ref.opt.Press {
		c.at = ref.now + 20*time.Millisecond
		return
	}
	if rested := ref.lastChanged(c.pressed) + brushMost; rested > ref.now && ref.now < c.pressed+lawfulAfter {
		c.at = rested // what came after the press may only have brushed the board
		return
	}
	ref.waiting.recheck = nil
	if !ref.takeBackTakenOn(c.pressed) && !ref.correctMovedOn(c.pressed) && !ref.takeBackUndone(c.pressed) && !ref.takeBackMovedOn(c.pressed) {
		ref.tellStrayPressed(c)
	}
}

// brushMost is the longest time for which a sleeve or a hand that passes fills a square.
const brushMost = 300 * time.Millisecond

// lastChanged returns when the last of the squares changed that differ from the position on record and have changed
// after a press, or a time long past if there is none.
func (ref *Referee) lastChanged(pressed time.Duration) time.Duration {
	last := -brushMost
	shows := ref.shows()
	for set := shows.differs(&ref.current().pos); set != 0; set &= set - 1 {
		if at := ref.debouncer.since[set.First()]; at > pressed {
			last = max(last, at)
		}
	}
	return last
}

// correctMovedOn corrects the published move if its piece was moved on, or put back and another one
// moved, before the press if there was one, and the board shows one other legal move. It reports
// whether it did.
func (ref *Referee) correctMovedOn(pressed time.Duration) bool {
	prev := ref.previous()
	if prev == nil || prev.made.Illegal || ref.hold != nil {
		return false
	}
	return ref.correctTo(ref.shows(), pressed)
}

// correctAtReply corrects the published move where no clock is pressed: with the opponent's first lift
// the player's hand is done. If the piece stands neither where it was released nor in a hand any more,
// it has taken a piece whose square has changed since.
func (ref *Referee) correctAtReply(a act) {
	prev, t := ref.previous(), ref.current()
	if ref.timing.connected || ref.flags.timed || ref.header.Tactile || a.kind != lifted || a.noise || a.to != unowned ||
		prev == nil || prev.made.Illegal || ref.hold != nil || t.pos.At(a.sq).Color() != t.mover() {
		return
	}
	board := ref.shows()
	to := prev.made.Move.To()
	if t.pos.At(a.sq) == rules.NoPiece || board.full.Has(to) || !board.mask.Has(to) || board.full.Has(a.sq) ||
		t.takesFrom(a.sq, to) || prev.takesFrom(prev.made.Move.From(), a.sq) {
		return // the reply takes the piece, or the piece takes the one that was lifted
	}
	board.full = board.full.With(a.sq)
	if slices.ContainsFunc(board.fits(prev), func(m rules.Move) bool {
		return m.From() == prev.made.Move.From() && prev.pos.Captured(m) != rules.NoSquare
	}) {
		ref.correctTo(board, 0)
	}
}

// takesFrom reports whether the player having the move may take what stands on a square with the piece
// from another.
func (t *turn) takesFrom(from, victim rules.Square) bool {
	return slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool { return m.From() == from && t.pos.Captured(m) == victim })
}

// correctTo is correctMovedOn for what a board shows.
func (ref *Referee) correctTo(board shown, pressed time.Duration) bool {
	prev := ref.previous()
	was := prev.made.Move
	changed := board.differs(&ref.current().pos)
	if changed == 0 {
		return false
	}
	var now, others []rules.Move
	for _, m := range board.fits(prev) {
		if m.From() == was.From() {
			now = append(now, m)
		} else {
			others = append(others, m)
		}
	}
	if len(now) == 0 && len(others) == 1 && ref.haveChangedSince(changed, prev.made.Released, pressed) {
		now = others
	}
	if len(now) > 1 || pressed == 0 { // of two captures take the one whose square has changed since
		now = slices.DeleteFunc(now, func(m rules.Move) bool { return ref.debouncer.since[m.To()] <= prev.made.Released })
	}
	if len(now) != 1 {
		return false
	}
	if pressed != 0 && ref.debouncer.since[was.To()] > pressed && ref.isUnseenCapture(prev, now[0], prev.made.Released) {
		return false // the opponent, who has the move, has taken it
	}
	at := time.Duration(0)
	for set := changed.With(now[0].To()); set != 0; set &= set - 1 {
		at = max(at, ref.debouncer.since[set.First()])
	}
	if at <= prev.made.Released || pressed != 0 && at > pressed+ref.opt.Press {
		return false
	}
	m := prev.named(now[0], ref.read(prev, 0))
	ref.order(Order{Do: Impose, Ply: prev.ply, Move: m, Legal: true, Lifted: prev.made.Released, Landed: at})
	return true
}

// haveChangedSince reports whether all these squares last changed after a release, and before the
// press for it if there was one.
func (ref *Referee) haveChangedSince(set rules.Squares, released, pressed time.Duration) bool {
	for ; set != 0; set &= set - 1 {
		since := ref.debouncer.since[set.First()]
		if since <= released || pressed != 0 && since > pressed+ref.opt.Press {
			return false
		}
	}
	return true
}
