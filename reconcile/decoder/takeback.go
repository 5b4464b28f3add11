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
	takeBackOrder = 3.0 // taken off if the moves were undone one after the other, the last one first
)

// tryTakeBack looks for an earlier position of the line of the fallback on the board: the players
// have taken moves back, in whatever order they moved the pieces. A true repetition costs less as
// the moves that it was, so it wins over a take-back.
func (d *Decoder) tryTakeBack() {
	a := &d.fallback
	if a.hypothesis == nil || d.phase != playing || d.pub.tail.ply-d.root.ply >= newGamePlies && d.showsStart() || d.now-d.board.quietSince < takeBackQuiet || d.due.takeBackTried == d.board.quietSince || d.isFallbackAt(d.beam[0]) && d.beam[0].mismatch == 0 {
		return
	}
	d.due.takeBackTried = d.board.quietSince
	full := d.board.full
	deaf := a.hypothesis.distrust | d.health.chattering()
	l := a.hypothesis.tail
	for k := 1; k <= takeBackMost && l.ply > d.root.ply; k++ {
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
		if d.isUndoneInOrder(a.hypothesis.tail, k) {
			c.paid -= takeBackOrder
		}
		c.counted = d.now
		c.fresh = true
		d.enter(c)
		d.prune()
		return
	}
}

// isUndoneInOrder reports whether the pieces of the k moves up to l were put back one after the
// other, that of the last move first. As moves these would be made in turn by the player who is not
// to move, so it is seldom play. A single move proves nothing.
func (d *Decoder) isUndoneInOrder(l *link, k int) bool {
	var seen rules.Squares
	at := l.landed
	for i := 0; i < k; i, l = i+1, l.prev {
		ends := rules.SquaresOf(l.move.From(), l.move.To())
		lifted, back := d.board.gaps[l.move.To()][0].from, d.board.gaps[l.move.From()][0].until
		if l.traits&(castling|promotion|passant) != 0 || seen&ends != 0 || lifted < at || back < lifted {
			return false
		}
		seen, at = seen|ends, back
	}
	return k > 1
}
