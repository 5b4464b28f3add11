package alarms

import (
	"time"

	"touchmove/rules"
)

// Alarm is an alarm that rings.
type Alarm struct {
	ID      ID
	Cause   string // distinguishes alarms of the same id: a half-move, a player
	Urgent  bool   // with a sound, and the board moves to the top
	Since   time.Duration
	Rang    time.Duration // when it began to ring
	Player  rules.Color
	Name    string // the player's, if known
	Why     string // a reason, a rule, what is claimed
	Result  string
	Ply     int
	SAN     string
	Squares []string
	Duty    string        // TouchViolation: the kind of the duty that was broken, on Squares
	UCI     string        // TouchViolation: the move that stands if a claim succeeds
	Count   int           // of illegal moves
	Moves   int           // completed
	Needed  int           // by the end of the period; 0: all
	Span    time.Duration // ClockDisagrees: the difference; DefaultNear: when the player loses
	Seen    bool          // an arbiter has acknowledged it: it is silent until its cause ends
	SeenAt  time.Duration
	SeenBy  string // who did, if known
}
