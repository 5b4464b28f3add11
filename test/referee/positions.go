package main

import (
	"math/rand/v2"

	"touchmove/rules"
)

// position returns a random legal position in which the player to move has a move.
func position(r *rand.Rand) rules.Position {
	for {
		var p rules.Position
		switch r.IntN(8) {
		case 0:
			p = few(r)
		case 1:
			p = nearPromotion(r)
		case 2:
			p = nearCastling(r)
		case 3:
			p = nearPassing(r)
		default:
			p = wander(r, rules.StartPosition(), r.IntN(80))
		}
		if p.HasLegalMove() && !p.InsufficientMaterial() && p.HalfmoveClock() < 90 {
			return p
		}
	}
}

// wander plays random moves.
func wander(r *rand.Rand, p rules.Position, plies int) rules.Position {
	for range plies {
		legal := p.LegalMoves(nil)
		if len(legal) == 0 {
			return p
		}
		next := p.After(legal[r.IntN(len(legal))])
		if !next.HasLegalMove() {
			return p
		}
		p = next
	}
	return p
}

// scatter puts pieces on random free squares that suit them.
func scatter(r *rand.Rand, s *rules.Setup, men []rules.Piece) {
	for _, piece := range men {
		for {
			sq := rules.Square(r.IntN(64))
			if s.Board[sq] != rules.NoPiece || piece.Kind() == rules.Pawn && (sq.Rank() == 0 || sq.Rank() == 7) {
				continue
			}
			s.Board[sq] = piece
			break
		}
	}
}

func empty(r *rand.Rand) rules.Setup {
	return rules.Setup{Turn: rules.Color(r.IntN(2)), EnPassant: rules.NoSquare, FullmoveNumber: 30}
}

// anyMan returns a random piece, of any kind but a king.
func anyMan(r *rand.Rand) rules.Piece {
	kinds := []rules.Kind{rules.Pawn, rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.Queen}
	return rules.PieceOf(rules.Color(r.IntN(2)), kinds[r.IntN(len(kinds))])
}

var kings = []rules.Piece{rules.PieceOf(rules.White, rules.King), rules.PieceOf(rules.Black, rules.King)}

// few returns an ending with few pieces.
func few(r *rand.Rand) rules.Position {
	for {
		s := empty(r)
		men := append([]rules.Piece{}, kings...)
		for range 1 + r.IntN(6) {
			men = append(men, anyMan(r))
		}
		scatter(r, &s, men)
		if p, err := rules.NewPosition(s, rules.Standard); err == nil {
			return p
		}
	}
}

// nearPromotion returns a position with pawns of the player to move on the seventh rank.
func nearPromotion(r *rand.Rand) rules.Position {
	for {
		s := empty(r)
		rank, last := 6, 7
		if s.Turn == rules.Black {
			rank, last = 1, 0
		}
		for range 1 + r.IntN(3) {
			file := r.IntN(8)
			s.Board[rules.SquareAt(file, rank)] = rules.PieceOf(s.Turn, rules.Pawn)
			if file < 7 && r.IntN(2) == 0 {
				s.Board[rules.SquareAt(file+1, last)] = rules.PieceOf(s.Turn.Other(), rules.Rook)
			}
		}
		men := append([]rules.Piece{}, kings...)
		for range r.IntN(6) {
			men = append(men, anyMan(r))
		}
		scatter(r, &s, men)
		if p, err := rules.NewPosition(s, rules.Standard); err == nil {
			return p
		}
	}
}

// nearCastling returns a position with kings and rooks at home, castling rights and few
// pieces between.
func nearCastling(r *rand.Rand) rules.Position {
	for {
		s := empty(r)
		for i, c := range []rules.Color{rules.White, rules.Black} {
			rank := 7 * i
			s.Board[rules.SquareAt(4, rank)] = rules.PieceOf(c, rules.King)
			for _, file := range []int{0, 7} {
				sq := rules.SquareAt(file, rank)
				s.Board[sq] = rules.PieceOf(c, rules.Rook)
				if r.IntN(4) > 0 {
					s.Castling = s.Castling.With(sq)
				}
			}
		}
		var men []rules.Piece
		for range r.IntN(14) {
			men = append(men, anyMan(r))
		}
		scatter(r, &s, men)
		if p, err := rules.NewPosition(s, rules.Standard); err == nil {
			return p
		}
	}
}

// nearPassing returns a position with a pawn that can be captured en passant.
func nearPassing(r *rand.Rand) rules.Position {
	for {
		p := wander(r, rules.StartPosition(), 10+r.IntN(30))
		for range 40 {
			if p.EnPassant() != rules.NoSquare {
				return p
			}
			next := wander(r, p, 1)
			if next == p {
				break
			}
			p = next
		}
	}
}
