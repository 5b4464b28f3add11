package article4

import (
	"time"

	"touchmove/rules"
)

// outbox holds the Referee's decisions until they are fetched.
type outbox struct {
	now     time.Duration // time of the decisions
	notices []Notice
	orders  []Order
	voids   []VoidPress
	times   []TimeChange

	pressedAgain []PressedAgain
}

func (o *outbox) order(order Order) { o.orders = append(o.orders, order) }

func (o *outbox) notify(what What) { o.notices = append(o.notices, Notice{At: o.now, What: what}) }

// Notices returns what is to be reported since the last call. The slice is valid until the next
// call of another method.
func (o *outbox) Notices() []Notice {
	n := o.notices
	o.notices = o.notices[:0]
	return n
}

// Orders returns what the decoder has to do, and clears the list.
func (o *outbox) Orders() []Order {
	list := o.orders
	o.orders = nil
	return list
}

func (o *outbox) void(by rules.Color, pressed time.Duration) {
	o.voids = append(o.voids, VoidPress{by, pressed})
}

// Voids returns the presses that were found, since the last call, to have completed no move.
func (o *outbox) Voids() []VoidPress {
	v := o.voids
	o.voids = nil
	return v
}

// PressedAgain returns the presses that were found, since the last call, to have completed a move
// already reported as completed by an earlier press.
func (o *outbox) PressedAgain() []PressedAgain {
	p := o.pressedAgain
	o.pressedAgain = nil
	return p
}

func (o *outbox) change(c TimeChange) { o.times = append(o.times, c) }

// Times returns the changes of the clocks that were ruled since the last call.
func (o *outbox) Times() []TimeChange {
	t := o.times
	o.times = nil
	return t
}

// TimeChange is the effect of a ruling on the clocks.
type TimeChange struct {
	By    rules.Color   // whose time changes
	Add   time.Duration // less than 0 subtracts
	takes claimTakes    // instead: what the edition subtracts for a wrong claim
	Bonus time.Duration // instead: both players get this much with each move from now on (2014:G.4, 2018:III.4)
	Delay bool          // Bonus is a delay
	Stop  bool          // instead: the clocks are stopped
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
