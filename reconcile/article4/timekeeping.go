package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Timekeeping is what is known about the chess clock if the daemon keeps the time or reads it. The
// zero value is a clock of which only the presses are known.
type Timekeeping struct {
	Kept    bool
	Started bool
	Began   time.Duration // when the clock was first started
	Runs    bool          // a clock is running
	By      rules.Color   // whose clock runs, or will run when it is started again
}

// Rate is the rate of play of a game and, for rapid and blitz, whether it is adequately supervised
// (2009:A, B, 2018:A, B).
type Rate struct {
	Mode         trace.Mode
	Unsupervised bool
}

// timekeeper is what is known of the time in every game of a trace. A new game does not replace it.
type timekeeper struct {
	connected bool // there is a clock whose presses are known
	rate      Rate
	shows     Timekeeping
	work      int // see Work
}

// clock is what the presses of a game have shown.
type clock struct {
	presses [2][]pressed
	running rules.Color // whose clock runs, if no clock is kept
	stopped bool        // the clocks were stopped, if no clock is kept
	left    [2]int      // 1953: moves before the control, at the start of the trace
	// uncertain: after a press that completed no move somebody will set the clock right by hand, so
	// the next press does not show whose turn it is.
	uncertain bool
	early     time.Duration // the last press that was reported as made before the piece had come down
}

// pressed is one press of a player.
type pressed struct {
	at time.Duration
	// wrong: the other player's clock was running.
	wrong bool
	// stood: neither clock was running.
	stood bool
	// ignored: neither clock was running, and the clock is kept, so this is certain: the press had
	// no effect.
	ignored bool
	// before: the clocks were stopped after it, so that it is for no move released later.
	before bool
}

// isFor reports whether a press may belong to a move released at this time.
func (p *pressed) isFor(released, scan time.Duration) bool {
	return p.at >= released-scan && !p.ignored && (!p.stood && !p.before || p.at >= released)
}
