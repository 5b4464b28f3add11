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

// Clock tells what the chess clock shows from now on.
func (ref *Referee) Clock(k Timekeeping) { ref.timekeeping = k }

// Rate is the rate of play of a game, and whether it is adequately supervised where that
// is rapid or blitz (2009:A, B, 2018:A, B).
type Rate struct {
	Mode         trace.Mode
	Unsupervised bool
}

// Play tells the rate at which the game on the board is played from now on.
func (ref *Referee) Play(r Rate) { ref.rate = r }

// pressed is one press of a player.
type pressed struct {
	at time.Duration
	// wrong: the time of the other player was running.
	wrong bool
	// stood: nobody's time was running.
	stood bool
}

// hasTime reports whether this player's time is running, as far as it is known: by the
// clock that is kept, or else by the presses.
func (ref *Referee) hasTime(by rules.Color) bool {
	if k := ref.timekeeping; k.Kept && k.Started {
		return k.Runs && k.By == by
	}
	return !ref.clock || ref.running == by || ref.clockUncertain
}
