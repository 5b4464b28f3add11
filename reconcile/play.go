package reconcile

import (
	"time"

	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// play is what belongs to the game on the board beside its moves. A new game replaces it
// whole, and a reopened game brings its own.
type play struct {
	timing      timing
	absence     absence
	second      second
	adjournment *Adjournment
	paired      bool // a new-game command has named its players
}

// timing is the clock of the game that is played.
type timing struct {
	ledger  *chessclock.Ledger
	used    bool                  // it is known to be there: told by the header, or started, pressed or set
	byMove  bool                  // the game's end that stopped it came with a move, not with a word
	control [2]chessclock.Control // as it was told, also where no presses come
	options chessclock.Options
	shown   bool       // no time control was told: the times come from a clock that was read or set
	rate    rateOfPlay // as a new-game command has it
}

// rateOfPlay is what a new-game command says of the rate of play.
type rateOfPlay struct {
	control    bool // it has a time control of its own
	mode       *trace.Mode
	supervised *bool
}

// absence watches for players who do not come (2018: 6.7).
type absence struct {
	watched bool
	after   time.Duration // the default time
	began   bool
	due     time.Duration
	here    [2]bool
	told    bool
}

// second is what is known of the other board of a game with a visually impaired player:
// a move is set on both boards before the clock is pressed for it (2001, 2005: F2.3,
// 2009: E2.3, from 2014: D.2.3).
type second struct {
	ply  int               // the last half-move that it shows
	held []article4.Notice // moves pressed for that it does not show yet
}

// Adjournment is a game broken off (2018: guidelines I).
type Adjournment struct {
	At     time.Duration
	Sealer rules.Color // who has the move
	Sealed string      // how: "envelope" (encrypted), "paper" or "text"; empty before
	Ply    int         // half-moves before the sealed move
	FEN    string      // the position before it
	Used   [2]time.Duration
	Left   [2]time.Duration
	Timed  bool
	Offer  bool // an offer of a draw stands
	Done   bool // play has been resumed

	Envelope   string // the encrypted text, closed by whoever takes commands in (package envelope)
	Commitment string // binds that text, see Commitment

	text   string     // of a record that holds it openly
	played rules.Move // the sealed move, made on the board after the request
}

// suspended is a game as it stood when another one began, by a new-game command or because
// its pieces were set up. Undoing the new-game reopens it.
type suspended struct {
	serial int // tells it from others
	number int // of the game
	at     time.Duration
	played Played
	line   decoder.Line
	laws   *article4.Suspended
	play   play
}

// keepSuspended is how many earlier games can be reopened.
const keepSuspended = 8
