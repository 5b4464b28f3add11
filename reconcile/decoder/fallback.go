package decoder

import "time"

const (
	fallbackFor    = 400 * time.Millisecond // how long a hypothesis must agree to become a fallback
	fallbackLost   = 800 * time.Millisecond // how long the board must then have differed
	fallbackNear   = 250 * time.Millisecond // how long it must show the position again
	fallbackOff    = 2                      // squares that one move changes
	fallbackPrice  = 8.0
	fallbackBehind = 8 // plies: an older position that is shown again is a repetition
)

// keepFallback makes the best hypothesis the new fallback and restores the old one if its position
// is back. There is only one fallback, the latest: with an older one, a repetition of moves would
// look like an accident put right.
func (d *Decoder) keepFallback() {
	d.watchFallback(&d.fallback)
	d.tryTakeBack()
	best := d.beam[0]
	off := best.mismatch &^ best.pending
	if a := d.fallback.hypothesis; a != nil {
		off &^= a.distrust & best.distrust
	}
	if off != 0 || d.phase != playing {
		d.fallback.agreedSince = 0
		return
	}
	if d.fallback.agreedSince == 0 {
		d.fallback.agreedSince = d.now
	}
	if d.now-d.fallback.agreedSince < fallbackFor || d.bestAgreeing(best) != best {
		return
	}
	if d.isFallbackAt(best) {
		d.fallback.paid, d.fallback.open = best.paid, best.total-best.paid // what has been adjusted since has been paid
		return
	}
	d.dropFallback()
	d.fallback = fallback{hypothesis: d.clone(best), paid: best.paid, open: best.total - best.paid, agreedSince: d.now}
}

// watchFallback restores the fallback when its position is shown again.
func (d *Decoder) watchFallback(a *fallback) {
	if a.hypothesis == nil {
		return
	}
	if (a.hypothesis.mismatch &^ a.hypothesis.distrust).Count() > fallbackOff {
		a.near = 0
		if a.lost == 0 {
			a.lost = d.now
		}
		return
	}
	if a.lost == 0 {
		return
	}
	if a.near == 0 {
		a.near = d.now
	}
	if d.now-a.near < fallbackNear {
		return
	}
	long := a.near-a.lost >= fallbackLost
	a.lost, a.near = 0, 0
	if !long || a.hypothesis.tail.ply < d.beam[0].tail.ply-fallbackBehind {
		return
	}
	c := d.clone(a.hypothesis)
	c.paid = a.paid + a.open + fallbackPrice
	for set := c.mismatch; set != 0; set &= set - 1 {
		c.accrued[set.First()] = 0
	}
	c.fresh = true
	d.enter(c)
	d.grow()
	d.prune()
}

// isFallbackAt reports whether the fallback is at the last move of s.
func (d *Decoder) isFallbackAt(s *hypothesis) bool {
	return d.fallback.hypothesis != nil && d.fallback.hypothesis.tail == s.tail
}
