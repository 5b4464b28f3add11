package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// takenOn returns the square that a piece of the player who has just moved has left again by this time, and the one on
// which it has then taken a piece of the opponent's: one was lifted there, and something was set down while the other
// square was empty, as it still is. Without colours, what stands there looks like the piece put back; but nobody leaves
// the opponent's piece off the board to put their own back. It can do so only as it moves: otherwise the opponent's hand
// is early, or a sensor has lost the piece. Both are NoSquare if the board shows nothing of the kind.
// What has changed after this time is left out, but for a piece that comes down as late as one that a press completes.
func (ref *Referee) takenOn(until time.Duration) (gone, taken rules.Square) {
	prev, t := ref.previous(), ref.current()
	if prev == nil || prev.made.Illegal || ref.hold != nil || ref.header.Tactile || ref.result.text != "" && !ref.result.proposed {
		return rules.NoSquare, rules.NoSquare
	}
	board := ref.showsSince(prev.made.Released)
	off := board.differs(&t.pos) &^ ref.changedSince(until)
	left := off & t.pos.Of(prev.mover()) & board.leftBy(prev)
	if left.Count() != 1 {
		return rules.NoSquare, rules.NoSquare
	}
	gone = left.First()
	since := ref.lastLifted(gone)
	if since <= prev.made.Released {
		return rules.NoSquare, rules.NoSquare
	}
	for _, a := range slices.Backward(slices.Concat(prev.acts, t.acts)) {
		ofMover := a.color == unowned || a.color == ownerOf(prev.mover())
		takes := t.pos.Of(t.mover()).Has(a.sq) && t.pos.Attackers(a.sq, prev.mover()).Has(gone)
		if a.kind == placed && a.at > since && a.at <= until+ref.opt.Press && ofMover && takes && board.full.Has(a.sq) {
			if off&^rules.SquaresOf(gone, a.sq) == 0 {
				return gone, a.sq
			}
			break
		}
	}
	return rules.NoSquare, rules.NoSquare
}

// anyTime is later than any record.
const anyTime = time.Duration(1 << 62)

// leftBy returns the squares that the player of a turn has left: those that are empty, and the one where a captured piece has
// been put back, where sensors show that.
func (s *shown) leftBy(t *turn) rules.Squares {
	left := ^s.full
	if to := t.made.Move.To(); s.polarity && t.pos.Captured(t.made.Move) == to && s.white.Has(to) == (t.mover() == rules.Black) {
		left = left.With(to)
	}
	return left
}

// lastLifted returns when the last piece left a square that was lifted since the move before the last; where it is empty, also
// if that is not sure yet.
func (ref *Referee) lastLifted(sq rules.Square) time.Duration {
	if !ref.debouncer.full.Has(sq) {
		return ref.debouncer.since[sq]
	}
	for _, a := range slices.Backward(slices.Concat(ref.previous().acts, ref.current().acts)) {
		if a.kind == lifted && a.sq == sq {
			return a.at
		}
	}
	return 0
}

// showsSince reads the board as it is now. Sensors that have detected hands since this time are trusted.
func (ref *Referee) showsSince(at time.Duration) shown {
	board := ref.shows()
	board.mask |= ref.changedSince(at) &^ ref.debouncer.blind
	return board
}

// changedSince returns the squares whose reading has changed after this time.
func (ref *Referee) changedSince(at time.Duration) (set rules.Squares) {
	for sq, since := range ref.debouncer.since {
		if since > at {
			set = set.With(rules.Square(sq))
		}
	}
	return set
}

// takeBackTakenOn takes back the published move if, before the press, a piece of its player's has gone on from it to
// take another one, and that is not what a legal move leaves: the press is for an illegal move, or a question
// (2009:7.4a, 2018:7.5.1). It reports whether it did.
func (ref *Referee) takeBackTakenOn(pressed time.Duration) bool {
	_, taken := ref.takenOn(pressed)
	if taken == rules.NoSquare {
		return false
	}
	prev, t, board := ref.previous(), ref.current(), ref.shows()
	if len(board.fits(t)) != 0 || slices.ContainsFunc(board.fits(prev), func(m rules.Move) bool { return m.To() == taken }) {
		return false
	}
	ref.takeBackForPress(prev, pressed)
	late := ref.changedSince(pressed).Without(taken) & board.differs(&t.pos)
	ref.waiting.again.replyLifts, ref.waiting.again.replyLands = late&t.pos.Of(t.mover())&^board.full, late&board.full
	return true
}

// leaveTakenOn gives the player who has moved, and not pressed the clock for it, the touch of a piece that the moved one has
// taken on from there: it is none of the opponent's. Once a piece of that player is put back, it has taken nothing.
func (ref *Referee) leaveTakenOn(a act) {
	if a.kind != placed {
		return
	}
	if t := ref.current(); t.pos.Of(t.mover().Other()).Has(a.sq) {
		for i := range t.acts {
			if o := &t.acts[i]; o.given {
				o.to, ref.dirty = unowned, true
			}
		}
	}
	prev := ref.previous()
	if prev == nil || ref.hasPressedFor(prev, a.at) {
		return
	}
	if gone, taken := ref.takenOn(a.at); taken == a.sq && footprint(&prev.pos, prev.made.Move).Has(gone) {
		ref.attributeTaken(gone, taken)
	}
}

// attributeTaken gives the player who has moved the lifts of these squares since then.
func (ref *Referee) attributeTaken(gone, taken rules.Square) {
	prev, t := ref.previous(), ref.current()
	for i := range t.acts {
		if a := &t.acts[i]; a.kind == lifted && (a.sq == taken || a.sq == gone) && a.to == unowned {
			a.to, a.given, ref.dirty = ownerOf(prev.mover()), true, true
		}
	}
}

// doubtTakenOn gives the player who now presses the touches again that were the opponent's once a piece had been put back:
// both players may have handled these pieces before the press, and the opponent is not bound by what they may not have touched.
func (ref *Referee) doubtTakenOn(by rules.Color) {
	t := ref.current()
	for i := range t.acts {
		if o := &t.acts[i]; o.given && o.to == unowned {
			o.to, ref.dirty = ownerOf(by), true
		}
	}
}

// tellTakenOn tells the arbiter that the board shows no position of the game, because a piece was taken by one that had
// been moved already, once the opponent begins a reply although nobody has pressed for the move. After that press, a piece
// that is off the board is rather the one that the opponent is about to capture.
func (ref *Referee) tellTakenOn(a act) {
	prev, t := ref.previous(), ref.current()
	if a.kind != lifted || a.noise || !t.pos.Of(t.mover()).Has(a.sq) || prev != nil && ref.hasPressedFor(prev, a.at) {
		return
	}
	if gone, taken := ref.takenOn(a.at - 1); taken != rules.NoSquare && taken != a.sq {
		ref.tellStray(t.ply-1, t.mover().Other(), gone)
	}
}
