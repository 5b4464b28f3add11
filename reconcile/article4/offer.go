package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// draws holds the offers and claims of a draw.
type draws struct {
	offer   offer
	offers  [2][]int     // offers of a draw, valid or not: the half-moves after which the latest were made (see latest)
	refused [2][]Refused // the latest claims that were refused
	pending *pending     // the latest claim that an arbiter has to rule on
	raised  int          // 1953: how many moves a claim of fifty moves needs in this position; 0: fifty
	gaps    [2]bool      // 1953: players whose scoresheet has gaps
	// notBefore: the number of the first move at which a draw may be offered; 0: any. The next game
	// takes it over.
	notBefore int
}

// Refused is a claim that the record or the arbiter has refused.
type Refused struct {
	What string `json:"what"` // as in the command; claim is one of the quickplay finish
	Ply  int    `json:"ply"`  // the half-move after which it was made
}

// keptDraws is how many offers and refused claims of a player are kept: a login that offers all day fills no memory.
const keptDraws = 100

// latest returns a new list with a value at its end, of keptDraws at most: whoever has the old one may keep it.
func latest[T any](list []T, value T) []T {
	return append(slices.Clone(list[max(0, len(list)+1-keptDraws):]), value)
}

// offer is the latest offer of a draw.
type offer struct {
	status string // open, accepted, declined; empty before the first
	by     rules.Color
	at     time.Duration
	touch  bool // declined by touching a piece
}
