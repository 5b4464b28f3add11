package reconcile

import (
	"time"

	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// ClockChanged is an event of the chess clock: what happened, and what the clock showed then.
// docs/laws.md lists the changes by name.
type ClockChanged struct {
	Change  string
	By      rules.Color      // player of the press, flag or period; or whose clock runs now
	Ply     int              // pressed, completed: the half-move, 0 when unknown
	Ahead   bool             // flag: the other flag has not fallen before
	Why     string           // paused, stopped, adjusted
	Off     time.Duration    // disagrees: by how much the external clock shows more
	AtPress bool             // completed: Pressed is set
	Pressed [2]time.Duration // completed: what both showed just after the press
	Moved   bool             // adjusted: Before is set
	Before  [2]time.Duration // adjusted: what it showed, by colour
	Times
}

// Times is what a clock shows at a moment.
type Times struct {
	At       time.Duration // the moment of these times
	Left     [2]time.Duration
	Delay    [2]time.Duration // left of the delay before the time falls; zero without one
	Phase    chessclock.Phase
	Runs     rules.Color // whose clock runs, while Phase is chessclock.Running
	Period   [2]int      // from 1
	Moves    [2]int      // completed moves
	Needed   [2]int      // moves to complete by the end of the period; 0: all remaining
	Flag     [2]bool     // flags that have fallen
	First    rules.Color // whose flag fell first
	External bool
	Short    [2]time.Duration // the time that decides whether a player is relieved of recording: what is left, or the least of the period (8.4)
	Mode     trace.Mode       // the rate of play
	Relief   time.Duration    // with less time than this a player need not record (8.4); 0 where nobody records, and in 1953, which gives no number
	Thirty   bool             // each move adds thirty seconds or more for both players, so that they always have to record (8.4)
}

// Running returns whose clock runs, as "white", "black" or "none".
func (t Times) Running() string {
	if t.Phase != chessclock.Running {
		return "none"
	}
	return t.Runs.String()
}

// Name returns "clock".
func (ClockChanged) Name() string { return "clock" }
