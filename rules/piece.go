package rules

import "fmt"

// A Kind is the kind of a piece, without its colour.
type Kind uint8

// The kinds of pieces, from pawn to king; NoKind is the zero value. The board stores their numbers,
// see Position.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

var kindNames = [...]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king"}

// ParseKind reads a kind's English name, "pawn" to "king".
func ParseKind(s string) (Kind, error) {
	for k := Pawn; k <= King; k++ {
		if kindNames[k] == s {
			return k, nil
		}
	}
	return NoKind, fmt.Errorf("%q is not a kind of piece: want pawn, knight, bishop, rook, queen or king", s)
}

// String is the kind's English name, "pawn" to "king"; "none" for NoKind.
func (k Kind) String() string {
	if k > King {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Letter is the kind's capital letter in PGN and FEN: P N B R Q K, and ' ' for NoKind.
func (k Kind) Letter() byte {
	if k > King {
		return '?'
	}
	return " PNBRQK"[k]
}

func kindOfLetter(c byte) Kind {
	switch c {
	case 'P':
		return Pawn
	case 'N':
		return Knight
	case 'B':
		return Bishop
	case 'R':
		return Rook
	case 'Q':
		return Queen
	case 'K':
		return King
	}
	return NoKind
}

// A Piece is a kind together with a colour. NoPiece, an empty square, is the zero value.
type Piece uint8

// NoPiece is the content of an empty square.
const NoPiece Piece = 0

// PieceOf is the piece of a colour and kind; of NoKind it is NoPiece.
func PieceOf(c Color, k Kind) Piece {
	if k == NoKind {
		return NoPiece
	}
	return Piece(c&1)<<3 | Piece(k)
}

// Color is the piece's colour, White for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

// Kind is the piece's kind, NoKind for NoPiece.
func (p Piece) Kind() Kind { return Kind(p & 7) }

// String is the piece's letter in a FEN, capital for White; NoPiece is ".".
func (p Piece) String() string {
	if p == NoPiece {
		return "."
	}
	return string([]byte{p.letter()})
}

func (p Piece) letter() byte {
	l := p.Kind().Letter()
	if p.Color() == Black {
		l |= 0x20
	}
	return l
}

func pieceOfLetter(c byte) Piece {
	if c >= 'a' && c <= 'z' {
		return PieceOf(Black, kindOfLetter(c&^0x20))
	}
	return PieceOf(White, kindOfLetter(c))
}
