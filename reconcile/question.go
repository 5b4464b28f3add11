package reconcile

import (
	"time"

	"touchmove/reconcile/asking"
	"touchmove/rules"
)

// Question asks a person which of several moves was made. There is at most one at a time. It does
// not change once it is asked.
type Question struct {
	Ply        int
	By         rules.Color
	Occasion   string      // over, played-on or same-position (asking.Occasion)
	Candidates []Candidate // at least two, likeliest first

	lifted rules.Square // the piece that was lifted last, if no further move is a candidate
}

// NoFurtherMove is the SAN of the candidate that says that the game ended before the ply of the question. Its Move
// is NoMove, and its UCI "0000", the null move of the UCI protocol.
const NoFurtherMove = "--"

// Candidate is a move that a Question names, or no move.
type Candidate struct {
	Move      rules.Move
	UCI       string
	SAN       string
	FEN       string  // the position after it
	Sure      float64 // probability that it is right, 0 to 1, at the time of asking
	Published bool    // it is the published move
	Grounds   []Ground
}

// Ground is a reason for or against a candidate.
type Ground struct {
	What   asking.Why
	For    bool         // otherwise against it
	Square rules.Square // the square it is about
	Lasted time.Duration
}

// Asked reports that a person is asked which move a ply was. Later readings are unlikely to show it.
type Asked struct{ Question }

// Answered reports that a question is no longer open.
type Answered struct {
	Ply int
	How string // one of the ways below
}

// The ways in which a question ends.
const (
	AnsweredByPerson = "answered"  // a person has said which move it was
	AnsweredByPlay   = "settled"   // later readings have settled it
	AnsweredByNobody = "withdrawn" // its ply is no longer in the game or has another move, or a question with other moves takes its place
)

// Name returns "asked".
func (Asked) Name() string { return "asked" }

// Name returns "answered".
func (Answered) Name() string { return "answered" }
