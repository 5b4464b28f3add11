package rules

import "strings"

// ParseUCI reads a legal move in the notation of the Universal Chess Interface, such as e2e4 or
// e7e8q. In standard chess castling may be written as the king's step (e1g1) or as king takes rook
// (e1h1); in Chess960 it is king takes rook, and a king's step is only a step. Errors are
// *MoveError: invalid if the text is not a move, illegal, or ambiguous if the kind that a pawn
// promotes to is missing.
func (p Position) ParseUCI(text string) (Move, error) {
	if len(text) != 4 && len(text) != 5 {
		return NoMove, p.moveError(ErrInvalidMove, text, "want origin and target square, as in e2e4, and a promotion letter if any")
	}
	from, err := ParseSquare(text[:2])
	if err != nil {
		return NoMove, p.moveError(ErrInvalidMove, text, err.Error())
	}
	to, err := ParseSquare(text[2:4])
	if err != nil {
		return NoMove, p.moveError(ErrInvalidMove, text, err.Error())
	}
	promotion := NoKind
	if len(text) == 5 {
		i := strings.IndexByte("nbrq", text[4]|0x20)
		if i < 0 {
			return NoMove, p.moveError(ErrInvalidMove, text, "the fifth letter is a promotion: n, b, r or q")
		}
		promotion = Knight + Kind(i)
	}
	var list moveList
	first, found := NoMove, 0
	for _, m := range list[:p.generate(&list, AllSquares)] {
		if m.From() != from || promotion != NoKind && m.Promotion() != promotion {
			continue
		}
		target := m.To()
		if p.variant == Standard && m.IsCastling() && to != target {
			target, _ = castlingTargets(m)
		}
		if target == to {
			if found == 0 {
				first = m
			}
			found++
		}
	}
	switch found {
	case 1:
		return first, nil
	case 0:
		return NoMove, p.moveError(ErrIllegalMove, text, p.whyNot(from))
	}
	e := p.moveError(ErrAmbiguousMove, text, "the pawn promotes: add n, b, r or q")
	for k := Queen; k >= Knight; k-- {
		e.Candidates = append(e.Candidates, makeMove(from, to, promotionFlag(k)))
	}
	return NoMove, e
}

// whyNot gives a first hint why no legal move begins on a square.
func (p *Position) whyNot(from Square) string {
	switch {
	case !p.occupied().Has(from):
		return from.String() + " is empty"
	case !p.of(p.turn).Has(from):
		return "it is " + p.turn.String() + "'s turn"
	case p.checkers() != 0:
		return p.turn.String() + " is in check"
	}
	return ""
}
