package broadcast

import (
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
)

// Told is one entry of the history: an event of the game under the names that
// the world knows it by.
type Told struct {
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

// Opened stands in the history where a game is set up and has not begun: at the
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

// Unread stands in the history where other squares than before give no reading:
// the daemon's own observation, whether a game is being played or not. It is not
// published as an event; the reconstruction tells a fault of its own once it
// matters to the game.
type Unread struct{ Squares rules.Squares }

// Name returns "unread".
func (Unread) Name() string { return "unread" }

// Annuls stands in the history where a game goes on after another one that was begun by
// mistake: Game is the id of the one that does not count. It is not published as an event.
type Annuls struct{ Game string }

// Name returns "annuls".
func (Annuls) Name() string { return "annuls" }

// Pairing is who plays whom, where and at which rate. What is not known is
// empty. It is read from the further keys of a new-game command.
type Pairing struct {
	Event       string `json:"event,omitempty"` // the tournament's name, as PGN has it
	Site        string `json:"site,omitempty"`
	Round       string `json:"round,omitempty"`
	White       Player `json:"white"`
	Black       Player `json:"black"`
	TimeControl string `json:"time_control,omitempty"` // as PGN writes it
	StartsAt    string `json:"starts_at,omitempty"`    // RFC 3339; when the round is to begin
}

// Player is one of the two.
type Player struct {
	Name   string `json:"name,omitempty"` // "Surname, First name"
	FideID int    `json:"fide_id,omitempty"`
	Title  string `json:"title,omitempty"`
	Rating int    `json:"rating,omitempty"`

	Federation string `json:"federation,omitempty"` // FIDE's three letters
}

// Source is a history that a publisher follows from its beginning.
type Source interface {
	// Follow returns a cursor at the first entry. It may wait until that is
	// known.
	Follow() *Cursor
}
