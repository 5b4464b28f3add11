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
	Runs    bool        // a clock is running
	By      rules.Color // whose clock runs, or will run when it is started again
}

// Rate is the rate of play of a game and, for rapid and blitz, whether it is adequately supervised
// (2009:A, B, 2018:A, B).
type Rate struct {
	Mode         trace.Mode
	Unsupervised bool
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
