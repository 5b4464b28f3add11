package rules

import "fmt"

// A Variant is the game played: it decides where castling is possible and how UCI writes it.
type Variant uint8

// The variants. Chess960 is the game of the Laws 2009, appendix F.
const (
	Standard Variant = iota
	Chess960
)

// ParseVariant reads "standard" or "chess960".
func ParseVariant(s string) (Variant, error) {
	switch s {
	case "standard":
		return Standard, nil
	case "chess960":
		return Chess960, nil
	}
	return Standard, fmt.Errorf("%q is not a variant: want \"standard\" or \"chess960\"", s)
}

// String is "standard" or "chess960".
func (v Variant) String() string {
	if v == Standard {
		return "standard"
	}
	return "chess960"
}
