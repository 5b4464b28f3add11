package decoder

import (
	"time"

	"touchmove/rules"
)

// A fallback is a copy of a hypothesis that agreed with the whole board for a while,
// kept outside the beam. When a board that was knocked, or an illegal move,
// has been put right, the hypothesis that is true may long have been given up for
// others that explain the mess by moves. So when the board again shows an
// fallback's position, or one move from it, the fallback is put back at a flat
// price: an accident put right costs the same however long it took.
type fallback struct {
	hypothesis *hypothesis
	paid       float64       // what it had paid when it was taken
	open       float64       // and what its broken sensors cost then, paid with it
	lost       time.Duration // since when the board differs from it by more than a move; 0 is not
	near       time.Duration // since when it differs by no more again; 0 is not
}

const (
	fallbackFor    = 400 * time.Millisecond // a hypothesis agrees for this long to become a fallback
	fallbackLost   = 800 * time.Millisecond // and the board must have differed for this long
	fallbackNear   = 250 * time.Millisecond // before it shows it again for this long
	fallbackOff    = 2                      // squares by which one move differs
	fallbackPrice  = 8.0
	fallbackBehind = 8 // plies: an older position that comes back is a repetition
)

// keepFallback takes a new fallback from the best hypothesis and puts the old one back.
// There is only one, the latest: an older one would mistake a repetition of
// moves for an accident put right.
func (d *Decoder) keepFallback() {
	d.watchFallback(&d.fallback)
	d.tryTakeBack()
	best := d.beam[0]
	off := best.mismatch &^ best.pending
	if a := d.fallback.hypothesis; a != nil {
		off &^= a.distrust & best.distrust
	}
	if off != 0 || d.phase != playing {
		d.agreedSince = 0
		return
	}
	if d.agreedSince == 0 {
		d.agreedSince = d.now
	}
	if d.now-d.agreedSince < fallbackFor || d.bestAgreeing(best) != best {
		return
	}
	if d.isFallbackAt(best) {
		d.fallback.paid, d.fallback.open = best.paid, best.total-best.paid // what has been adjusted since is paid
		return
	}
	d.dropFallback()
	d.fallback = fallback{hypothesis: d.clone(best), paid: best.paid, open: best.total - best.paid}
	d.agreedSince = d.now
}

// isFallbackAt reports whether the fallback stands at the last move of s.
func (d *Decoder) isFallbackAt(s *hypothesis) bool {
	return d.fallback.hypothesis != nil && d.fallback.hypothesis.tail == s.tail
}

// watchFallback puts the fallback back when its position has come back.
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

func (d *Decoder) dropFallback() {
	if d.fallback.hypothesis != nil {
		d.free(d.fallback.hypothesis)
	}
	d.fallback, d.agreedSince = fallback{}, 0
}

const (
	takeBackMost  = 16 // plies
	takeBackQuiet = 120 * time.Millisecond
	takeBackPrice = 7.0
	takeBackPly   = 0.2 // more for each ply taken back
	takeBackGone  = 1.2 // and for each that the best hypothesis has gone on from the fallback
)

// tryTakeBack finds the board back at an earlier position of the line that led
// to the fallback: players have taken moves back, in whatever order their hands
// found. A true repetition is cheaper as the moves it was, and wins over this.
func (d *Decoder) tryTakeBack() {
	a := &d.fallback
	if a.hypothesis == nil || d.phase != playing || d.pub.tail.ply-d.rootPly >= newGamePlies && d.showsStart() || d.now-d.quietSince < takeBackQuiet || d.takeBackTried == d.quietSince || d.isFallbackAt(d.beam[0]) && d.beam[0].mismatch == 0 {
		return
	}
	d.takeBackTried = d.quietSince
	full := d.board.full
	deaf := a.hypothesis.distrust | d.health.chattering()
	l := a.hypothesis.tail
	for k := 1; k <= takeBackMost && l.ply > d.rootPly; k++ {
		l = l.prev
		p := &l.pos
		diff := full ^ p.Occupied()
		if diff&^(deaf|d.board.blind) != 0 || d.board.differs(p.Occupied(), p.Of(rules.White), p.Of(rules.Black))&^deaf != 0 {
			continue
		}
		c := d.clone(a.hypothesis)
		c.tail = l
		c.expect()
		c.mismatch, c.pending = d.board.mismatches(c), 0
		for set := c.mismatch; set != 0; set &= set - 1 {
			sq := set.First()
			c.since[sq], c.sincePly[sq], c.accrued[sq] = d.now, int32(l.ply), 0
		}
		c.paid = a.paid + a.open + takeBackPrice + takeBackPly*float64(k) + takeBackGone*float64(max(0, d.beam[0].tail.ply-a.hypothesis.tail.ply))
		c.counted = d.now
		c.fresh = true
		d.enter(c)
		d.prune()
		return
	}
}
