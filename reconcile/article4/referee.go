package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Decoder is what a Referee asks the decoder.
type Decoder interface {
	// Distrusted returns the squares whose sensors cannot be trusted.
	Distrusted() rules.Squares
	// PendingMove returns when the move after the last published one was set down, and false unless
	// the decoder believes in a move that it has not yet published.
	PendingMove() (landed time.Duration, ok bool)
	// IsPendingSeen reports whether the landing of that move was seen, or the reply to it.
	IsPendingSeen() bool
	// PendingLine returns the position after the legal moves that the decoder believes in but has
	// not yet published, and false when there are none.
	PendingLine() (p rules.Position, ok bool)
	// IsOnlyMove reports whether no published move is in doubt, and the decoder considers no other
	// move than m next.
	IsOnlyMove(m rules.Move) bool
	// IsRecordDoubtful reports whether legal moves alone may explain the board if the move
	// published last was in fact a different one.
	IsRecordDoubtful() bool
	// IsBoardExplained reports whether legal moves alone explain the whole board about as well as
	// anything else, though they are not those of the record.
	IsBoardExplained() bool
	// MayNamePromotion reports whether one of the last two half-moves is a promotion whose piece can still be named.
	MayNamePromotion() bool
}

// Referee applies Article 4 and related articles to the games of a trace, one after the other. Make
// one with New. It must not be used by several goroutines at once.
type Referee struct {
	header  trace.Header
	laws    *edition
	opt     Options
	decoder Decoder
	past    []rules.Move // the history in the header

	timing    timekeeper
	debouncer debouncer
	queue     []queued      // presses and commands for which readings of the same moment may still come
	now       time.Duration // time of the decisions
	out       outbox
	game      // the game on the board; a new one replaces it as a whole
}

// New returns a Referee that waits for Begin. past is the history in the header.
func New(h trace.Header, past []rules.Move, o Options, d Decoder) *Referee {
	o = o.filled()
	return &Referee{
		header: h, laws: &editions[h.Laws], opt: o, decoder: d, past: past,
		timing:    timekeeper{connected: h.Clock == trace.ClockButtons, rate: Rate{Mode: h.Mode, Unsupervised: h.Unsupervised}},
		debouncer: debouncer{lift: o.Lift, place: o.Place},
	}
}

// NoOffersBefore forbids offers of a draw before each player's move of this number (2009:9.1a); 0
// allows them.
func (ref *Referee) NoOffersBefore(move int) { ref.draws.notBefore = move }

// Timed records that a clock is kept or read for this game, so that flags are known.
func (ref *Referee) Timed() { ref.flags.timed = true }

// Clock sets what the chess clock shows from now on.
func (ref *Referee) Clock(k Timekeeping) { ref.timing.shows = k }

// Play sets the rate at which the game on the board is played from now on.
func (ref *Referee) Play(r Rate) { ref.timing.rate = r }
