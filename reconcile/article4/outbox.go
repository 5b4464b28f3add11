package article4

import (
	"time"

	"touchmove/rules"
)

// outbox holds the Referee's decisions until they are fetched.
type outbox struct {
	notices []Notice
	orders  []Order
	voids   []VoidPress
	times   []TimeChange

	pressedAgain []PressedAgain
}

// TimeChange is the effect of a ruling on the clocks.
type TimeChange struct {
	By    rules.Color   // whose time changes
	Add   time.Duration // less than 0 subtracts
	takes claimTakes    // instead: what the edition subtracts for a wrong claim
	Bonus time.Duration // instead: both players get this much with each move from now on (2014:G.4, 2018:III.4)
	Delay bool          // Bonus is a delay
	Stop  bool          // instead: the clocks are stopped
	Next  bool          // with Stop: the time of By runs when they are started again
	Why   string
}

// Amount returns the change for a player who has this much time left.
func (c TimeChange) Amount(left time.Duration) time.Duration {
	half := -min(left/2, 3*time.Minute)
	switch {
	case c.takes == takesHalf, c.takes == takesByRest && left > 2*time.Minute:
		return half
	case c.takes == takesByRest && left > time.Minute:
		return time.Minute - left
	}
	return c.Add
}
