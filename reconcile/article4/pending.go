package article4

import (
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// waiting is what cannot be decided before later readings, or a later move, have shown more.
type waiting struct {
	judging      *judging
	handPress    *handPress
	asked        *judging // a press after which several captures that no sensor has detected would fit
	recheck      *recheck
	again        *judging       // the press for a move that is being taken back because it was undone or moved on
	heldForPress bool           // the decoder is held until the press is judged
	deferred     *trace.Command // a claim or a ruling that waits until the published move is put right, or until a press is judged
	corrected    corrected
	openPresses  []openPress
	rests        []rest
}

// clone returns a copy that further play does not change.
func (w *waiting) clone() waiting {
	c := *w
	c.judging, c.handPress, c.asked = copied(w.judging), copied(w.handPress), copied(w.asked)
	c.recheck, c.again = copied(w.recheck), copied(w.again)
	c.openPresses, c.rests = slices.Clone(w.openPresses), slices.Clone(w.rests)
	return c
}

// corrected is a correction of a recorded move while the board still shows the other move: hands that put
// it right touch nothing in the sense of Article 4.
type corrected struct {
	ply     int // of the turn in which they do
	squares rules.Squares
}

// recheck is a press for a move that was already published: its piece may have been moved on since,
// and the press shows that the move is over.
type recheck struct {
	at      time.Duration // when to look at the board
	pressed time.Duration
	ply     int // of the move
}

// openPress is a press of the clock that may yet prove to have completed a move.
type openPress struct {
	by  rules.Color
	at  time.Duration
	due time.Duration // when to look again; 0: when the next move is published
}

// judging is a press that is still to be judged: the player having the move pressed, and no move of
// theirs has been published.
type judging struct {
	at      time.Duration // when to judge
	pressed time.Duration
	by      rules.Color
	ply     int
	wrong   bool // the player's clock was not running
	held    bool // it is known that the piece was in the hand

	landed     bool          // something of the player's own landed after the press
	replyLifts rules.Squares // of the opponent's pieces, lifted after the press: the reply has begun
	replyLands rules.Squares // where something came down after that

	doubts doubt    // why it was put off
	fitted bool     // doubtLegal: the move was seen from lift to placing, before the press
	seen   *reading // doubtIllegal: the move, when a piece of it was touched again
}

// lawfulAfter is how long after a press the readings may still decide between the move seen and
// others that leave the board looking the same.
const lawfulAfter = 2 * time.Second

// doubt is why a press is not judged by what the board shows, but later, once more. There can be several.
type doubt uint8

const (
	doubtNoMove  doubt = 1 << iota // no move was seen, and readings may be late
	doubtLegal                     // a legal move was seen that is not yet published
	doubtAlike                     // several moves were seen that look alike
	doubtIllegal                   // an illegal move was seen, and a hand may still be on its way
	doubtInHand                    // a piece in the hand was seen, while the reply had begun
)

func (j *judging) has(d doubt) bool { return j.doubts&d != 0 }

// isLagging reports whether readings are awaited that may be late.
func (j *judging) isLagging() bool { return j.has(doubtNoMove) && !j.has(doubtIllegal) }

// handPress is a press after which a piece of the player's own is missing on the board. It may be in the
// hand, and it may stand where no sensor detects it: off the middle of its square. Only what follows shows
// which of the two it was.
type handPress struct {
	judging
	from rules.Squares // where the missing pieces had stood
	due  time.Duration // when to count it if nothing has happened; 0: not before something does
}

// rest is a piece at rest that is to be checked again.
type rest struct {
	due   time.Duration
	ply   int
	sq    rules.Square
	at    time.Duration
	stray bool // to be checked as a piece too many
}

type queued struct {
	at      time.Duration
	press   bool
	by      rules.Color
	clock   Timekeeping // before the press
	command trace.Command
}
