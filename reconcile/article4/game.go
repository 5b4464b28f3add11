package article4

import (
	"time"

	"touchmove/rules"
)

// hold is the reason why the decoder publishes no moves for now.
type hold struct {
	why    why
	ply    int // of the open turn
	began  time.Duration
	off    rules.Squares  // squares that differed from the position when the hold began
	undone rules.Move     // mending: the move that was taken back because of the claim
	played rules.Move     // frozen: the first move released on the board although the game is adjourned
	in     rules.Position // frozen: the position in which a move would be played
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
	stray    stray
	remarks  []string
}

// stray is the piece that was last reported on a square that should be empty.
type stray struct {
	ply int // of the move after which it stands there
	sq  rules.Square
}

// view is the current evaluation of the open turn.
type view struct {
	ply        int
	reading    *reading
	obligation obligation
	duty       *duty
	announce   bool          // the move on the board has not been announced
	landed     time.Duration // the decoder's PendingMove, by which the acts of the turn end; 0: none
}

// flags records which flags have fallen, by the clock that the daemon keeps or reads.
type flags struct {
	timed bool // there is such a clock
	down  [2]bool
	// called: by a player or the arbiter.
	called [2]bool
	at     [2]time.Duration
	missed bool // one fell while a loss by illegal moves was proposed, and nothing was proposed for it
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

// game is everything that belongs to one game. A new or reopened game replaces it as a whole.
type game struct {
	begun  bool
	record record
	standing
	clock   clock
	hold    *hold
	waiting waiting

	dirty     bool // something has changed since update
	view      view
	published published
}

// StatusClaimable is the status of a Breach or an illegal move that the opponent may claim.
const StatusClaimable = claimable
