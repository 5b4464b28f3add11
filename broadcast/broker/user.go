package broker

import (
	"touchmove/broadcast"
	"touchmove/rules"
)

// User is someone whom the broker knows.
type User struct {
	Name     string
	Password string
	Role     broadcast.Role
	Boards   []string    // of a Seat and an Assistant; nil is all
	Side     rules.Color // of a Seat
}

// daemonUser is the daemon's own login. No user of the configuration can have it.
const daemonUser = "touchmove daemon"
