package decoder

import (
	"time"

	"touchmove/rules"
)

// Decoder turns readings into a line of moves. Make one with New, feed it with
// Advance and the methods that take readings, and collect what it is sure of with
// Findings.
type Decoder struct {
	cfg   Config
	param Parameters // what is likely, in figures
	times times      // those of them that are times
	board board
	clock bool // a clock is connected
	now   time.Duration
	next  time.Duration // the next evaluation; 0 is none
	dirty bool          // readings came at now that no hypothesis has grown by

	search // the hypotheses, and room for them
	game   // what belongs to one game: reset replaces it whole

	phase         phase
	setUp         setUp
	keeps         bool // see Keep
	outage        outage
	suspended     Line          // the game before the one that was begun by setting it up
	quietSince    time.Duration // when a reading last changed
	takeBackTried time.Duration // the quiet for which take-backs were looked for
	health        health
	log           *log // nil unless KeepReasons
	findings      []Finding
	judged        func(Judgement) // nil unless KeepEvidence
}

// Config is what a Decoder has to know of the board and the game.
type Config struct {
	Start    rules.Position // the position in which reading begins
	Ply      int            // half-moves already played in it
	Polarity bool           // the sensors tell white from black
	Clock    bool           // clock presses are to be expected
	Quick    bool           // tell moves at the lowest delay rather than when sure

	Parameters *Parameters // what is likely; nil for DefaultParameters
}
