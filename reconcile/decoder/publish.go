package decoder

import (
	"math"
	"time"
)

// publish publishes what has become sure at d.now.
func (d *Decoder) publish() {
	if d.phase != playing || d.areKingsUp() {
		return
	}
	if d.isInDisarray() || d.isOver() {
		return
	}
	for {
		best := d.beam[0]
		told := d.pub.tail
		if on := best.tail.at(told.ply); on != nil && on.line == told.line {
			d.pub.departed = 0
			next := best.tail.at(told.ply + 1)
			if next == nil || d.isBarred(best, next) || d.isInTheDark(best, next) || d.isUnknown(best, next) {
				return
			}
			sign := d.readySign(best, next)
			if sign == NoSign {
				return
			}
			d.tellMade(best, next, sign)
			continue
		}
		if !d.amendOrRetract(best, told) {
			return
		}
	}
}

// amendOrRetract handles a best hypothesis that differs from the published line. It returns true
// when something was published and there may be more.
func (d *Decoder) amendOrRetract(best *hypothesis, told *link) bool {
	common := d.lastCommon(best)
	back := common.ply == best.tail.ply
	if d.pub.departed == 0 || d.pub.from != common || d.pub.back != back {
		d.pub.departed, d.pub.from, d.pub.back = d.now, common, back
	}
	gap := math.Inf(1)
	for _, s := range d.beam[1:] {
		if on := s.tail.at(told.ply); on != nil && on.line == told.line {
			gap = s.total - best.total
			break
		}
	}
	if !d.isReopened(best, common, gap) {
		return false
	}
	if d.isDark() && (gap < darkMargin || d.outage.lost) {
		return false
	}
	if !d.board.clock && d.mayBringKings(&told.pos) {
		return false
	}
	since := d.now - d.pub.departed
	// Every move since has agreed with what was published long ago. Overturning it takes more
	// evidence, and more time, than correcting the last move.
	depth := min(told.ply-common.ply-1, deepest)
	gap -= float64(depth)*deepBy + d.pub.caution*cautionBy
	since -= time.Duration(depth) * deepFor
	if back {
		if gap < retractBy || since < retractFor {
			return false
		}
		d.reportRetracted(common)
		d.pub.redo = max(d.pub.redo, told.ply)
		d.breakSeal(common)
		d.pub.tail = common
		d.pub.departed = 0
		d.pub.raiseCaution(told.ply - common.ply)
		return true
	}
	if gap < amendBy || since < amendFor {
		return false
	}
	next := best.tail.at(common.ply + 1)
	sign := d.readySign(best, next)
	if sign == NoSign {
		return false
	}
	if d.landedAmidClearing(best, next) || d.leftBeforePress(best, next) {
		return false
	}
	t := d.describe(best, next, sign)
	t.Kind, t.Corrected, t.Was = Amended, true, told.at(common.ply+1).move
	d.report(t)
	d.pub.redo = max(d.pub.redo, told.ply)
	d.breakSeal(common)
	d.pub.tail = next
	d.pub.departed = 0
	d.pub.raiseCaution(told.ply - common.ply)
	return true
}

// leftBeforePress reports whether the piece of l, a move of s, had left its square again when its player pressed,
// and is on no other: what was published for that press shows where it is, and the reply may be illegal.
func (d *Decoder) leftBeforePress(s *hypothesis, l *link) bool {
	to := l.move.To()
	left, pressed := d.board.changed[to], d.players[l.prev.pos.Turn()].press
	return l.traits&castling == 0 && s.mismatch.Has(to) && !s.distrust.Has(to) && !d.board.full.Has(to) && l.landed < left && left <= pressed
}

// landedAmidClearing reports whether the last move of s landed while a piece of the opponent was
// missing that still is, and nobody has pressed for it: hands may be clearing the board, and have put
// a piece of the published line somewhere. A reply, or the piece put back, shows that play goes on.
func (d *Decoder) landedAmidClearing(s *hypothesis, l *link) bool {
	return s.tail == l && !d.isPressedFor(l) && s.lacked(l.landed, d.board.full)
}
