package article4

import (
	"cmp"
	"slices"
	"time"

	"touchmove/rules"
)

// knock is the time within which nobody lifts three pieces on purpose: a sleeve knocks them over,
// one scan after another.
const knock = 100 * time.Millisecond

// pieceLifts are the lifts of a turn from squares where a piece stood when it began, in order of time.
type pieceLifts []act

// isKnocked reports whether three or more pieces left their squares around this time
// (7.3).
func (l pieceLifts) isKnocked(at time.Duration) bool {
	from, _ := slices.BinarySearchFunc(l, at-knock+1, func(a act, t time.Duration) int { return cmp.Compare(a.at, t) })
	pieces := rules.Squares(0)
	for _, a := range l[from:] {
		if a.at >= at+knock {
			break
		}
		pieces = pieces.With(a.sq)
	}
	return pieces.Count() >= 3
}
