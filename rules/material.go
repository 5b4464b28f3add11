package rules

// materialExcludes reports whether the pieces on the board, with all they could still become, rule
// out a checkmate by a colour, unless the position itself already is one. Pieces only disappear or,
// as pawns, become others, so what is excluded now stays excluded:
//
//   - A bare king cannot checkmate.
//   - A lone knight cannot if the opponent has nothing but queens beside his king: whichever
//     squares beside the king these block, one of them can capture the knight.
//   - Bishops of one square colour cannot if the opponent has nothing but rooks, queens, and
//     bishops of that same colour. The check passes over, or comes from, a square n diagonally
//     beside the king. Two squares of the other colour touch both n and the king. The checking king
//     cannot guard both without touching its opponent, no bishop of the checker's can guard either,
//     and a rook or queen that blocks one of them can move to n: it is never pinned, for it does
//     not stand on a diagonal of the king's. Nor is there a second check: no move opens another
//     diagonal for a bishop of the same colour while giving check itself, so such a double check
//     exists only in a position that was set up.
func (p *Position) materialExcludes(c Color) bool {
	ours, theirs := p.of(c), p.of(c.Other())
	kings, pawns, knights := p.kings(), p.pawns(), p.knights()
	queens := p.diagonal() & p.straight()
	bishops := p.diagonal() &^ queens
	pieces := ours &^ kings
	switch {
	case pieces == 0:
		return true
	case pieces&(pawns|p.straight()) != 0:
		return false
	case pieces == pieces&knights:
		return !pieces.more() && theirs&^kings&^queens == 0
	case pieces != pieces&bishops:
		return false
	case pieces&lightSquares == 0:
		return theirs&(pawns|knights|bishops&lightSquares) == 0
	case pieces&darkSquares == 0:
		return theirs&(pawns|knights|bishops&darkSquares) == 0
	}
	return false
}
