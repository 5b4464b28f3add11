package decoder

import (
	"time"

	"touchmove/rules"
)

// outage is a time during which a part of the board gives no reading because a chip or a bus has
// failed during a game.
type outage struct {
	since time.Duration // when it began; 0 if there is none
	from  time.Duration // start of the last outage that lasted long enough; 0 before the first
	until time.Duration // and its end, or the end of the doubt after it

	always rules.Squares // squares without a reading when the game began
	broken rules.Squares // sensors that were distrusted when it began
	agreed time.Duration // since when a hypothesis explains the whole board again, apart from these; 0 if none does
	tried  time.Duration // the board's quietSince for which unseen moves were tried again
	budget int           // how many more children by unseen moves may be made at this time
	lost   bool          // since the outage no hypothesis has explained the board for long enough
}

const (
	darkLeast  = 8               // squares without a reading, at least a rank
	darkMost   = 6 * time.Minute // after this time the board counts as built that way
	darkAfter  = 20 * time.Second
	darkWidth  = 256 // width of the beam during an outage
	darkBirths = 400 // most children by unseen moves in one evaluation
	darkMargin = 5.0 // how far behind other moves must be during an outage for a move to be certain
	darkReply  = 150 * time.Millisecond
	darkLift   = 400 * time.Millisecond // guessed time from an unseen lift to the landing
)
