package reconcile

import (
	"time"

	"touchmove/reconcile/article4"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
)

// Event is something the game now knows. At is the time of the record or of the deadline that
// decided it, never the moment someone noticed. Seq counts the events of a Game from 1 and is the
// same on every replay of the same records. Game counts the games of a trace from 1.
type Event struct {
	At   time.Duration
	Seq  uint64
	Game int
	What What
}

// What is the content of an event. Name is the value of its "event" key.
type What interface{ Name() string }

// Started reports that a game began: the board has shown its first position, or a command set it.
type Started struct {
	FEN     string
	Variant rules.Variant
}

// How is the kind of evidence for a move.
type How uint8

// A Seen move was detected completely by the sensors. An Inferred one was completed by reasoning (a
// capture whose square never read empty, a promoted piece assumed to be a queen, a move over a
// distrusted sensor). A Corrected one replaces, or follows, a move that was published wrongly.
const (
	Seen How = iota
	Inferred
	Corrected
)

// String returns "seen", "inferred" or "corrected".
func (h How) String() string {
	return [...]string{"seen", "inferred", "corrected"}[h]
}

// Made reports that a move is made on the board (2009, 4.6).
type Made struct {
	Ply        int // half-moves of the game up to and with this one
	Move       rules.Move
	UCI        string
	SAN        string
	FEN        string // the position after the move
	By         rules.Color
	Released   time.Duration // when the piece was released
	Confidence float64       // probability that the move is right, 0 to 1, by what was read until then
	How        How
	Illegal    bool // the move is illegal, and it stands
}

// Amended reports that the move published for this ply was another one. It replaces that ply and
// drops every later one.
type Amended struct {
	Made
	Was string // the move published before, in UCI
}

// Retracted reports that the move published for this ply was not made after all, or was taken back:
// the game is again at the position before that ply.
type Retracted struct{ Ply int }

// Settled reports that the confidence of the move published for this ply has risen above a level:
// later readings support it.
type Settled struct {
	Ply        int
	Confidence float64 // probability that the move is right, 0 to 1
	Level      float64 // the level that was crossed, Likely or Certain
}

// Doubted reports that the confidence of the move published for this ply has fallen below a level.
type Doubted struct {
	Ply        int
	Confidence float64 // probability that the move is right, 0 to 1
	Level      float64 // the level that was crossed, Likely or Certain
}

// The confidence levels: below Likely a move is a guess, from Certain on it is settled.
const (
	Likely  = decoder.Likely
	Certain = decoder.Certain
)

// Judged is how many of the latest half-moves can still change their confidence.
const Judged = decoder.Judged

// Displaced reports that the board shows no position of the game: these squares differ from it (2009,
// 7.3, 7.5). It is published again when players begin to do something else with the board.
type Displaced struct {
	Squares rules.Squares
	Why     decoder.Handling // what players seem to do with the board, if known
}

// Restored reports that the board shows the game's position again.
type Restored struct{ FEN string }

// FaultKind is what is wrong with a sensor.
type FaultKind uint8

// The faults that the reconstruction distinguishes. Trusted ends a fault reported before: the
// sensor has its vote again.
const (
	Trusted FaultKind = iota
	StuckOn
	StuckOff
	Flicker
	NoReading
)

// String returns the value of the "fault" key.
func (k FaultKind) String() string {
	return [...]string{"none", "stuck-on", "stuck-off", "flicker", "unknown"}[k]
}

// Fault names sensors that the reconstruction no longer trusts, or trusts
// again.
type Fault struct {
	Squares rules.Squares
	Kind    FaultKind
}

// Annulled reports that the game does not count: the command that began it was undone.
type Annulled struct{}

// Resumed reports that a suspended game goes on, because the new-game command that ended it was
// undone. If that game had not begun, it waits for its first position again; so does a game that only the command
// that is undone had begun.
type Resumed struct {
	FEN      string
	Begun    bool
	Same     bool   // the game was on the board all the time
	Annulled string // the id of the game that was annulled, if another journal has it
}

// KingsInTheCentre is the reason of a result that the players have shown with their
// kings (a ResultKnown that is Proposed).
const KingsInTheCentre = decoder.KingsInTheCentre

// NewGameSetUp is the reason of the result "*" of a game that had no sign of its end when its
// pieces were set up again (a ResultKnown that is Proposed).
const NewGameSetUp = decoder.NewGameSetUp

// The events that come from the Laws, package article4.
type (
	// Touched reports that a piece left its square (Laws 2009, 4.3).
	Touched = article4.Touched
	// Returned reports that a piece came back to the square it had left.
	Returned = article4.Returned
	// Obliged reports what Article 4 now requires of a player; its Duty is nil when a duty reported
	// before has ended.
	Obliged = article4.Obliged
	// Completed reports that the player pressed the clock after the move of this ply (2009, 6.7), or
	// that the move ended the game.
	Completed = article4.Completed
	// IllegalMove reports that a player completed an illegal move (2009, 7.4).
	IllegalMove = article4.IllegalMove
	// Breach reports that a legal move broke Article 4 (2009, 4.7).
	Breach = article4.Breach
	// ResultKnown reports how the game ended; the result "*" withdraws an earlier one.
	ResultKnown = article4.ResultKnown
	// Proof reports whether a player could still mate by any series of legal moves.
	Proof = article4.Proof
	// Remark is a named observation without further effect.
	Remark = article4.Remark
)

// Name returns "started".
func (Started) Name() string { return "started" }

// Name returns "made".
func (Made) Name() string { return "made" }

// Name returns "amended".
func (Amended) Name() string { return "amended" }

// Name returns "retracted".
func (Retracted) Name() string { return "retracted" }

// Name returns "settled".
func (Settled) Name() string { return "settled" }

// Name returns "doubted".
func (Doubted) Name() string { return "doubted" }

// Name returns "displaced".
func (Displaced) Name() string { return "displaced" }

// Name returns "restored".
func (Restored) Name() string { return "restored" }

// Name returns "fault".
func (Fault) Name() string { return "fault" }

// Name returns "annulled".
func (Annulled) Name() string { return "annulled" }

// Name returns "resumed".
func (Resumed) Name() string { return "resumed" }
