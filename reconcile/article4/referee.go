package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Decoder is what a Referee asks the decoder of moves.
type Decoder interface {
	// Distrusted returns the squares whose sensors say nothing that can be trusted.
	Distrusted() rules.Squares
	// PendingMove returns when the move after the last one told was set down, and
	// false unless the decoder takes one for made that it has not told yet.
	PendingMove() (landed time.Duration, ok bool)
	// PendingLine returns the position after the legal moves that the decoder takes for
	// made and has not told yet, and false when there are none.
	PendingLine() (p rules.Position, ok bool)
	// IsOnlyMove reports whether nothing that was told is in doubt, and the decoder
	// would not go on from there with another move than m.
	IsOnlyMove(m rules.Move) bool
	// IsRecordDoubtful reports whether legal moves alone may explain the board, if what was
	// told last was something else.
	IsRecordDoubtful() bool
}

// Referee applies Article 4 and its neighbours to the games of a trace, one after
// the other. Make one with New. It is for one goroutine.
type Referee struct {
	header  trace.Header
	laws    *edition
	opt     Options
	decoder Decoder
	past    []rules.Move // the header's history

	clock       bool // a clock is connected
	rate        Rate
	timekeeping Timekeeping
	debouncer   debouncer
	acts        []act    // scratch
	queue       []queued // presses and commands whose readings may still come
	outbox
	game // the one on the board; another one replaces it whole
}

// New returns a Referee that waits for Begin. past is the header's history.
func New(h trace.Header, past []rules.Move, o Options, d Decoder) *Referee {
	o = o.filled()
	return &Referee{
		header: h, laws: &editions[h.Laws], opt: o, decoder: d, past: past,
		rate:  Rate{Mode: h.Mode, Unsupervised: h.Unsupervised},
		clock: h.Clock == trace.ClockButtons, debouncer: debouncer{lift: o.Lift, place: o.Place},
	}
}

// NoOffersBefore forbids offers of a draw before a player's move of this number
// (2009:9.1a); 0 allows them.
func (ref *Referee) NoOffersBefore(move int) { ref.noOfferBefore = move }

// Timed says that a clock is kept or read for this game: flags are known.
func (ref *Referee) Timed() { ref.flags.timed = true }

// Clock tells what the chess clock shows from now on.
func (ref *Referee) Clock(k Timekeeping) { ref.timekeeping = k }

// Play tells the rate at which the game on the board is played from now on.
func (ref *Referee) Play(r Rate) { ref.rate = r }
