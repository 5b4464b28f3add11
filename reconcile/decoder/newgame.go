package decoder

import (
	"time"

	"touchmove/rules"
)

// checkNewGame detects the first position of a new game on a board that was swept. It returns true
// when a new game has begun.
func (d *Decoder) checkNewGame() bool {
	if !d.showsStart() && !d.isPlayedAgain() || d.board.blind.Count() > 16 {
		d.setUp.newGameSince = 0
		if d.setUp.awaySince == 0 {
			d.setUp.awaySince = d.now
		}
		return false
	}
	if d.showsStart() {
		d.setUp.out = false
	}
	if since := d.setUp.awaySince; since != 0 {
		d.setUp.awaySince = 0
		if d.now-since >= awayLeast {
			d.setUp.mustChange = d.setUp.unmoved
		}
	}
	if d.setUp.mustChange && (!d.setUp.unmoved || d.showsStart()) || d.phase == playing && d.wasPlayedHome() && d.now-d.board.quietSince < newGameSilence {
		return false
	}
	if d.setUp.newGameSince == 0 {
		d.setUp.newGameSince = d.now
	}
	if d.now-d.setUp.newGameSince < newGameFor {
		return false
	}
	d.setUp.newGameSince = 0
	if d.ending.proposed { // and the pieces were not put back to play on
		d.report(Finding{Kind: Left, Result: d.ending.result, Why: KingsInTheCentre})
		d.ending.proposed = false
	}
	if d.setUp.keeps && (d.phase == finished || d.ending.decided || d.pub.tail.ply-d.root.ply >= keptPlies) {
		d.leave()
		return true
	}
	d.tellSetUp()
	d.setUp.suspended = d.Suspend()
	d.reset(d.cfg.Start, 0)
	if d.showsStart() || !d.beginMoved(d.beam[0], 0) {
		d.begin(d.beam[0], 0)
	}
	return true
}

// isPlayedAgain reports whether the first move of the next game has been made on pieces that have
// not moved since a game ended in its first position, without a move. Once the board has been
// cleared, the pieces are set up as for every other game.
func (d *Decoder) isPlayedAgain() bool {
	if !d.setUp.unmoved {
		return false
	}
	if d.isCleared() {
		d.setUp.unmoved = false
		return false
	}
	return !d.setUp.out && d.isOneMoveFrom(&d.cfg.Start, &d.board)
}

// isCleared reports whether so many squares differ from the first position that the board is being cleared or set up.
func (d *Decoder) isCleared() bool {
	start := &d.cfg.Start
	return d.board.differs(start.Occupied(), start.Of(rules.White), start.Of(rules.Black)).Count() >= sweepAt
}

// tellSetUp reports that a game without a sign of its end is over, because the board shows the
// first position of another one.
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

// Keep sets whether the game on the board is kept when the pieces are set up again: then no other
// game begins before NewGame. A game of fewer than keptPlies half-moves without a result is not
// kept: the pieces were only tried out, or the game was begun again.
func (d *Decoder) Keep(on bool) { d.setUp.keeps = on }

// Decide sets whether a result of the game is known or proposed.
func (d *Decoder) Decide(known bool) { d.ending.decided = known }

// leave ends a game that is kept after its pieces were set up again.
func (d *Decoder) leave() {
	d.tellSetUp()
	d.phase, d.setUp.mustChange = finished, true
}

// awaitsNewGame reports whether a repetition of the first position becomes a new game if nothing
// more happens.
func (d *Decoder) awaitsNewGame() bool {
	return d.pub.tail.ply-d.root.ply >= newGamePlies && d.showsStart() && d.now-d.board.quietSince <= newGameSilence+newGameFor
}

// wasPlayedHome reports whether moves lead to the first position that the board shows. That is a
// repetition, since no pawn has moved and nothing was captured, and not a reason for a new game.
func (d *Decoder) wasPlayedHome() bool {
	best := d.beam[0]
	return best.mismatch&^best.distrust == 0 && best.tail.traits&illegal == 0
}

// beforeSettingUp skips moves at the end of a line that were pieces set up for the next game, one at a time.
func (d *Decoder) beforeSettingUp(end *link) *link {
	l := end
	for next := d.now; l.prev != nil && next-l.landed < setUpWithin && !d.isMoveNotSetUp(l, l == end, next); l = l.prev {
		next = l.lifted
	}
	return l
}

// isMoveNotSetUp reports whether a player made this move, so that it is no piece set up for the next game. last says that
// no piece was set up after it, next is when the next one was lifted. A piece that is set up goes to a square where
// such a piece begins the game. What precedes one is part of the setting up, too, if it was not wholly detected: then
// only the board set up suggests it. But an undetected capture that had stood for silentWait by then was a move, and so
// was what its player has pressed the clock for.
func (d *Decoder) isMoveNotSetUp(l *link, last bool, next time.Duration) bool {
	if d.isPressedFor(l) {
		return true
	}
	if d.cfg.Start.At(l.move.To()) == l.prev.pos.At(l.move.From()) {
		return false
	}
	stood := l.traits&silent != 0 && next-l.landed >= d.times[silentWait]
	return last || stood || l.traits&(silent|blind) == 0
}
