package eventlog

import (
	"encoding/json"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
)

// Entry is one entry of the log: an event of the game, or what the daemon has
// observed, under the names that the world knows it by.
type Entry struct {
	Game string    // the game's id, the same after every restart
	Seq  uint64    // grows within a game; on a new version of the program by a leap (see Leap)
	Time time.Time // when it is told, UTC
	reconcile.Event
}

// Leap is what a new version of the program adds to every Seq. The new version
// reads the same journal and may understand it otherwise, with fewer events
// even; after the leap all its numbers are above all that were told before, so
// that its view replaces the old one everywhere.
const Leap = 1_000_000_000

// Opened stands in the log where a game is set up and has not begun: at the
// beginning of a journal, and after a new-game command. It is not published as
// an event.
type Opened struct {
	Start   string // FEN of the position that the board is to show
	Variant rules.Variant
	Laws    rules.Laws
	Pairing Pairing
	Clock   *reconcile.Times // as it is set before play; nil where none is known
}

// Name returns "opened".
func (Opened) Name() string { return "opened" }

// Unread stands in the log where other squares than before give no reading:
// the daemon's own observation, whether a game is being played or not. It is not
// published as an event; the reconstruction tells a fault of its own once it
// matters to the game.
type Unread struct{ Squares rules.Squares }

// Name returns "unread".
func (Unread) Name() string { return "unread" }

// Annuls stands in the log where a game goes on after another one that was begun by
// mistake: Game is the id of the one that does not count. It is not published as an event.
type Annuls struct{ Game string }

// Name returns "annuls".
func (Annuls) Name() string { return "annuls" }

// Left stands in the log before the entries of later games. It is the final
// state of an earlier game, as it was last published, with the sequence number
// it had then, and is not published as an event.
type Left struct{ State json.RawMessage } // a payload of the topic state

// Name returns "left".
func (Left) Name() string { return "left" }
