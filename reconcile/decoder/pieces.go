package decoder

import "touchmove/rules"

// canTake reports whether the piece on from may capture what stands on to.
func canTake(p *rules.Position, from, to rules.Square) bool {
	var buf [rules.MaxMoves]rules.Move
	for _, m := range p.LegalMovesFrom(rules.SquaresOf(from), buf[:0]) {
		if m.To() == to {
			return p.Captured(m) == to
		}
	}
	return false
}

// overlooksCheck reports whether a piece may move from one square to the other but for its king,
// which is then in check. Most illegal moves that people make are of this kind.
func overlooksCheck(p *rules.Position, from, to rules.Square) bool {
	if p.At(from).Kind() != rules.Pawn || p.At(to) != rules.NoPiece {
		return p.Attackers(to, p.Turn()).Has(from)
	}
	ahead := 1
	if p.Turn() == rules.Black {
		ahead = -1
	}
	switch to.Rank() - from.Rank() {
	case ahead:
		return from.File() == to.File()
	case 2 * ahead:
		home := from.Rank() == 1 || from.Rank() == 6
		return home && from.File() == to.File() && p.At(rules.SquareAt(from.File(), from.Rank()+ahead)) == rules.NoPiece
	}
	return false
}
