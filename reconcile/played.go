package reconcile

import (
	"time"

	"touchmove/rules"
)

// PlayedMove is one half-move of a game as the record stands now.
type PlayedMove struct {
	Move     rules.Move
	UCI      string
	SAN      string
	After    rules.Position
	Released time.Duration // when the piece was let go
	Told     time.Duration // when the move was told
	How      How
	Illegal  bool
}
