package rules

import "fmt"

// A Result is what the players scored. The zero value, Ongoing, is a game not yet decided or of unknown
// result.
type Result uint8

// The results. BothLost is a double loss, as when neither player came. WhiteHalf and BlackHalf are those
// of an arbiter who gives half a point to one player and none to the other (2005: 12.8, 2018: 12.9). PGN
// has no word for these three.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Drawn
	BothLost
	WhiteHalf
	BlackHalf
)

var resultNames = [...]string{"*", "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2"}

// ParseResult reads *, 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0 or 0-1/2.
func ParseResult(s string) (Result, error) {
	for i, name := range resultNames {
		if name == s {
			return Result(i), nil
		}
	}
	return Ongoing, fmt.Errorf("%q is not a result: want 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 or *", s)
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
	case r == WinFor(c):
		return 2
	case r == Drawn, r == WhiteHalf && c == White, r == BlackHalf && c == Black:
		return 1
	}
	return 0
}

// String is *, 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0 or 0-1/2.
func (r Result) String() string {
	if int(r) >= len(resultNames) {
		return fmt.Sprintf("Result(%d)", uint8(r))
	}
	return resultNames[r]
}
