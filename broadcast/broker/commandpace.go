package broker

import (
	"golang.org/x/time/rate"

	"touchmove/broadcast"
)

// commandPace returns a limiter of the commands of a login, with all its clients together.
// No person at a board or a console gives as many, and the daemon can answer those of all
// logins together.
func commandPace(role broadcast.Role) *rate.Limiter {
	if role == broadcast.Seat {
		return rate.NewLimiter(5, 100)
	}
	return rate.NewLimiter(20, 200)
}
