package decoder

// watchPhase updates the hypothesis at rest and the fallback, and detects sweeping, kings put in
// the centre and a new game.
func (d *Decoder) watchPhase() {
	best := d.beam[0]
	live := best.mismatch &^ best.distrust &^ best.pending
	switch d.phase {
	case finished:
		if !d.checkNewGame() {
			d.watchMovedKing()
			d.resumeAfterKings()
		}
	case playing:
		if d.watchCentre() {
			return
		}
		if (live&best.full).Count() >= sweepAt || live.Count() >= sweepTotal {
			d.phase = sweeping
			d.ending.sweptSince = d.now
			d.restBeforeSweep()
			return
		}
		if d.pub.tail.ply-d.root.ply >= newGamePlies && d.checkNewGame() {
			return
		}
		d.keepRest(best)
		d.keepFallback()
	case sweeping:
		d.keepFallback()
		d.tellSwept()
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
		// What looked like a sweep may have been two fast hands.
		if live.Count() <= playAgain {
			d.phase = playing
		}
	}
}
