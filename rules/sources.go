package rules

// sources returns the squares from which a piece of kind k may legally go to a square, without
// castling. It gives what a notation needs without generating every move.
func (p *Position) sources(k Kind, to Square) Squares {
	us := p.of(p.turn)
	occ := p.occupied()
	if us.Has(to) {
		return 0
	}
	var from Squares
	switch k {
	case Pawn:
		from = p.pawnSources(to, occ)
	case Knight:
		from = table.knight[to&63]
	case Bishop:
		from = bishopAttacks(to, occ)
	case Rook:
		from = rookAttacks(to, occ)
	case Queen:
		from = bishopAttacks(to, occ) | rookAttacks(to, occ)
	case King:
		from = table.king[to&63]
	}
	from &= p.kind(k) & us
	them := occ &^ us &^ bit(to)
	legal := from
	for s := range from.All() {
		var safe bool
		switch {
		case k == Pawn && to == p.ep:
			safe = p.enPassantLegal(s, to)
		case k == King:
			safe = p.attackers(to, occ&^bit(s))&them == 0
		default:
			safe = p.attackers(p.king(p.turn), occ&^bit(s)|bit(to))&them == 0
		}
		if !safe {
			legal &^= bit(s)
		}
	}
	return legal
}

func (p *Position) pawnSources(to Square, occ Squares) Squares {
	if occ.Has(to) || to == p.ep {
		return table.pawn[p.turn.Other()][to&63]
	}
	back, fourth := -8, rank1<<24
	if p.turn == Black {
		back, fourth = 8, rank1<<32
	}
	one := rotate(bit(to), back)
	if fourth.Has(to) && one&occ == 0 {
		return rotate(one, back)
	}
	return one
}
