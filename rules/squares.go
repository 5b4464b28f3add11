package rules

import (
	"iter"
	"math/bits"
	"strings"
)

// Squares is a set of squares; bit n stands for Square n. The zero value is the empty set, and the
// ordinary operators are its algebra: & is intersection, | union, &^ difference, ^ symmetric difference.
type Squares uint64

// Named parts of the board.
const (
	AllSquares   Squares = 0xffffffffffffffff
	fileA        Squares = 0x0101010101010101
	fileH        Squares = fileA << 7
	rank1        Squares = 0xff
	rank8        Squares = rank1 << 56
	darkSquares  Squares = 0xaa55aa55aa55aa55
	lightSquares Squares = ^darkSquares
)

// SquaresOf makes a set of squares; it ignores NoSquare.
func SquaresOf(sqs ...Square) Squares {
	var set Squares
	for _, s := range sqs {
		set = set.With(s)
	}
	return set
}

// FileSquares is the set of the eight squares of a file, 0 for a to 7 for h.
func FileSquares(file int) Squares { return fileA << (file & 7) }

// RankSquares is the set of the eight squares of a rank, 0 for the first to 7 for the eighth.
func RankSquares(rank int) Squares { return rank1 << (8 * (rank & 7)) }

// bit is the set of one square. It takes s modulo 64, so callers check for NoSquare where it can
// occur.
func bit(s Square) Squares { return 1 << (s & 63) }

// Has reports whether the square is in the set; NoSquare never is.
func (b Squares) Has(s Square) bool { return s < NoSquare && b&bit(s) != 0 }

// With is the set with the square added; adding NoSquare changes nothing.
func (b Squares) With(s Square) Squares {
	if s >= NoSquare {
		return b
	}
	return b | bit(s)
}

// Without is the set with the square removed.
func (b Squares) Without(s Square) Squares {
	if s >= NoSquare {
		return b
	}
	return b &^ bit(s)
}

// Count is the number of squares in the set.
func (b Squares) Count() int { return bits.OnesCount64(uint64(b)) }

// First is the lowest square of the set, NoSquare if it is empty.
func (b Squares) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// more reports whether the set has at least two squares.
func (b Squares) more() bool { return b&(b-1) != 0 }

// All iterates over the set from A1 towards H8.
func (b Squares) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// String lists the squares' names in order, as in "{a1 e4}".
func (b Squares) String() string {
	var s strings.Builder
	s.WriteByte('{')
	for sq := range b.All() {
		if s.Len() > 1 {
			s.WriteByte(' ')
		}
		s.WriteString(sq.String())
	}
	s.WriteByte('}')
	return s.String()
}
