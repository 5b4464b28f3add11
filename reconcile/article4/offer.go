package article4

import (
	"time"

	"touchmove/rules"
)

// draws holds the offers and claims of a draw.
type draws struct {
	offer   offer
	offers  [2]int   // offers of a draw
	refused [2]int   // claims of a draw
	pending *pending // the latest claim that an arbiter has to rule on
	raised  int      // 1953: how many moves a claim of fifty moves needs in this position; 0: fifty
	gaps    [2]bool  // 1953: players whose scoresheet has gaps
	// notBefore: the number of the first move at which a draw may be offered; 0: any. The next game
	// takes it over.
	notBefore int
}

// offer is the latest offer of a draw.
type offer struct {
	status string // open, accepted, declined; empty before the first
	by     rules.Color
	at     time.Duration
	touch  bool // declined by touching a piece
}
