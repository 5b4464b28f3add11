package rules

import "fmt"

// A Color is a player's side.
type Color uint8

// The two sides. White is the zero value.
const (
	White Color = iota
	Black
)

// ParseColor reads "white" or "black".
func ParseColor(s string) (Color, error) {
	switch s {
	case "white":
		return White, nil
	case "black":
		return Black, nil
	}
	return White, fmt.Errorf("%q is not a colour: want \"white\" or \"black\"", s)
}

// Other is the opponent's colour.
func (c Color) Other() Color { return c ^ 1 }

// String is "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// name is the colour at the start of a sentence.
func (c Color) name() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// homeRank is the rank of the colour's pieces in the initial position.
func (c Color) homeRank() Squares {
	if c == White {
		return rank1
	}
	return rank8
}
