package article4

import (
	"time"

	"touchmove/rules"
)

// Notice is something the Referee has to tell. At is the time of the record or of
// the deadline that decided it.
type Notice struct {
	At   time.Duration
	What What
}

// What is what a notice tells. Name is the word of its event.
type What interface{ Name() string }

// Touched says that a piece left its square (2009:4.3), or that a finger's touch
// of it was reported. By is the player to whom the touch is put: the one having
// the move, until the arbiter says otherwise.
type Touched struct {
	Square rules.Square
	Piece  rules.Piece
	By     rules.Color
}

// Returned says that a piece came back to the square it had left. Announced
// tells whether the player had expressed the intention to adjust it (2009:4.2).
type Returned struct {
	Square    rules.Square
	Piece     rules.Piece
	By        rules.Color
	Announced bool
}

// Obliged says what Article 4 now asks of the player By. Duty is nil when a
// duty told before has ended.
type Obliged struct {
	By   rules.Color
	Duty *Duty
}

// Completed says that a move, made before, is now completed.
type Completed struct {
	Ply     int
	By      rules.Color
	How     Completion
	Pressed time.Duration // ByPress: when
}

// Completion is what completed a move. What is not a press depends on the edition.
type Completion uint8

// ByPress: the clock was pressed after it (2009:6.7a). ByEnd: it ended the game.
// AtRelease: by the code of 1953. Overtaken: its player has made the next one
// without having pressed (2018:6.2.1). Inferred: there is no clock, and the
// opponent has replied.
const (
	ByPress Completion = iota
	ByEnd
	AtRelease
	Overtaken
	Inferred
)

// IllegalMove says that a player completed an illegal move (2009:7.4). Number is
// how often by this player, and 0 while it may only be claimed or when it turned
// out to have been no illegal move.
type IllegalMove struct {
	By      rules.Color
	Number  int
	Restore string // FEN of the position before it; empty when there is nothing to restore
	Reason  IllegalReason
}

// Breach says that a legal move broke Article 4, and what has become of that;
// the opponent may claim until they touch a piece (2009:4.7).
type Breach struct {
	By      rules.Color
	Rule    string
	Article string
	Status  string
	// ClaimableUntil says in words what ends the right to claim.
	ClaimableUntil string
	// Duty is what was owed, and Restores in UCI the move that stands if a claim succeeds: the
	// one or the other. They are for the arbiter, as the state has them.
	Duty     *Duty
	Restores string
}

// ResultKnown says how the game ended. Proposed is true while the result is
// only read from signs on the board and nobody has confirmed it. The result "*"
// takes back one told before.
type ResultKnown struct {
	Result   string
	Reason   ResultReason
	Proposed bool
	// Shown: the players have shown it on the board and left the game, and nobody has
	// contradicted it. No person has declared it either.
	Shown bool
	// Disputed: proposed because the move that ended the game broke Article 4 and the opponent
	// may claim (2014:5.1a). The clocks stand.
	Disputed bool
	Proof    *Proof // whether the opponent could still mate, where that was asked; else nil
}

// Remark is a named observation without further effect, as
// RemarkWithoutMove.
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

// VoidPress is a press that was found to complete no move, or none that counts.
type VoidPress struct {
	By      rules.Color
	Pressed time.Duration
}

// PressedAgain is a press that completed a move which was told as completed by an earlier
// one, with which the player's time was not running.
type PressedAgain struct {
	Ply     int
	By      rules.Color
	Pressed time.Duration
}

// Order is something the decoder of moves has to do for the Laws.
type Order struct {
	Do     Do
	Ply    int           // Correct, Impose
	Plies  int           // TakeBack
	Move   rules.Move    // Correct, Impose
	Legal  bool          // Impose
	Lifted time.Duration // Impose: when its piece left
	Landed time.Duration // Impose: when it was set down
	Kind   rules.Kind    // Promote
	Result string        // Finish
	Reason ResultReason  // Finish
}

// Do is what an Order asks.
type Do uint8

// The orders.
const (
	Hold     Do = iota // tell no move until Resume
	Resume             // go on
	TakeBack           // take back the last Plies moves told
	Correct            // Move was the move of Ply
	Impose             // Move is the move of Ply, and what was told from there on is dropped
	Promote            // the pawn became a Kind
	Finish             // the game is over by a word; Result and Reason say how
)

// Proof is the answer of the rules to the question whether a player could still
// mate by any series of legal moves, and what it rests on.
type Proof struct {
	By     string   // who would have to mate
	Answer string   // can, cannot or undecided
	Ground string   // what proves it, as rules.Proof names it; empty when undecided
	Line   []string // can: moves in UCI that end in mate
}
