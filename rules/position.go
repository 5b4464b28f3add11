package rules

// A Position is a legal chess position that can be played from: placement, player to move, castling
// rights, en passant, the two move counters, and the variant. It is a value of 48 bytes without
// pointers: copy it, keep it, use it as a map key. Only NewPosition and moves lead to one; the zero
// Position is an empty board and must not be played from.
//
// The operator == compares everything, including the counters. Same and Key tell whether two
// positions are the same for a repetition (2009: 9.2).
//
// The board is four sets. A kind's number, Pawn = 001 to King = 110 in binary, is spread over three
// of them, one for each binary digit, and the fourth marks White's pieces. Any kind is then two or
// three operations away, and a move is the same few operations whatever piece moves or is captured.
type Position struct {
	bit0, bit1, bit2 Squares // squares whose piece has that binary digit in its kind
	white            Squares // squares of White's pieces
	castling         Squares // squares of rooks that may still castle, of both sides
	halfmove         uint16
	fullmove         uint16
	ep               Square // target of a fully legal en passant capture, else NoSquare
	turn             Color
	variant          Variant
}

// StartFEN is the initial position of standard chess (2009: 2.3).
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// StartPosition is the initial position of standard chess.
func StartPosition() Position { return MustPosition(StartFEN, Standard) }

// MustPosition is NewPosition of ParseFEN, for tests and constants; it panics where they return an
// error.
func MustPosition(fen string, v Variant) Position {
	s, err := ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	p, err := NewPosition(s, v)
	if err != nil {
		panic(err)
	}
	return p
}

func (p *Position) occupied() Squares { return p.bit0 | p.bit1 | p.bit2 }
func (p *Position) pawns() Squares    { return p.bit0 &^ (p.bit1 | p.bit2) }
func (p *Position) knights() Squares  { return p.bit1 &^ (p.bit0 | p.bit2) }
func (p *Position) kings() Squares    { return p.bit1 & p.bit2 }
func (p *Position) diagonal() Squares { return p.bit0 & (p.bit1 ^ p.bit2) } // bishops and queens
func (p *Position) straight() Squares { return p.bit2 &^ p.bit1 }           // rooks and queens

func (p *Position) of(c Color) Squares {
	if c == White {
		return p.white
	}
	return p.occupied() ^ p.white
}

func (p *Position) king(c Color) Square { return (p.kings() & p.of(c)).First() }

func (p *Position) kind(k Kind) Squares {
	if k == NoKind || k > King {
		return 0
	}
	set := AllSquares
	for i, plane := range [3]Squares{p.bit0, p.bit1, p.bit2} {
		if k>>i&1 == 0 {
			plane = ^plane
		}
		set &= plane
	}
	return set
}

func (p *Position) put(s Square, piece Piece) {
	b, k := bit(s), piece.Kind()
	p.bit0, p.bit1, p.bit2, p.white = p.bit0&^b, p.bit1&^b, p.bit2&^b, p.white&^b
	p.bit0 |= Squares(k&1) << (s & 63)
	p.bit1 |= Squares(k>>1&1) << (s & 63)
	p.bit2 |= Squares(k>>2&1) << (s & 63)
	if piece != NoPiece && piece.Color() == White {
		p.white |= b
	}
}

// Turn is the player who has the move.
func (p Position) Turn() Color { return p.turn }

// At is the piece on a square, NoPiece if it is empty or NoSquare.
func (p Position) At(s Square) Piece {
	if s >= NoSquare {
		return NoPiece
	}
	k := p.kindAt(s)
	if k == NoKind {
		return NoPiece
	}
	return PieceOf(Color(^p.white>>(s&63)&1), k)
}

func (p *Position) kindAt(s Square) Kind {
	s &= 63
	return Kind(p.bit0>>s&1 | p.bit1>>s&1<<1 | p.bit2>>s&1<<2)
}

// Occupied is the set of squares that are not empty.
func (p Position) Occupied() Squares { return p.occupied() }

// Of is the set of squares with a colour's pieces.
func (p Position) Of(c Color) Squares { return p.of(c) }

// Pieces is the set of squares with a colour's pieces of one kind.
func (p Position) Pieces(c Color, k Kind) Squares { return p.kind(k) & p.of(c) }

// King is the square of a colour's king.
func (p Position) King(c Color) Square { return p.king(c) }

// EnPassant is the square that a pawn has just passed over, if it may be captured there en passant
// and such a capture is fully legal; else NoSquare. Two positions that allow the same moves
// therefore do not differ here, as the rule on repetition requires.
func (p Position) EnPassant() Square { return p.ep }

// Castling is the set of squares of the rooks, of both colours, that have not lost the right to
// castle: neither they nor their king have moved. It does not say that castling is possible now.
func (p Position) Castling() Squares { return p.castling }

// Variant is the game being played.
func (p Position) Variant() Variant { return p.variant }

// HalfmoveClock counts the half-moves since the last capture or pawn move; 100 is the fifty moves of
// the Laws 2009, 9.3.
func (p Position) HalfmoveClock() int { return int(p.halfmove) }

// FullmoveNumber is the number of the current move: 1 at the start of a game, and one more after
// each move of Black's.
func (p Position) FullmoveNumber() int { return int(p.fullmove) }

// Ply is the number of half-moves played before this position, computed from the move number: 0
// when White is to make move 1.
func (p Position) Ply() int { return 2*(int(p.fullmove)-1) + int(p.turn) }

// InCheck reports whether the king of the player to move is attacked (2009: 3.9).
func (p Position) InCheck() bool { return p.checkers() != 0 }

func (p *Position) checkers() Squares {
	occ := p.occupied()
	return p.attackers(p.king(p.turn), occ) & p.of(p.turn.Other())
}

// Attackers is the set of a colour's pieces that attack a square, whether or not they are pinned and
// whatever stands on it (2009: 3.1). A pawn attacks the squares it could capture on.
func (p Position) Attackers(s Square, c Color) Squares {
	if s >= NoSquare {
		return 0
	}
	return p.attackers(s, p.occupied()) & p.of(c)
}

// attackers returns the pieces of both colours that attack s, with the board occupied as given.
func (p *Position) attackers(s Square, occ Squares) Squares {
	s &= 63
	white := p.white
	pawns := p.pawns()
	return table.pawn[Black][s]&pawns&white | table.pawn[White][s]&pawns&^white |
		table.knight[s]&p.knights() | table.king[s]&p.kings() |
		rookAttacks(s, occ)&p.straight() | bishopAttacks(s, occ)&p.diagonal()
}
