package decoder

import (
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// A Finding is one thing that the decoder is sure enough of to tell.
type Finding struct {
	At   time.Duration
	Kind Kind

	// Made, Amended: all of it. Assured, Doubted: Ply and Move. Retracted, Asked,
	// Unasked: Ply. Began, Restored, Resumed: After.
	halfmove.HalfMove
	Confidence float64    // how likely the move is to be right, 0 to 1
	Level      float64    // Assured, Doubted: Likely or Certain, which was crossed
	Corrected  bool       // something else had been told for this ply
	Was        rules.Move // Amended: what had been told

	Squares rules.Squares // Displaced, Faulty
	Fault   Fault         // Faulty
	Result  string        // Ended, Left
	Why     string        // Ended, Left; Displaced: a Handling
	Reason  *Reason       // Made, Amended: after KeepReasons

	Question *Question // Asked
}

// Kind says what a Finding is about.
type Kind uint8

// What a decoder tells.
const (
	Began     Kind = iota // the board shows the first position of a game
	Made                  // a move was made
	Amended               // the move told for this ply was another one; later ones are dropped
	Retracted             // the move told for this ply, and all after it, were not made or were taken back
	Displaced             // the board shows no position of the game
	Restored              // it does again
	Faulty                // sensors are not trusted any more, or are again
	Ended                 // the board shows that the game is over: a proposal
	Left                  // it was over: after that sign the pieces were set up again
	Resumed               // it is not over: play goes on
	Assured               // the move told for this ply has become more certain than a level
	Doubted               // or less
	Asked                 // a person is asked which move a ply was
	Unasked               // play has settled it
)

// Fault is what is wrong with a sensor.
type Fault uint8

// Sound ends a fault told before.
const (
	Sound Fault = iota
	StuckOn
	StuckOff
	Flicker
	NoReading
)
