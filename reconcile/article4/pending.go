package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// recheck is a press for a move that has been told: its piece may have been taken on
// since, and the press says that the move is over.
type recheck struct {
	at      time.Duration // when to look
	pressed time.Duration
	ply     int // of the move
}

// openPress is a press of the clock of which it is not known yet whether it completed a
// move.
type openPress struct {
	by  rules.Color
	at  time.Duration
	due time.Duration // when to look again; 0: when the next move is told
}

// judging is a press that has still to be judged: the player having the move
// pressed, and no move of theirs has been told.
type judging struct {
	at      time.Duration // when to judge
	pressed time.Duration
	by      rules.Color
	ply     int
	late    rules.Squares // enemy pieces lifted after the press: the reply has begun
	moved   bool          // something of the player's own landed after the press
	twice   bool          // an illegal move was seen once
	settled bool          // a legal move was seen once, and is not told yet
}

// rest is a piece whose resting is to be looked at again.
type rest struct {
	due   time.Duration
	ply   int
	sq    rules.Square
	at    time.Duration
	stray bool // looked at as a piece too many
}

type queued struct {
	at      time.Duration
	press   bool
	by      rules.Color
	clock   Timekeeping // before the press
	command trace.Command
}
