package decoder

import "touchmove/rules"

// leavesCorner reports whether l moves a rook with which its player may still castle.
func leavesCorner(l *link) bool {
	prev := &l.prev.pos
	return l.traits&castling == 0 && prev.At(l.move.From()).Kind() == rules.Rook && prev.Castling().Has(l.move.From())
}

// ways counts the other squares to which the hand that made l may still be on its way: a
// player in doubt rests a piece near where it came from or near where it goes.
func (d *Decoder) ways(l *link) int {
	if l.onward == 0 {
		prev := &l.prev.pos
		from, to := l.move.From(), l.move.To()
		close := distance(from, to) <= 2
		d.moves = prev.LegalMovesFrom(rules.SquaresOf(from), d.moves[:0])
		last := rules.NoSquare
		l.onward = 1
		for _, m := range d.moves {
			if m.To() != to && m.To() != last && !m.IsCastling() && (close || distance(to, m.To()) <= 3) {
				l.onward++
			}
			last = m.To() // a promotion is one way, whatever the piece
		}
	}
	return int(l.onward) - 1
}

// loss is what the move of l gives away.
func (d *Decoder) loss(l *link) float64 {
	if !l.valued {
		l.given, l.valued = d.blunder(&l.prev.pos, l.move), true
	}
	return l.given
}

// distance is how many steps a king takes from a to b.
func distance(a, b rules.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return max(files, -files, ranks, -ranks)
}
