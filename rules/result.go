package rules

import "fmt"

// A Result is what the players scored. The zero value, Ongoing, is a game not yet decided or of unknown
// result.
type Result uint8

// The results. BothLost is a double loss, as when neither player came; PGN has no word for it.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Drawn
	BothLost
)

var resultNames = [...]string{"*", "1-0", "0-1", "1/2-1/2", "0-0"}

// ParseResult reads *, 1-0, 0-1, 1/2-1/2 or 0-0.
func ParseResult(s string) (Result, error) {
	for i, name := range resultNames {
		if name == s {
			return Result(i), nil
		}
	}
	return Ongoing, fmt.Errorf("%q is not a result: want 1-0, 0-1, 1/2-1/2, 0-0 or *", s)
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

// String is *, 1-0, 0-1, 1/2-1/2 or 0-0.
func (r Result) String() string {
	if int(r) >= len(resultNames) {
		return fmt.Sprintf("Result(%d)", uint8(r))
	}
	return resultNames[r]
}
