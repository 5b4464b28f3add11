package rules

import "fmt"

// Chess960Start is the initial position of Chess960 with a number from 0 to 959, by Reinhard Scharnagl's
// numbering in which 518 has the pieces as in standard chess (2009: F2 tells what orders are allowed).
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
	// The two knights take one of the ten pairs of the five files left, in order.
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
