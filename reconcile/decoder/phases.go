package decoder

import (
	"time"

	"touchmove/rules"
)

// phase is what goes on at the board.
type phase uint8

const (
	settingUp phase = iota // the first position is not on the board yet
	playing
	sweeping // pieces are being swept together, set up, or lie about
	finished // the game has ended; the next begins with its first position
)

const (
	setupQuiet   = 2500 * time.Millisecond // with a square or two that differ, begin after this
	setupNear    = time.Second             // or, when a piece is lifted, after this
	setupOff     = 2
	sweepAt      = 5 // so many pieces missing at once, or so many squares wrong, is no play
	sweepTotal   = 7
	playAgain    = 2
	growAtMost   = 12 // squares; with more no move is looked for
	newGamePlies = 6  // fewer may have been taken back
	restFor      = 150 * time.Millisecond
	newGameFor   = 900 * time.Millisecond
	setUpWithin  = 20 * time.Second // from one piece put up for the next game to the next
)

// setup waits for the first position.
func (d *Decoder) setup() {
	s := d.beam[0]
	off := d.board.mismatches(s)
	s.mismatch = off
	if d.setUp.near != 0 && off.Count() > d.setUp.near.Count() && off&d.setUp.near == d.setUp.near && d.now-d.setUp.nearSince >= setupNear {
		// Play begins before the quiet is over: a hand has lifted a piece.
		if d.beginMoved(s, off&^d.setUp.near) {
			return
		}
		d.begin(s, d.setUp.near)
		s.mismatch = 0
		for set := off; set != 0; set &= set - 1 {
			s.open(set.First(), d.now)
		}
		s.fresh = true
		return
	}
	if off == 0 || off.Count() > setupOff {
		d.setUp.near = 0
	} else if off != d.setUp.near {
		d.setUp.near, d.setUp.nearSince = off, d.now
	}
	if off != 0 && (off.Count() > setupOff || d.now-d.quietSince < setupQuiet) {
		return
	}
	if d.board.blind.Count() > 16 {
		return
	}
	if off == 0 || !d.beginMoved(s, 0) {
		d.begin(s, off)
	}
}

// beginMoved begins where the board shows the first position but for one move
// that was made before reading began; up are squares whose pieces a hand has
// isLiftedAgain since. It returns false where no move explains what differs: then
// sensors must be broken.
func (d *Decoder) beginMoved(s *hypothesis, up rules.Squares) bool {
	start := s.pos()
	shown := d.board
	for set := up; set != 0; set &= set - 1 {
		sq := set.First()
		shown.full = shown.full.With(sq)
		if start.Of(rules.White).Has(sq) {
			shown.white = shown.white.With(sq)
		} else {
			shown.black = shown.black.With(sq)
		}
	}
	made := false
	d.moves = start.LegalMoves(d.moves[:0])
	for _, m := range d.moves {
		if p := start.After(m); shown.differs(p.Occupied(), p.Of(rules.White), p.Of(rules.Black)) == 0 {
			made = true
			break
		}
	}
	if !made {
		return false
	}
	d.begin(s, 0)
	s.mismatch = 0
	for set := d.board.mismatches(s); set != 0; set &= set - 1 {
		s.open(set.First(), d.now)
	}
	s.fresh = true
	return true
}

func (d *Decoder) begin(s *hypothesis, off rules.Squares) {
	s.distrust |= off
	for set := off; set != 0; set &= set - 1 {
		s.open(set.First(), d.now)
	}
	s.paid, s.counted = 0, d.now
	s.tail.landed, s.tail.lifted = d.now, d.now
	d.phase, d.began = playing, d.now
	d.report(Finding{Kind: Began, After: *s.pos()})
}

// watchPhase keeps the hypothesis at rest and the fallback, and sees sweeping, kings put in
// the centre and a new game.
func (d *Decoder) watchPhase() {
	best := d.beam[0]
	live := best.mismatch &^ best.distrust &^ best.pending
	switch d.phase {
	case finished:
		if !d.checkNewGame() {
			d.resumeAfterKings()
		}
	case playing:
		if d.watchCentre() {
			return
		}
		if (live&best.full).Count() >= sweepAt || live.Count() >= sweepTotal {
			d.phase = sweeping
			d.restBeforeSweep(best, live)
			return
		}
		if d.pub.tail.ply-d.rootPly >= newGamePlies && d.checkNewGame() {
			return
		}
		d.keepRest(best)
		d.keepFallback()
	case sweeping:
		d.keepFallback()
		if d.checkNewGame() || d.watchCentre() {
			return
		}
		if d.rests.last != nil && (d.rests.last.mismatch&^d.rests.last.distrust).Count() <= 1 {
			c := d.clone(d.rests.last)
			c.fresh = true
			d.enter(c)
			d.prune()
			d.phase = playing
		}
		// What looked like a sweep may be two fast hands after all.
		if live.Count() <= playAgain {
			d.phase = playing
		}
	}
}

// hasUnseenKing reports whether s has, beyond what was told, a king's move of which one
// end was not seen: that king may be on its way to the centre instead.
func (d *Decoder) hasUnseenKing(s *hypothesis) bool {
	for l := s.tail; l.ply > d.pub.tail.ply; l = l.prev {
		if l.traits&blind != 0 && l.pos.At(l.move.To()).Kind() == rules.King {
			return true
		}
	}
	return false
}

// bestAgreeing returns the best hypothesis that agrees with what was told: a rival that
// has just come out ahead, with a king in the air, is no calm.
func (d *Decoder) bestAgreeing(best *hypothesis) *hypothesis {
	told := d.pub.tail
	for _, s := range d.beam {
		if on := s.tail.at(told.ply); on != nil && on.line == told.line {
			return s
		}
		if s.total > best.total+amendBy {
			break
		}
	}
	return nil
}

// isTold reports whether l is a move that was told.
func (d *Decoder) isTold(l *link) bool {
	on := d.pub.tail.at(l.ply)
	return on != nil && on.line == l.line
}

// checkNewGame sees the first position of a new game on a board that was swept.
// It returns true when a new game has begun.
func (d *Decoder) checkNewGame() bool {
	if !d.showsStart() || d.board.blind.Count() > 16 {
		d.setUp.newGameSince, d.setUp.mustChange = 0, false
		return false
	}
	if d.setUp.mustChange {
		return false
	}
	if d.setUp.newGameSince == 0 {
		d.setUp.newGameSince = d.now
	}
	if d.now-d.setUp.newGameSince < newGameFor {
		return false
	}
	d.setUp.newGameSince = 0
	if d.phase == playing || d.phase == sweeping {
		if d.rests.last != nil {
			d.rests.last.tail = d.beforeSettingUp(d.rests.last.tail)
		}
		d.tellLastRest()
		d.report(Finding{Kind: Ended, Result: "*", Why: "new game set up"})
	}
	d.suspended = d.Suspend()
	d.reset(d.cfg.Start, d.cfg.Ply)
	d.begin(d.beam[0], 0)
	return true
}

// beforeSettingUp goes back over moves at the end of a line that were pieces put
// up for the next game, one at a time: to where they began the game, and unseen
// just before such a one.
func (d *Decoder) beforeSettingUp(l *link) *link {
	found := false
	for until := d.now; l.prev != nil && until-l.landed < setUpWithin; l = l.prev {
		home := d.cfg.Start.At(l.move.To()) == l.prev.pos.At(l.move.From())
		if !home && (!found || l.traits&(silent|blind) == 0) {
			break
		}
		found, until = found || home, l.landed
	}
	return l
}

// showsStart reports whether the board shows the position in which games begin.
func (d *Decoder) showsStart() bool {
	start := &d.cfg.Start
	return d.board.differs(start.Occupied(), start.Of(rules.White), start.Of(rules.Black)) == 0
}
