package broker

import (
	"golang.org/x/time/rate"

	"touchmove/broadcast"
)

// commandPace is how many commands a login may send, with all its clients together: no
// person at a board or a console gives as many, and those of all logins together are less
// than the daemon answers.
func commandPace(role broadcast.Role) *rate.Limiter {
	if role == broadcast.Seat {
		return rate.NewLimiter(5, 100)
	}
	return rate.NewLimiter(20, 200)
}
