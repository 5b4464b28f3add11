package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// hold is why the decoder tells no moves for now.
type hold struct {
	why    why
	ply    int // of the turn that is open
	began  time.Duration
	off    rules.Squares // what differed from the position when it began
	undone rules.Move    // mending: the move that the claim took away
	played rules.Move    // frozen: the move made on the board all the same, the first one released
}

type why uint8

// published is what was told last, so that only what is new is told.
type published struct {
	duty   *Duty
	dutyBy rules.Color
	rule   string
	by     rules.Color
	ply    int
	status string
	result string
	// proposed: the result told was for the arbiter to declare.
	proposed bool
}

// view is what the open turn comes to now.
type view struct {
	reading    *reading
	obligation obligation
	duty       *duty
	announce   bool // the move on the board is not announced
}

// flags is which flags have fallen by the clock that the daemon keeps or reads.
type flags struct {
	timed bool // there is such a clock
	down  [2]bool
	// called: by a player or the arbiter.
	called [2]bool
	at     [2]time.Duration
}

// first is whose flag fell first, and whether that is known.
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

// stray is the piece that was told last to stand where none belongs.
type stray struct {
	ply int // of the move after which it stands there
	sq  rules.Square
}

// game is everything that belongs to one game. A new game replaces it whole, and so
// does a reopened one.
type game struct {
	begun         bool
	later         bool // not the first game of the trace
	noOfferBefore int  // the move from which a draw may be offered; 0: any

	record
	standing
	presses     [2][]pressed
	openPresses []openPress
	running     rules.Color // whose clock runs, where nobody keeps it
	stopped     bool        // the clocks were stopped, where nobody keeps them
	left        [2]int      // 1953: moves before the control, as the trace began
	// clockUncertain: after a press that brought no move somebody will set the clock
	// right by hand, so the next press proves nothing about whose turn it is.
	clockUncertain bool

	judging      *judging
	recheck      *recheck
	hold         *hold
	heldForPress bool           // the decoder is held until the press is judged
	deferred     *trace.Command // a claim that waits for the move told to be put right, or for a press to be judged
	rests        []rest
	stray        stray
	remarks      []string
	flagResult   result // what a fallen flag was proposed to come to

	dirty     bool // something has changed since update
	view      view
	published published
}

// StatusClaimable is the status of a Breach, and of an illegal move, that the opponent
// may claim.
const StatusClaimable = claimable
