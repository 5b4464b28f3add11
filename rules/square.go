package rules

import "fmt"

// A Square is one of the 64 squares, A1 = 0, B1 = 1, up to H8 = 63.
// NoSquare, 64, stands for "none", as in a position without en passant.
type Square uint8

// The squares by name, rank by rank from White's side.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A2
	B2
	C2
	D2
	E2
	F2
	G2
	H2
	A3
	B3
	C3
	D3
	E3
	F3
	G3
	H3
	A4
	B4
	C4
	D4
	E4
	F4
	G4
	H4
	A5
	B5
	C5
	D5
	E5
	F5
	G5
	H5
	A6
	B6
	C6
	D6
	E6
	F6
	G6
	H6
	A7
	B7
	C7
	D7
	E7
	F7
	G7
	H7
	A8
	B8
	C8
	D8
	E8
	F8
	G8
	H8

	NoSquare Square = 64
)

// SquareAt returns the square on a file (0 = a) and a rank (0 = the first), NoSquare outside 0..7.
func SquareAt(file, rank int) Square {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare
	}
	return Square(rank<<3 | file)
}

// ParseSquare reads a square's name, "a1" to "h8", in small letters.
func ParseSquare(s string) (Square, error) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, fmt.Errorf("%q is not a square: want a file a-h and a rank 1-8, as in \"e4\"", s)
	}
	return SquareAt(int(s[0]-'a'), int(s[1]-'1')), nil
}

// File is the square's file, 0 for a to 7 for h.
func (s Square) File() int { return int(s & 7) }

// Rank is the square's rank, 0 for the first to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// String is the square's name, as in "e4"; NoSquare is "-", as in a FEN.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// Neighbours are the squares that touch this one: three to eight.
func (s Square) Neighbours() Squares { return table.king[s] }

// Bright reports whether the square is light, as h1 is (FIDE 2.1).
func (s Square) Bright() bool { return lightSquares.Has(s) }
