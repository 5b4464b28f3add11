package rules

import "fmt"

// A Result is what the players scored. The zero value, Ongoing, is a game not yet decided or of unknown
// result.
type Result uint8

// The results. BothLost is a double loss, as when neither player came. WhiteHalf and BlackHalf are those
// of an arbiter who gives half a point to one player and none to the other (2005: 12.8, 2018: 12.9).
// WhiteMore and BlackMore are those of one who raises a player's score beside an opponent's
// that stands, and BothWon of one who raises it to the whole point beside a win (2001: 13.4, 2009:
// 13.4f); from 2018 the two scores come to no more than a point (10.2). PGN has no word for these six.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Drawn
	BothLost
	WhiteHalf
	BlackHalf
	WhiteMore
	BlackMore
	BothWon
)

var resultNames = [...]string{"*", "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "1-1/2", "1/2-1", "1-1"}

// ParseResult reads a result as String writes it.
func ParseResult(s string) (Result, error) {
	for i, name := range resultNames {
		if name == s {
			return Result(i), nil
		}
	}
	return Ongoing, fmt.Errorf("%q is not a result: want 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, 1-1/2, 1/2-1, 1-1 or *", s)
}

// WinFor is the result of a game won by a colour.
func WinFor(c Color) Result {
	if c == White {
		return WhiteWins
	}
	return BlackWins
}

// Winner is the colour that won, false if none did.
func (r Result) Winner() (Color, bool) {
	return Color(r-WhiteWins) & 1, r == WhiteWins || r == BlackWins
}

// InPGN reports whether PGN has a word for the result (PGN standard: 8.2.6).
func (r Result) InPGN() bool { return r <= Drawn }

// Halves is how many half points a colour scores; 0 also while the game is open.
func (r Result) Halves(c Color) int {
	switch {
	case r == WinFor(c), r == BothWon, r == WhiteMore && c == White, r == BlackMore && c == Black:
		return 2
	case r == Drawn, r == WhiteHalf && c == White, r == BlackHalf && c == Black, r == WhiteMore, r == BlackMore:
		return 1
	}
	return 0
}

// ExceedsPoint reports whether the two scores come to more than a point.
func (r Result) ExceedsPoint() bool { return r.Halves(White)+r.Halves(Black) > 2 }

// String is *, 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, 1-1/2, 1/2-1 or 1-1.
func (r Result) String() string {
	if int(r) >= len(resultNames) {
		return fmt.Sprintf("Result(%d)", uint8(r))
	}
	return resultNames[r]
}
