package article4

import (
	"time"

	"touchmove/rules"
)

func (ref *Referee) order(order Order) { ref.out.orders = append(ref.out.orders, order) }

func (ref *Referee) notify(what What) {
	ref.out.notices = append(ref.out.notices, Notice{At: ref.now, What: what})
}

func (ref *Referee) void(by rules.Color, pressed time.Duration) {
	ref.out.voids = append(ref.out.voids, VoidPress{by, pressed})
}

func (ref *Referee) change(c TimeChange) { ref.out.times = append(ref.out.times, c) }

// Notices returns what is to be reported since the last call. The slice is valid until the next
// call of another method.
func (ref *Referee) Notices() []Notice {
	n := ref.out.notices
	ref.out.notices = ref.out.notices[:0]
	return n
}

// Orders returns what the decoder has to do, and clears the list.
func (ref *Referee) Orders() []Order {
	list := ref.out.orders
	ref.out.orders = nil
	return list
}

// Voids returns the presses that were found, since the last call, to have completed no move.
func (ref *Referee) Voids() []VoidPress {
	v := ref.out.voids
	ref.out.voids = nil
	return v
}

// PressedAgain returns the presses that were found, since the last call, to have completed a move
// already reported as completed by an earlier press.
func (ref *Referee) PressedAgain() []PressedAgain {
	p := ref.out.pressedAgain
	ref.out.pressedAgain = nil
	return p
}

// Times returns the changes of the clocks that were ruled since the last call.
func (ref *Referee) Times() []TimeChange {
	t := ref.out.times
	ref.out.times = nil
	return t
}
