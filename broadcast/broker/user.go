package broker

import (
	"touchmove/broadcast"
	"touchmove/rules"
)

// User is a user of the broker.
type User struct {
	Name     string
	Password string
	Role     broadcast.Role
	Boards   []string    // for a Seat and an Assistant; nil is all
	Side     rules.Color // for a Seat
}

// daemonUser is the daemon's own login. No user of the configuration can have it.
const daemonUser = "touchmove daemon"
