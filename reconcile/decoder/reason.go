package decoder

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Sign is what showed that a move was over, so that it could be published.
type Sign uint8

// NoSign means that a move is not over yet.
const (
	NoSign    Sign = iota
	Replied        // the board shows a later move
	Pressed        // its player pressed the clock
	Touched        // the opponent lifted one of their own pieces
	Quiet          // its squares have been quiet for long enough
	Commanded      // a person entered it
	Settled        // the recording or the game ended
	RuledOn        // a person took it back, or gave another command, before it was published
)

// Reason is why a move was published as it was. It is kept only after KeepReasons.
type Reason struct {
	Sign     Sign
	Wait     time.Duration // Quiet: how long the squares had been quiet
	Lifted   time.Duration // when the piece left its square, according to the hypothesis
	Landed   time.Duration // when the last piece of the move landed
	Silent   bool          // a capture whose square never read empty
	Blind    bool          // one end is on a sensor that was distrusted or gave no reading
	Guessed  bool          // a promotion whose piece was not named
	Readings []Reading     // of the squares of the move, since the last move landed
	Rivals   []Rival       // the alternatives that were considered, likeliest first
	Open     rules.Squares // squares that the hypothesis could not explain at that time
}

// Reading is one change of one square.
type Reading struct {
	At     time.Duration
	Square rules.Square
	Is     sensors.State
}

// Rival is another explanation of the same readings.
type Rival struct {
	Move   rules.Move    // its move at this ply; NoMove if it has none yet
	Behind float64       // how much more it cost: a difference of 1 is a factor of e
	Open   rules.Squares // squares that it could not explain
}
