package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// hold is the reason why the decoder publishes no moves for now.
type hold struct {
	why    why
	ply    int // of the open turn
	began  time.Duration
	off    rules.Squares // squares that differed from the position when the hold began
	undone rules.Move    // mending: the move that was taken back because of the claim
	played rules.Move    // frozen: the first move released on the board although the game is adjourned
}

type why uint8

// published is what was published last, so that only news is published.
type published struct {
	duty   *Duty
	dutyBy rules.Color
	rule   string
	by     rules.Color
	ply    int
	status string
	result string
	// proposed: the published result was for the arbiter to declare.
	proposed bool
}

// view is the current evaluation of the open turn.
type view struct {
	reading    *reading
	obligation obligation
	duty       *duty
	announce   bool // the move on the board has not been announced
}

// flags records which flags have fallen, by the clock that the daemon keeps or reads.
type flags struct {
	timed bool // there is such a clock
	down  [2]bool
	// called: by a player or the arbiter.
	called [2]bool
	at     [2]time.Duration
}

// first returns whose flag fell first, and whether that is known.
func (f *flags) first() (by rules.Color, known bool) {
	switch {
	case f.down[rules.White] && f.down[rules.Black]:
		if f.at[rules.White] > f.at[rules.Black] {
			by = rules.Black
		}
		return by, f.at[rules.White] != f.at[rules.Black]
	case f.down[rules.Black]:
		return rules.Black, true
	}
	return rules.White, f.down[rules.White]
}

// stray is the piece that was last reported on a square that should be empty.
type stray struct {
	ply int // of the move after which it stands there
	sq  rules.Square
}

// game is everything that belongs to one game. A new or reopened game replaces it as a whole.
type game struct {
	begun         bool
	later         bool // not the first game of the trace
	noOfferBefore int  // the first move at which a draw may be offered; 0: any

	record
	standing
	presses     [2][]pressed
	openPresses []openPress
	running     rules.Color // whose clock runs, if no clock is kept
	stopped     bool        // the clocks were stopped, if no clock is kept
	left        [2]int      // 1953: moves before the control, at the start of the trace
	// clockUncertain: after a press that completed no move somebody will set the clock right by
	// hand, so the next press does not show whose turn it is.
	clockUncertain bool

	judging      *judging
	recheck      *recheck
	again        *judging // the press for a move that is being taken back because it was undone
	hold         *hold
	heldForPress bool           // the decoder is held until the press is judged
	deferred     *trace.Command // a claim or a ruling that waits until the published move is put right, or until a press is judged
	rests        []rest
	stray        stray
	remarks      []string
	flagResult   result // the result that was proposed for a fallen flag

	dirty     bool // something has changed since update
	view      view
	published published
}

// StatusClaimable is the status of a Breach or an illegal move that the opponent may claim.
const StatusClaimable = claimable
