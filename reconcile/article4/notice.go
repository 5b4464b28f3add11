package article4

import (
	"time"

	"touchmove/rules"
)

// Notice is something the Referee reports. At is the time of the record or of the deadline that
// decided it.
type Notice struct {
	At   time.Duration
	What What
}

// What is the content of a notice. Name is the name of its event.
type What interface{ Name() string }

// Touched reports that a piece left its square (2009:4.3), or that a finger was reported to touch it.
// By is the player to whom the touch is attributed: the one having the move, unless the arbiter
// decides otherwise.
type Touched struct {
	Square rules.Square
	Piece  rules.Piece
	By     rules.Color
}

// Returned reports that a piece came back to the square it had left. Announced tells whether the
// player had expressed the intention to adjust it (2009:4.2).
type Returned struct {
	Square    rules.Square
	Piece     rules.Piece
	By        rules.Color
	Announced bool
}

// Obliged reports what Article 4 now requires of the player By. Duty is nil when a duty reported
// before has ended.
type Obliged struct {
	By   rules.Color
	Duty *Duty
}

// Completed reports that a move that was already made is now completed.
type Completed struct {
	Ply     int
	By      rules.Color
	How     Completion
	Pressed time.Duration // ByPress: time of the press
}

// Completion is what completed a move. Except for a press it depends on the edition.
type Completion uint8

// ByPress: the clock was pressed after it (2009:6.7a). ByEnd: it ended the game. AtRelease: by the
// code of 1953. Overtaken: its player has made the next move without having pressed (2018:6.2.1).
// Inferred: there is no clock, and the opponent has replied.
const (
	ByPress Completion = iota
	ByEnd
	AtRelease
	Overtaken
	Inferred
)

// IllegalMove reports that a player completed an illegal move (2009:7.4). Number counts this player's
// illegal moves; it is 0 while the move can only be claimed, or when it turned out to have been
// legal.
type IllegalMove struct {
	By      rules.Color
	Number  int
	Restore string // FEN of the position before it; empty when there is nothing to restore
	Reason  IllegalReason
}

// Breach reports that a legal move broke Article 4, and the status of that breach; the opponent may
// claim until they touch a piece (2009:4.7).
type Breach struct {
	By      rules.Color
	Rule    string
	Article string
	Status  string
	// ClaimableUntil describes what ends the right to claim.
	ClaimableUntil string
	// Duty is what was owed, and Restores, in UCI, the move that stands if a claim succeeds; only
	// one of them is set. They are for the arbiter, in the form of the state.
	Duty     *Duty
	Restores string
}

// ResultKnown reports how the game ended. Proposed is true while the result was only read from signs
// on the board and nobody has confirmed it. The result "*" withdraws an earlier one.
type ResultKnown struct {
	Result   string
	Reason   ResultReason
	Proposed bool
	// Shown: the players have shown it on the board and left the game, and nobody has contradicted
	// it. No person has declared it either.
	Shown bool
	// Disputed: proposed because the move that ended the game broke Article 4 and the opponent may
	// claim (2014:5.1a). The clocks are stopped.
	Disputed bool
	Proof    *Proof // whether the opponent could still mate, if that was asked; else nil
}

// Remark is a named observation without further effect, such as RemarkWithoutMove.
type Remark struct {
	Remark RemarkName
	By     rules.Color
}

// Name returns "touched".
func (Touched) Name() string { return "touched" }

// Name returns "returned".
func (Returned) Name() string { return "returned" }

// Name returns "obligation".
func (Obliged) Name() string { return "obligation" }

// Name returns "completed".
func (Completed) Name() string { return "completed" }

// Name returns "illegal".
func (IllegalMove) Name() string { return "illegal" }

// Name returns "violation".
func (Breach) Name() string { return "violation" }

// Name returns "result".
func (ResultKnown) Name() string { return "result" }

// Name returns "remark".
func (Remark) Name() string { return "remark" }

// VoidPress is a press that turned out to complete no move, or none that counts.
type VoidPress struct {
	By      rules.Color
	Pressed time.Duration
}

// PressedAgain is a press that completed a move already reported as completed by an earlier press,
// during which the player's clock was not running.
type PressedAgain struct {
	Ply     int
	By      rules.Color
	Pressed time.Duration
}

// Order is something the decoder has to do for the Laws.
type Order struct {
	Do      Do
	Ply     int           // Correct, Impose, Certify
	Plies   int           // TakeBack
	Move    rules.Move    // Correct, Impose, Certify
	Legal   bool          // Impose
	Entered bool          // Impose: a person has announced or entered it, or ruled on it
	Lifted  time.Duration // Impose: when its piece was lifted
	Landed  time.Duration // Impose: when it was set down; Bar: when the clock was pressed for the illegal move
	Kind    rules.Kind    // Promote
	Result  string        // Finish
	Reason  ResultReason  // Finish
}

// Do is the kind of an Order.
type Do uint8

// The orders.
const (
	Hold     Do = iota // publish no move until Resume
	Resume             // go on
	Bar                // an illegal move stood on the board until Landed; 0: it was none
	TakeBack           // retract the last Plies published moves
	Correct            // Move was the move of Ply
	Impose             // Move is the move of Ply, and everything published from there on is dropped
	Promote            // the pawn became a Kind
	Certify            // the arbiter has ruled on Move, which is recorded as the move of Ply
	Finish             // the game ended without a move; Result and Reason say how
)

// Proof is the answer to the question whether a player could still mate by any series of legal
// moves, and its grounds.
type Proof struct {
	By     string   // who would have to mate
	Answer string   // can, cannot or undecided
	Ground string   // what proves it, named as in rules.Proof; empty when undecided
	Line   []string // can: moves in UCI that end in mate
}
