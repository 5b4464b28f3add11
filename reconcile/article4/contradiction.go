package article4

import "touchmove/rules"

// Footprint returns the squares that a move changes.
func Footprint(p *rules.Position, m rules.Move) rules.Squares { return footprint(p, m) }

// Differs returns the squares on which the board does not show this position, as far as its sensors are trusted.
func (ref *Referee) Differs(p rules.Position) rules.Squares {
	board := ref.shows()
	return board.differs(&p)
}

// Contradicts returns the squares on which the board shows neither this position nor one that a legal move leads to
// from there; none on a tactile board, whose moves are announced, and none while something moves on the board, which
// then does not rest.
func (ref *Referee) Contradicts(p rules.Position) (off rules.Squares, rests bool) {
	if !ref.debouncer.isQuiet() {
		return 0, false
	}
	if off = ref.Differs(p); off == 0 || !ref.begun || ref.header.Tactile || ref.result.text != "" {
		return 0, true
	}
	for _, m := range p.LegalMoves(nil) {
		if ref.Differs(p.After(m)) == 0 {
			return 0, true
		}
	}
	return off, true
}
