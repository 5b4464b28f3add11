package decoder

import (
	"slices"
	"time"

	"touchmove/reconcile/release"
	"touchmove/rules"
)

// leavesCorner reports whether l moves a rook with which its player may still castle.
func leavesCorner(l *link) bool {
	prev := &l.prev.pos
	return l.traits&castling == 0 && prev.At(l.move.From()).Kind() == rules.Rook && prev.Castling().Has(l.move.From())
}

// onward returns where else the hand that made l may be going.
func (d *Decoder) onward(l *link) *release.Onward {
	if r := &l.onward; !r.Known {
		d.memory.moves = l.prev.pos.LegalMovesFrom(rules.SquaresOf(l.move.From()), d.memory.moves[:0])
		*r = release.Look(&l.prev.pos, &l.pos, l.move, d.memory.moves, previous(l.prev))
		r.Loses = d.blunder(&l.prev.pos, l.move)
	}
	return &l.onward
}

// wasSlid reports whether a square on the way of l detected its piece passing.
func (d *Decoder) wasSlid(l *link) bool {
	from, to := l.move.From(), l.move.To()
	for set := ^l.pos.Occupied(); set != 0; set &= set - 1 {
		if _, ok := d.passed(set.First(), l); ok && release.IsBetween(from, set.First(), to) {
			return true
		}
	}
	return false
}

// tried counts the squares on which the piece of l rested on its way, including its own if it had
// been put back there.
func (d *Decoder) tried(l *link) (count int) {
	from := l.move.From()
	if g := &d.board.gaps[from]; g[1].from > l.prev.landed && g[0].from-g[1].until >= triedFor {
		count++
	}
	for set := ^l.pos.Occupied().With(from); set != 0; set &= set - 1 {
		if felt, ok := d.passed(set.First(), l); ok && felt >= triedFor {
			count++
		}
	}
	return count
}

// mayGoBack reports whether the piece of l has rested, in this turn, on another square to which it may
// go: the hand may still be choosing between them. From a capture or castling nobody may go back.
func (d *Decoder) mayGoBack(l *link) bool {
	if l.traits&(capture|castling) != 0 || d.tried(l) == 0 {
		return false
	}
	d.memory.moves = l.prev.pos.LegalMovesFrom(rules.SquaresOf(l.move.From()), d.memory.moves[:0])
	return slices.ContainsFunc(d.memory.moves, func(m rules.Move) bool {
		felt, ok := d.passed(m.To(), l)
		return ok && felt >= triedFor && m.To() != l.move.To() && !m.IsCastling()
	})
}

// passed returns how long a square detected the piece of l on its way, and false if it did not.
func (d *Decoder) passed(sq rules.Square, l *link) (time.Duration, bool) {
	g := &d.board.gaps[sq]
	return g[0].from - g[1].until, g[1].until >= l.lifted && g[0].from <= l.landed+d.times[bounce]
}

const triedFor = 150 * time.Millisecond
