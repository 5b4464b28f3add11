package eventlog

import (
	"encoding/json"
	"time"

	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// Entry is one entry of the log: an event of the game or an observation of the daemon,
// with the ids under which it is published.
type Entry struct {
	Game string    // the game's id, the same after every restart
	Seq  uint64    // grows within a game; a new version of the program adds a leap (see Leap)
	Time time.Time // when it is published, UTC
	reconcile.Event
}

// Leap is what a new version of the program adds to every Seq. The new version reads the
// same journal and may interpret it differently, perhaps with fewer events. After the
// leap all its numbers are above every number published before, so its view replaces the
// old one everywhere.
const Leap = 1_000_000_000

// Opened is the entry for a game that is set up and has not begun: at the beginning of a
// journal, and after a new-game command. It is not published as an event.
type Opened struct {
	Start     string // FEN of the position that the board must show
	Variant   rules.Variant
	Laws      rules.Laws
	Rate      article4.Rate // of play
	Pairing   Pairing
	Clock     *reconcile.Times // as set before play; nil when there is none
	Unpressed bool             // there was no press on this board yet: Clock has the times of the time control, until the first move
}

// Name returns "opened".
func (Opened) Name() string { return "opened" }

// Unread is the entry for a change of the squares that give no reading. It is the
// daemon's own observation, whether or not a game is being played, and is not published
// as an event. The reconstruction reports a fault of its own once it affects the game.
type Unread struct{ Squares rules.Squares }

// Name returns "unread".
func (Unread) Name() string { return "unread" }

// Annuls is the entry for a game that continues after another one that was begun by
// mistake: Game is the id of the one that does not count. It is not published as an
// event.
type Annuls struct{ Game string }

// Name returns "annuls".
func (Annuls) Name() string { return "annuls" }

// Left comes in the log before the entries of later games. It is the final state of an
// earlier game, as it was last published, with its sequence number at that time. It is
// not published as an event.
type Left struct {
	State json.RawMessage // a payload of the topic state
	PGN   string          // the game as it was last on the topic pgn; empty if it does not count or is not known
}

// Name returns "left".
func (Left) Name() string { return "left" }
