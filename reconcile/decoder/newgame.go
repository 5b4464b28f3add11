package decoder

import "touchmove/rules"

// checkNewGame sees the first position of a new game on a board that was swept.
// It returns true when a new game has begun.
func (d *Decoder) checkNewGame() bool {
	if !d.showsStart() && !d.isPlayedAgain() || d.board.blind.Count() > 16 {
		d.setUp.newGameSince, d.setUp.mustChange = 0, d.setUp.unmoved
		return false
	}
	if d.setUp.mustChange && (!d.setUp.unmoved || d.showsStart()) || d.phase == playing && d.wasPlayedHome() && d.now-d.quietSince < newGameSilence {
		return false
	}
	if d.setUp.newGameSince == 0 {
		d.setUp.newGameSince = d.now
	}
	if d.now-d.setUp.newGameSince < newGameFor {
		return false
	}
	d.setUp.newGameSince = 0
	if d.ending.proposed { // and nobody has put the pieces back to play on
		d.report(Finding{Kind: Left, Result: d.ending.result, Why: KingsInTheCentre})
		d.ending.proposed = false
	}
	if d.keeps && (d.phase == finished || d.decided || d.pub.tail.ply-d.rootPly >= keptPlies) {
		d.leave()
		return true
	}
	d.tellSetUp()
	d.suspended = d.Suspend()
	d.reset(d.cfg.Start, d.cfg.Ply)
	if d.showsStart() || !d.beginMoved(d.beam[0], 0) {
		d.begin(d.beam[0], 0)
	}
	return true
}

// isPlayedAgain reports whether the first move of the next game has been made on pieces that
// no hand has moved since a game ended in its first position, by a word. Once the board has
// been cleared, the pieces are set up as for every other game.
func (d *Decoder) isPlayedAgain() bool {
	if !d.setUp.unmoved {
		return false
	}
	start := &d.cfg.Start
	if d.board.differs(start.Occupied(), start.Of(rules.White), start.Of(rules.Black)).Count() >= sweepAt {
		d.setUp.unmoved = false
		return false
	}
	return d.isOneMoveFrom(start, &d.board)
}

// tellSetUp tells that a game without a sign of its end is over, because the first
// position of another one stands there.
func (d *Decoder) tellSetUp() {
	if d.phase != playing && d.phase != sweeping {
		return
	}
	if d.rests.last != nil {
		d.rests.last.tail = d.beforeSettingUp(d.rests.last.tail)
	}
	d.tellLastRest()
	d.report(Finding{Kind: Ended, Result: "*", Why: NewGameSetUp})
}

// Keep says whether the game on the board is kept when the pieces are set up again: no
// other game begins then before NewGame. A game of fewer than keptPlies half-moves without
// a result is not kept: the pieces were tried out, or it was begun again.
func (d *Decoder) Keep(on bool) { d.keeps = on }

// Decide says whether a result of the game is known or proposed.
func (d *Decoder) Decide(known bool) { d.decided = known }

// leave ends a game that is kept, on whose board the pieces are set up again.
func (d *Decoder) leave() {
	d.tellSetUp()
	d.phase, d.setUp.mustChange = finished, true
}

// awaitsNewGame reports whether a repetition of the first position turns into a new game
// if nothing more happens.
func (d *Decoder) awaitsNewGame() bool {
	return d.pub.tail.ply-d.rootPly >= newGamePlies && d.showsStart() && d.now-d.quietSince <= newGameSilence+newGameFor
}

// wasPlayedHome reports whether moves lead to the first position that the board shows: a
// repetition, as no pawn has moved and nothing was taken, and no reason for a new game.
func (d *Decoder) wasPlayedHome() bool {
	best := d.beam[0]
	return best.mismatch&^best.distrust == 0 && best.tail.traits&illegal == 0
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
