package reconcile

import (
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
)

// Question is what a person is asked: which of several moves was made. There is one at a
// time. It is not changed once it is asked.
type Question struct {
	Ply        int
	By         rules.Color
	Occasion   string      // over, played-on or same-position (decoder.Occasion)
	Candidates []Candidate // two at least, likeliest first
}

// Candidate is a move that a Question names.
type Candidate struct {
	Move      rules.Move
	UCI       string
	SAN       string
	FEN       string  // the position after it
	Sure      float64 // how likely it is to be right, 0 to 1, as of when it was asked
	Published bool    // it is the one that was told
	Grounds   []Ground
}

// Ground is what speaks for a candidate or against it.
type Ground struct {
	What   decoder.Why
	For    bool         // else against
	Square rules.Square // that it is about
	Lasted time.Duration
}

// Asked says that a person is asked which move a ply was. Nothing that is read later is
// likely to tell.
type Asked struct{ Question }

// Answered says that a question is open no longer.
type Answered struct {
	Ply int
	How string // one of the ways below
}

// How a question ended.
const (
	AnsweredByPerson = "answered"  // a person has said which move it was
	AnsweredByPlay   = "settled"   // what was read since has
	AnsweredByNobody = "withdrawn" // the ply is not in the game any more
)

// Name returns "asked".
func (Asked) Name() string { return "asked" }

// Name returns "answered".
func (Answered) Name() string { return "answered" }
