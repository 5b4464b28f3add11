package reconcile

import (
	"time"

	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// play is what belongs to the game on the board besides its moves. A new game replaces it as a
// whole, and a reopened game brings its own.
type play struct {
	timing      timing
	absence     absence
	second      second
	adjournment *Adjournment
	paired      bool // a new-game command has named its players

	contradiction contradiction
}

// timing is the clock of the game on the board.
type timing struct {
	ledger  *chessclock.Ledger
	used    bool                  // a clock is known: from the header, or because it was started, pressed or set
	byMove  bool                  // the end of the game that stopped the clock came with a move
	control [2]chessclock.Control // the control that was given, even if there are no presses
	options chessclock.Options
	shown   bool       // no time control was given: the times come from a clock that was read or set
	rate    rateOfPlay // from a new-game command
}

// rateOfPlay is what a new-game command says about the rate of play.
type rateOfPlay struct {
	control    bool // it gives its own time control
	mode       *trace.Mode
	supervised *bool
}

// absence watches for players who have not arrived (2018: 6.7).
type absence struct {
	watched bool
	after   time.Duration // the default time
	began   bool
	due     time.Duration
	here    [2]bool // who has arrived
	acted   [2]bool // who has moved or pressed: that they have come needs no command
	told    bool
}

// second is what is known about the other board of a game with a visually impaired player: a move
// is made on both boards before the clock is pressed (2001, 2005: F2.3, 2009: E2.3, from 2014:
// D.2.3).
type second struct {
	ply  int               // the last half-move that it shows
	held []article4.Notice // completed moves that it does not show yet
}

// Adjournment is an adjourned game (2018: guidelines I).
type Adjournment struct {
	Sealer rules.Color // the player who has the move
	Sealed string      // how the move was sealed: "envelope" (encrypted), "paper" or "text"; empty before that
	Ply    int         // half-moves before the sealed move
	FEN    string      // the position before it
	Used   [2]time.Duration
	Left   [2]time.Duration
	Timed  bool
	Offer  bool // an offer of a draw is open
	Done   bool // play has been resumed

	Envelope   string // the encrypted text, sealed by the program that receives the command (package envelope)
	Commitment string // binds that text, see Commitment

	early  time.Duration // what was charged to the sealer for adjourning early
	text   string        // the sealed move, if a record contains it unencrypted
	closed time.Duration // when it was sealed
	played rules.Move    // the sealed move, if it was made on the board after the request
}

// suspended is a game as it was when another one began, by a new-game command or because its pieces
// were set up. Undoing the new-game reopens it.
type suspended struct {
	serial int // distinguishes it from other suspended games
	number int // number of the game
	at     time.Duration
	played Played
	line   decoder.Line
	laws   *article4.Suspended
	play   play
}

// keepSuspended is how many earlier games can be reopened.
const keepSuspended = 8
