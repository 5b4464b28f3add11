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
	clock bool // a clock is connected
	now   time.Duration
	next  time.Duration // the next evaluation; 0 means none
	dirty bool          // there are new readings by which no hypothesis has grown yet

	search // the hypotheses and their memory
	game   // what belongs to one game; reset replaces it as a whole

	phase         phase
	setUp         setUp
	keeps         bool // see Keep
	outage        outage
	suspended     Line          // the game before the one that began when the pieces were set up
	quietSince    time.Duration // when a reading last changed
	takeBackTried time.Duration // the quietSince for which take-backs were tried
	health        health
	log           *log // nil unless KeepReasons
	findings      []Finding
	judged        func(Judgement) // nil unless KeepEvidence
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
