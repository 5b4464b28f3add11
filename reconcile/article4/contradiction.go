package article4

import "touchmove/rules"

// Footprint returns the squares that a move changes.
func Footprint(p *rules.Position, m rules.Move) rules.Squares { return footprint(p, m) }

// Differs returns the squares on which the board does not show this position, as far as its sensors are trusted.
func (ref *Referee) Differs(p rules.Position) rules.Squares {
	board := ref.shows()
	return board.differs(&p)
}

// Contradicts returns the squares on which the board shows neither this position, after the move last, nor one that a
// legal move leads to from there, unless it is only what it shows of a move that was corrected, on these squares; none on a tactile board, whose moves are announced, and none while something moves on the board, which
// then does not rest.
func (ref *Referee) Contradicts(p rules.Position, last rules.Move, corrected rules.Squares) (off rules.Squares, rests bool) {
	if !ref.debouncer.isQuiet() {
		return 0, false
	}
	if off = ref.Differs(p); off == 0 || !ref.begun || ref.header.Tactile || ref.result.text != "" {
		return 0, true
	}
	for _, m := range p.LegalMoves(nil) {
		if ref.Differs(p.After(m)) == 0 && !ref.isLeftFrom(m, last, corrected) {
			return 0, true
		}
	}
	return off, true
}

// isLeftFrom reports whether the squares of a move are among those of a correction, and have stood as they are since
// before the last move was made.
func (ref *Referee) isLeftFrom(m, last rules.Move, corrected rules.Squares) bool {
	since := &ref.debouncer.since
	if ends := rules.SquaresOf(m.From(), m.To()); ends&^corrected != 0 || last == rules.NoMove {
		return false
	}
	return max(since[m.From()], since[m.To()]) <= max(since[last.From()], since[last.To()])
}
