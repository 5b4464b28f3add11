package decoder

import (
	"time"

	"touchmove/rules"
)

const (
	takeBackMost  = 16 // plies
	takeBackQuiet = 120 * time.Millisecond
	takeBackPrice = 7.0
	takeBackPly   = 0.2 // added for each ply taken back
	takeBackGone  = 1.2 // added for each ply by which the best hypothesis is ahead of the fallback
)

// tryTakeBack looks for an earlier position of the line of the fallback on the board: the players
// have taken moves back, in whatever order they moved the pieces. A true repetition costs less as
// the moves that it was, so it wins over a take-back.
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
