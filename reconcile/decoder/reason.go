package decoder

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Sign is what showed that a move had come to its end, so that it could be
// told.
type Sign uint8

// NoSign says that a move is not over yet.
const (
	NoSign    Sign = iota
	Replied        // a later move stands on the board
	Pressed        // its player pressed the clock
	Touched        // the opponent took a piece of their own into the hand
	Quiet          // its squares have been still for long enough
	Commanded      // a person said so
	Settled        // the recording or the game ended
)

// Reason is why a move was told as it was. It is kept only after KeepReasons.
type Reason struct {
	Sign     Sign
	Wait     time.Duration // Quiet: how long the squares had to be still
	Lifted   time.Duration // when the piece left its square, as the hypothesis has it
	Landed   time.Duration // when the last piece of the move landed
	Silent   bool          // a capture whose square never read empty
	Blind    bool          // one end is on a sensor that is not trusted or gave no reading
	Guessed  bool          // a promotion whose piece nobody named
	Cost     float64       // what the hypothesis paid for the move
	Readings []Reading     // of the squares of the move, since the last move landed
	Rivals   []Rival       // what else was thought possible, likeliest first
	Open     rules.Squares // squares that the hypothesis could not explain then
}

// Reading is one change of one square.
type Reading struct {
	At     time.Duration
	Square rules.Square
	Is     sensors.State
}

// Rival is another explanation of the same readings.
type Rival struct {
	Move   rules.Move    // its move at this ply; NoMove when it has none yet
	Behind float64       // by how much it was dearer: one is a factor of e
	Open   rules.Squares // squares that it could not explain
}
