package rules

import "fmt"

// A Result is what the players scored. The zero value, Ongoing, is a game that is undecided or
// whose result is unknown.
type Result uint8

// The results. BothLost is a double loss, for example when neither player came. WhiteHalf and
// BlackHalf are results where the arbiter gives half a point to one player and none to the other
// (2005: 12.8, 2018: 12.9). WhiteMore and BlackMore are results where the arbiter raises a player's
// score while the opponent's stands, and BothWon is one where he raises it to a whole point beside
// a win (2001: 13.4, 2009: 13.4f). From 2018 the two scores may not exceed one point together
// (10.2). PGN has no word for these six.
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

// ParseResult reads a result in the form that String writes.
func ParseResult(s string) (Result, error) {
	for i, name := range resultNames {
		if name == s {
			return Result(i), nil
		}
	}
	return Ongoing, fmt.Errorf("%q is not a result: want 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, 1-1/2, 1/2-1, 1-1 or *", s)
}

// WinFor is the result of a game that a colour won.
func WinFor(c Color) Result {
	if c == White {
		return WhiteWins
	}
	return BlackWins
}

// InPGN reports whether PGN can express the result (PGN standard: 8.2.6).
func (r Result) InPGN() bool { return r <= Drawn }

// Halves is the number of half points a colour scores, 0 while the game is undecided.
func (r Result) Halves(c Color) int {
	switch {
	case r == WinFor(c), r == BothWon, r == WhiteMore && c == White, r == BlackMore && c == Black:
		return 2
	case r == Drawn, r == WhiteHalf && c == White, r == BlackHalf && c == Black, r == WhiteMore, r == BlackMore:
		return 1
	}
	return 0
}

// ExceedsPoint reports whether the two scores add up to more than one point.
func (r Result) ExceedsPoint() bool { return r.Halves(White)+r.Halves(Black) > 2 }

// String is *, 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, 1-1/2, 1/2-1 or 1-1.
func (r Result) String() string {
	if int(r) >= len(resultNames) {
		return fmt.Sprintf("Result(%d)", uint8(r))
	}
	return resultNames[r]
}
