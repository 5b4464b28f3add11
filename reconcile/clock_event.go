package reconcile

import (
	"time"

	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// ClockChanged is an event of the chess clock: what happened, and what it showed then.
// docs/laws.md lists the changes by name.
type ClockChanged struct {
	Change  string
	By      rules.Color      // whose press, flag, period; whose time runs now
	Ply     int              // pressed, completed: the half-move, 0 when none is known
	Ahead   bool             // flag: no other has fallen before
	Why     string           // paused, stopped, adjusted
	Off     time.Duration    // disagrees: by how much the external clock shows more
	AtPress bool             // completed: Pressed holds
	Pressed [2]time.Duration // completed: what both showed just after the press
	Moved   bool             // adjusted: Before holds
	Before  [2]time.Duration // adjusted: what it showed, by colour
	Times
}

// Times is what a clock shows at a moment.
type Times struct {
	At       time.Duration // since when the times are as told
	Left     [2]time.Duration
	Delay    [2]time.Duration // left of the delay, before the time falls; zero without one
	Phase    chessclock.Phase
	Runs     rules.Color // whose time runs, while Phase is chessclock.Running
	Period   [2]int      // from 1
	Moves    [2]int      // completed
	Needed   [2]int      // by the end of the period; 0: all the rest
	Flag     [2]bool     // fallen
	First    rules.Color // whose fell first
	External bool
	Short    [2]time.Duration // by which a player is relieved of recording: what is left, or the least of the period (8.4)
	Mode     trace.Mode       // the rate of play
	Records  bool             // the players record their moves at this rate of play
	Thirty   bool             // moves bring both thirty seconds or more, so that recording never ends (8.4)
}

// Running returns whose time runs, as "white", "black" or "none".
func (t Times) Running() string {
	if t.Phase != chessclock.Running {
		return "none"
	}
	return t.Runs.String()
}

// Name returns "clock".
func (ClockChanged) Name() string { return "clock" }
