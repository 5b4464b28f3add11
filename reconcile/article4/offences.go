package article4

import (
	"time"

	"touchmove/rules"
)

// offences are what was done against the Laws and still has consequences.
type offences struct {
	counts  [2]int    // illegal moves
	illegal *illegal  // the latest
	hands   *twoHands // reported, and the clock not pressed yet
	settled *verdict  // a claim about Article 4 that was decided, or a breach older than the log
}

// twoHands is a report of two hands that waits for the press of the clock.
type twoHands struct {
	by  rules.Color
	ply int
}

// illegal is the latest illegal move whose clock was pressed.
type illegal struct {
	by      rules.Color
	ply     int
	count   int
	penalty *Penalty
	restore bool
	status  string // empty where the arbiter acts without a claim
	reason  IllegalReason
	pressed time.Duration
	move    rules.Move    // the move that stands, if one does
	onBoard bool          // the board showed it
	seen    rules.Squares // squares that showed it
	idle    bool          // a press for which no move was seen
	counted bool          // it has been added to counts
	// confirmed: the arbiter has ruled, and the opponent has got the time.
	confirmed bool
	// mended: the pawn left on the last rank has been exchanged since.
	mended bool
	// ruled: the arbiter has entered it, or acts on one that could be claimed.
	ruled bool
	// unasked: the arbiter acts although illegal moves have to be claimed.
	unasked bool
}

// verdict is a breach together with its status.
type verdict struct {
	ply    int
	by     rules.Color
	breach *breach
	status string
}

// The status of a breach, or of an illegal move that may be claimed.
const (
	claimable = "claimable"
	lapsed    = "lapsed"
	upheld    = "upheld"
	rejected  = "rejected"
)
