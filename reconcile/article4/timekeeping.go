package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Timekeeping is what is known of the chess clock where the daemon keeps the time or
// reads it. The zero value is a clock of which the presses alone are known.
type Timekeeping struct {
	Kept    bool
	Started bool
	Runs    bool        // somebody's time runs
	By      rules.Color // whose, or whose it is when the clock is started again
}

// Rate is the rate of play of a game, and whether it is adequately supervised where that
// is rapid or blitz (2009:A, B, 2018:A, B).
type Rate struct {
	Mode         trace.Mode
	Unsupervised bool
}

// pressed is one press of a player.
type pressed struct {
	at time.Duration
	// wrong: the time of the other player was running.
	wrong bool
	// stood: nobody's time was running.
	stood bool
	// ignored: it stood for certain, on a clock that is kept: the press had no effect.
	ignored bool
}

// isFor reports whether a press may be one for a move let go at this time.
func (p *pressed) isFor(released, scan time.Duration) bool {
	return p.at >= released-scan && !p.ignored && (!p.stood || p.at >= released)
}
