package rules

import "fmt"

// Chess960Start is the initial position of Chess960 with a number from 0 to 959. In Reinhard
// Scharnagl's numbering, which it uses, 518 is the order of standard chess (2009: F2 defines the
// allowed orders).
func Chess960Start(number int) (Position, error) {
	if number < 0 || number > 959 {
		return Position{}, fmt.Errorf("%d is not the number of a Chess960 start position: want 0 to 959", number)
	}
	var rank [8]Kind
	// place puts a piece on the nth of the files that are still free.
	place := func(k Kind, n int) {
		for f := range rank {
			if rank[f] == NoKind {
				if n == 0 {
					rank[f] = k
					return
				}
				n--
			}
		}
	}
	rank[number%4*2+1] = Bishop // the light-squared one: b, d, f or h
	number /= 4
	rank[number%4*2] = Bishop // the dark-squared one: a, c, e or g
	number /= 4
	place(Queen, number%6)
	number /= 6
	// The two knights take one of the ten pairs of the five remaining files, in order.
	for first := 0; first < 4; first++ {
		if pairs := 4 - first; number >= pairs {
			number -= pairs
			continue
		}
		place(Knight, first)
		place(Knight, first+number) // one file fewer is free now
		break
	}
	for _, k := range [...]Kind{Rook, King, Rook} {
		place(k, 0)
	}
	s := Setup{EnPassant: NoSquare, FullmoveNumber: 1}
	for f, k := range rank {
		for c := White; c <= Black; c++ {
			s.Board[SquareAt(f, 7*int(c))] = PieceOf(c, k)
			s.Board[SquareAt(f, 1+5*int(c))] = PieceOf(c, Pawn)
		}
		if k == Rook {
			s.Castling |= FileSquares(f) & (rank1 | rank8)
		}
	}
	return NewPosition(s, Chess960)
}

// Breach960 names the rule on the initial position of Chess960 that a position breaks: both players
// have the same pieces, each opposite a piece of the same kind (2009: F2c), the king is between the
// rooks (F2a), and the bishops are on squares of different colours (F2b).
type Breach960 uint8

// NoBreach960: the position is an initial position of Chess960, or no initial position at all, to
// which these rules do not apply.
const (
	NoBreach960   Breach960 = iota
	OtherMen960             // not one king, one queen and two rooks, bishops and knights
	Unlike960               // the players' pieces are not in the same order
	KingBeside960           // the king is not between the rooks
	Bishops960              // the bishops stand on squares of one colour
)

// BreachOf960 finds which rule of Chess960 a position breaks (2009: F2, 2018: II.2). It looks only
// at positions whose four ranks of an initial position are full, with the pawns on the second and
// seventh.
func BreachOf960(p Position) Breach960 {
	for f := range 8 {
		if p.At(SquareAt(f, 1)) != PieceOf(White, Pawn) || p.At(SquareAt(f, 6)) != PieceOf(Black, Pawn) ||
			p.At(SquareAt(f, 0)) == NoPiece || p.At(SquareAt(f, 7)) == NoPiece {
			return NoBreach960
		}
	}
	var count [King + 1]int
	var rooks, light int
	between := false
	for f := range 8 {
		white, black := p.At(SquareAt(f, 0)), p.At(SquareAt(f, 7))
		kind := white.Kind()
		if white.Color() != White || black != PieceOf(Black, kind) {
			return Unlike960
		}
		count[kind]++
		switch {
		case kind == Rook:
			rooks++
		case kind == King:
			between = rooks == 1
		case kind == Bishop && SquareAt(f, 0).Bright():
			light++
		}
	}
	switch {
	case count[Queen] != 1 || count[Rook] != 2 || count[Bishop] != 2 || count[Knight] != 2:
		return OtherMen960
	case !between:
		return KingBeside960
	case light != 1:
		return Bishops960
	}
	return NoBreach960
}
