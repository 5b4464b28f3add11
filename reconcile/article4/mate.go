package article4

import "touchmove/rules"

// canMate says whether a player could still give mate by some series of legal
// moves. Only what is proved counts: where nothing is proved, he can.
func canMate(p *rules.Position, c rules.Color) bool {
	king := p.Pieces(c, rules.King)
	men := p.Of(c) &^ king
	switch {
	case men == 0:
		return false
	case men.Count() > 1 || p.Pieces(c, rules.Pawn)|p.Pieces(c, rules.Rook)|p.Pieces(c, rules.Queen) != 0:
		return true
	}
	// A lone minor piece needs a man of the opponent to smother his king.
	rest := p.Of(c.Other()) &^ p.Pieces(c.Other(), rules.King)
	if p.Pieces(c, rules.Knight) != 0 {
		return rest&^p.Pieces(c.Other(), rules.Queen) != 0
	}
	bishop := men.First()
	for sq := range (p.Pieces(c.Other(), rules.Bishop)).All() {
		if sq.Bright() != bishop.Bright() {
			return true
		}
	}
	return p.Pieces(c.Other(), rules.Knight)|p.Pieces(c.Other(), rules.Pawn) != 0
}
