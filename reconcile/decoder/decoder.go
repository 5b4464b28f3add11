package decoder

import (
	"time"

	"touchmove/rules"
)

// Decoder turns readings into a line of moves. Make one with New, feed it with Advance and the
// methods that take readings, and collect what it is sure of with Findings.
type Decoder struct {
	cfg   Config
	param Parameters // the values of the parameters
	times times      // the same as durations
	board board
	now   time.Duration
	due   due

	search // the hypotheses and their memory
	game   // what belongs to one game; reset replaces it as a whole

	phase  phase
	setUp  setUp
	outage outage
	health health
	out    output
}

// output is what was found and is not fetched yet, and what explains it.
type output struct {
	findings []Finding
	log      *log            // nil unless KeepReasons
	judged   func(Judgement) // nil unless KeepEvidence
}

// Config is what a Decoder has to know about the board and the game.
type Config struct {
	Start    rules.Position // the position in which reading begins
	Ply      int            // half-moves already played in it
	Origin   rules.Position // the position before those, in which the games after this one begin; Start if it is left out
	Polarity bool           // the sensors distinguish white and black
	Clock    bool           // clock presses are to be expected
	Quick    bool           // publish moves as early as possible rather than when sure

	Parameters *Parameters // nil for DefaultParameters
}
