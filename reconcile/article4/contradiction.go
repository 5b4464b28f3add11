package article4

import "touchmove/rules"

// Agrees reports whether the board shows this position, as far as its sensors are trusted.
func (ref *Referee) Agrees(p rules.Position) bool {
	board := ref.shows()
	return board.differs(&p) == 0
}

// Contradicts returns the squares on which the board, while nothing moves on it, shows neither this position nor
// one that a legal move leads to from there; none on a tactile board, whose moves are announced.
func (ref *Referee) Contradicts(p rules.Position) rules.Squares {
	if !ref.begun || !ref.debouncer.isQuiet() || ref.header.Tactile || ref.result.text != "" {
		return 0
	}
	board := ref.shows()
	off := board.differs(&p)
	if off == 0 {
		return 0
	}
	for _, m := range p.LegalMoves(nil) {
		if after := p.After(m); board.differs(&after) == 0 {
			return 0
		}
	}
	return off
}
