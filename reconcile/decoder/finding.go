package decoder

import (
	"time"

	"touchmove/reconcile/asking"
	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// A Finding is one thing that the decoder is sure enough of to publish.
type Finding struct {
	At   time.Duration
	Kind Kind

	// Made, Amended: all fields. Assured, Doubted: Ply and Move. Retracted, Asked, Unasked: Ply.
	// Began, Restored, Resumed: After.
	halfmove.HalfMove
	Confidence float64    // probability that the move is right, 0 to 1
	Level      float64    // Assured, Doubted: the level that was crossed, Likely or Certain
	Corrected  bool       // something else had been published for this ply
	Was        rules.Move // Amended: the move published before

	Squares rules.Squares // Displaced, Faulty
	Fault   Fault         // Faulty
	Result  string        // Ended, Left
	Why     string        // Ended, Left; Displaced: a Handling
	Reason  *Reason       // Made, Amended: after KeepReasons

	Question *asking.Question // Asked
}

// Kind is the kind of a Finding.
type Kind uint8

// The kinds of findings.
const (
	Began     Kind = iota // the board shows the first position of a game
	Made                  // a move was made
	Amended               // the move published for this ply was another one; later ones are dropped
	Retracted             // the move published for this ply, and all after it, were not made or were taken back
	Displaced             // the board shows no position of the game
	Restored              // it shows one again
	Faulty                // sensors are no longer trusted, or are trusted again
	Ended                 // the board shows that the game is over: a proposal
	Left                  // it was over: after that sign the pieces were set up again
	Resumed               // it is not over: play goes on
	Assured               // the confidence of the move published for this ply has risen above a level
	Doubted               // it has fallen below a level
	Asked                 // a person is asked which move a ply was
	Unasked               // play has settled the question
)

// Fault is what is wrong with a sensor.
type Fault uint8

// Sound ends a fault reported before.
const (
	Sound Fault = iota
	StuckOn
	StuckOff
	Flicker
	NoReading
)
