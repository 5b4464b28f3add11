package rules

// MaxMoves is enough room for the legal moves of any Position: fifteen queens with at most 27 moves
// each, a king with eight moves and two castlings make 415. No position that can arise in a game
// has more than 218.
const MaxMoves = 512

type moveList [MaxMoves]Move

// LegalMoves appends all legal moves to buf. Their order has no meaning but is always the same. It
// allocates nothing if buf has room; room for MaxMoves always suffices and is fastest.
func (p Position) LegalMoves(buf []Move) []Move {
	return p.LegalMovesFrom(AllSquares, buf)
}

// LegalMovesFrom is LegalMoves restricted to the pieces on these squares, in the same order.
// Castling is a move of the king.
func (p Position) LegalMovesFrom(from Squares, buf []Move) []Move {
	n := len(buf)
	if cap(buf)-n >= MaxMoves {
		room := buf[n : n+MaxMoves]
		return buf[:n+p.generate((*moveList)(room), from)]
	}
	var list moveList
	return append(buf, list[:p.generate(&list, from)]...)
}

// HasLegalMove reports whether the player to move can move at all.
func (p Position) HasLegalMove() bool {
	var list moveList
	return p.generate(&list, AllSquares) > 0
}

// IsLegal reports whether the move is legal in the position (2009: 3.10).
func (p Position) IsLegal(m Move) bool {
	var list moveList
	for _, l := range list[:p.generate(&list, bit(m.From()))] {
		if l == m {
			return true
		}
	}
	return false
}

// IsCheckmate reports whether the player to move is checkmated (2009: 5.1a).
func (p Position) IsCheckmate() bool { return p.InCheck() && !p.HasLegalMove() }

// IsStalemate reports whether the player to move has no legal move and is not in check (2009: 5.2a).
func (p Position) IsStalemate() bool { return !p.InCheck() && !p.HasLegalMove() }

const mask = MaxMoves - 1 // a power of two minus one, so that an index needs no bounds check

// generate writes the legal moves into list and returns their number. Instead of trying moves and
// taking them back it computes once which squares answer a check and which pieces are pinned. Only
// pieces on the squares of among move.
func (p *Position) generate(list *moveList, among Squares) int {
	n := 0
	occ := p.occupied()
	us := p.white
	if p.turn == Black {
		us ^= occ
	}
	them, kings := occ^us, p.kings()
	king := (kings & us).First() & 63
	diagonal, straight := p.diagonal(), p.straight()

	// Checks and pins. A slider whose line to the king holds only our pieces gives check if there
	// are none, and pins the piece if there is exactly one. After an illegal move the other king may
	// stand beside ours and give check (2009: 3.1, 3.9).
	checkers := (table.knight[king]&p.knights() | table.pawn[p.turn&1][king]&p.pawns() | table.king[king]&kings) & them
	target := ^(us | kings) // no king is captured, even after an illegal move has left one in check (2009: 1.2)
	var pinned Squares
	snipers := (rookAttacks(king, them)&straight | bishopAttacks(king, them)&diagonal) & them
	for ; snipers != 0; snipers &= snipers - 1 {
		s := snipers.First() & 63
		between := table.between[king][s] & us
		if between == 0 {
			checkers |= bit(s)
		} else if !between.more() {
			pinned |= between
		}
	}

	if among&bit(king) != 0 {
		n = p.kingMoves(list, king, us, them)
	}
	if checkers != 0 {
		if checkers.more() {
			return n
		}
		target = (checkers | table.between[king][checkers.First()&63]) &^ kings
	} else if p.castling&us != 0 && among&bit(king) != 0 {
		n = p.generateCastling(list, n, king)
	}
	pieces := us & among

	// Pieces that can go anywhere, then those that may only move along their pin.
	for from := p.knights() & pieces &^ pinned; from != 0; from &= from - 1 {
		f := from.First() & 63
		n = movesTo(list, n, f, table.knight[f]&target)
	}
	for from := diagonal & pieces &^ pinned; from != 0; from &= from - 1 {
		f := from.First() & 63
		n = movesTo(list, n, f, bishopAttacks(f, occ)&target)
	}
	for from := straight & pieces &^ pinned; from != 0; from &= from - 1 {
		f := from.First() & 63
		n = movesTo(list, n, f, rookAttacks(f, occ)&target)
	}
	if pinned != 0 {
		n = p.pinnedMoves(list, n, pieces&pinned, occ, target, king)
	}
	return p.pawnMoves(list, n, pieces, pinned, them, target, king)
}

// pinnedMoves adds the moves of bishops, rooks and queens along their pin; a pinned knight has
// none.
func (p *Position) pinnedMoves(list *moveList, n int, pinned, occ, target Squares, king Square) int {
	for from := p.diagonal() & pinned; from != 0; from &= from - 1 {
		f := from.First() & 63
		n = movesTo(list, n, f, bishopAttacks(f, occ)&target&table.line[king&63][f])
	}
	for from := p.straight() & pinned; from != 0; from &= from - 1 {
		f := from.First() & 63
		n = movesTo(list, n, f, rookAttacks(f, occ)&target&table.line[king&63][f])
	}
	return n
}

// movesTo adds the moves from one square to others.
func movesTo(list *moveList, n int, from Square, to Squares) int {
	for ; to != 0; to &= to - 1 {
		list[n&mask] = Move(from) | Move(to.First())<<6
		n++
	}
	return n
}

// pawnMoves adds the moves of the pawns among the pieces, all at once. A pinned pawn may go in a
// direction if the king is on that same line. The move from to-step to to is to-step | to<<6, which is
// to*65 - step. A pawn that an illegal move left unpromoted on its last rank has no moves.
func (p *Position) pawnMoves(list *moveList, n int, pieces, pinned, them, target Squares, king Square) int {
	turn := p.turn & 1
	up, third, end := 8, rank1<<16, rank8
	if turn == Black {
		up, third, end = -8, rank1<<40, rank1
	}
	pawns := p.pawns() & pieces &^ end
	if pawns == 0 {
		return n
	}
	king &= 63
	occ := p.occupied()
	free := pawns &^ pinned
	pinned &= pawns
	single := rotate(free|pinned&table.pinUp[king], up) &^ occ
	double := rotate(single&third, up) &^ occ & target
	single &= target
	west := rotate((free|pinned&table.pinWest[turn][king])&^fileA, up-1) & them & target
	east := rotate((free|pinned&table.pinEast[turn][king])&^fileH, up+1) & them & target

	const last = rank1 | rank8
	if (single|west|east)&last != 0 {
		n = promotions(list, n, single&last, up)
		n = promotions(list, n, west&last, up-1)
		n = promotions(list, n, east&last, up+1)
		single, west, east = single&^last, west&^last, east&^last
	}
	n = stepMoves(list, n, single, up)
	n = stepMoves(list, n, double, 2*up)
	n = stepMoves(list, n, west, up-1)
	n = stepMoves(list, n, east, up+1)
	if p.ep != NoSquare {
		n = p.enPassantMoves(list, n, table.pawn[turn^1][p.ep&63]&pawns)
	}
	return n
}

// kingMoves adds the king's steps to squares that nothing attacks.
func (p *Position) kingMoves(list *moveList, king Square, us, them Squares) (n int) {
	to := table.king[king&63] &^ (us | p.kings()) // after an illegal move the other king may stand beside it
	if to == 0 {
		return 0
	}
	theirs := p.pawns() & them
	if p.turn == White {
		theirs = theirs&^fileA>>9 | theirs&^fileH>>7
	} else {
		theirs = theirs&^fileA<<7 | theirs&^fileH<<9
	}
	to &^= theirs | table.king[(p.kings()&them).First()&63]
	knights, diagonal, straight := p.knights()&them, p.diagonal()&them, p.straight()&them
	without := (us | them) ^ bit(king) // the king does not shield the squares behind it
	for ; to != 0; to &= to - 1 {
		s := to.First() & 63
		if table.knight[s]&knights == 0 && rookAttacks(s, without)&straight == 0 && bishopAttacks(s, without)&diagonal == 0 {
			list[n&mask] = Move(king) | Move(s)<<6
			n++
		}
	}
	return n
}

// stepMoves adds moves with the same step, given by their targets.
func stepMoves(list *moveList, n int, to Squares, step int) int {
	for ; to != 0; to &= to - 1 {
		list[n&mask] = Move(to.First())*65 - Move(step)
		n++
	}
	return n
}

// enPassantMoves adds the captures en passant of the pawns on these squares.
func (p *Position) enPassantMoves(list *moveList, n int, from Squares) int {
	for ; from != 0; from &= from - 1 {
		if f := from.First(); p.enPassantLegal(f, p.ep) {
			list[n&mask] = makeMove(f, p.ep, flagEnPassant)
			n++
		}
	}
	return n
}

func promotions(list *moveList, n int, to Squares, step int) int {
	for ; to != 0; to &= to - 1 {
		m := Move(to.First())*65 - Move(step)
		for k := Queen; k >= Knight; k-- {
			list[n&mask] = m | promotionFlag(k)
			n++
		}
	}
	return n
}

// enPassantLegal reports whether the pawn on from may capture en passant on target without leaving
// its king in check. Two pieces leave the rank at once, so it checks the board after the capture.
func (p *Position) enPassantLegal(from, target Square) bool {
	victim := bit(target ^ 8)
	them := p.of(p.turn.Other()) &^ victim
	occ := p.occupied()&^victim&^bit(from) | bit(target)
	return p.attackers(p.king(p.turn), occ)&them == 0
}

// generateCastling adds the castling moves (2009: 3.8ii, F3). The king is known not to be in check.
func (p *Position) generateCastling(list *moveList, n int, king Square) int {
	occ := p.occupied()
	us := p.of(p.turn)
	for rooks := p.castling & us; rooks != 0; rooks &= rooks - 1 {
		rook := rooks.First() & 63
		m := makeMove(king, rook, flagCastling)
		kingTo, rookTo := castlingTargets(m)
		path := table.between[king][kingTo&63] | bit(kingTo)
		others := occ &^ bit(king) &^ bit(rook)
		if others&(path|table.between[rook][rookTo&63]|bit(rookTo)) != 0 {
			continue
		}
		// In Chess960 the rook may have shielded the king's last square, so this checks the board
		// after castling. For the squares the king passes, removing the king and placing the rook
		// changes nothing.
		attacked := p.attackers(kingTo, others|bit(rookTo))&^us != 0
		for s := range (path &^ bit(kingTo)).All() {
			attacked = attacked || p.attackers(s, occ&^bit(king))&^us != 0
		}
		if !attacked {
			list[n&mask] = m
			n++
		}
	}
	return n
}

// CanPromote reports whether a legal move of the player to move promotes a pawn (2009:3.7e).
func (p Position) CanPromote() bool {
	const near = 0xFF<<8 | 0xFF<<48 // the second and the seventh rank
	var list moveList
	for _, m := range list[:p.generate(&list, near)] {
		if m.Promotion() != NoKind {
			return true
		}
	}
	return false
}
