package article4

import (
	"time"

	"touchmove/rules"
)

// draws is what was offered and claimed.
type draws struct {
	offer   offer
	offers  [2]int   // offers of a draw
	refused [2]int   // claims of a draw
	pending *pending // the latest claim that an arbiter has to rule upon
}

// offer is the latest offer of a draw.
type offer struct {
	status string // open, accepted, declined; empty before the first
	by     rules.Color
	at     time.Duration
	ply    int // half-moves made then
}

// Remarks about draws.
const (
	offerTooEarly  = "draw_offer_not_allowed" // before the move from which the event allows it (2009:9.1a)
	offerIrregular = "draw_offer_irregular"   // valid, but not between the own move and the press (2009:9.1)
	offerInvalid   = "draw_offer_not_valid"   // without effect: not after the own move (1953:18.1)
	offerStands    = "draw_offer_cannot_be_withdrawn"
)
