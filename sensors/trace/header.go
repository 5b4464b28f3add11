package trace

import (
	"touchmove/rules"
	"touchmove/sensors"
)

// Version is the trace format that this package reads and writes.
const Version = 1

// Header is a trace's first line: what board it was, what stood on it, and
// under which Laws it was played. ReadHeader fills in the defaults.
type Header struct {
	Board        string          // the board's id
	Sensing      sensors.Sensing // what the sensors tell apart
	Variant      rules.Variant   // standard or chess960
	Start        string          // FEN of the position set up when the trace begins; never empty once read
	Laws         rules.Laws      // edition of the Laws in force; FIDE 2009 by default
	ScanHz       float64         // whole scans a second of the recording board; informative, 0 when not told
	Clock        Clock           // whether presses are in the trace
	Mode         Mode            // standard, rapid or blitz
	Unsupervised bool            // rapid or blitz without adequate supervision
	Tactile      bool            // board_kind tactile: the board of a visually impaired player
	TactileOppo  bool            // opponent_board tactile
	History      []string        // UCI moves already played from Start: the trace begins after them
	Setup        Before          // what happened before the trace
	WrittenBy    string          // "version": the program that wrote it
}

// Clock says whether clock presses can be expected in a trace.
type Clock uint8

// ClockUnknown is the default: no clock until a press is seen.
const (
	ClockUnknown Clock = iota
	ClockButtons
	ClockNone
)

// Mode is the rate of play (Laws 2009, appendices A and B).
type Mode uint8

// Standard play is the default; rapid and blitz bring their own rules on
// illegal moves and claims.
const (
	StandardPlay Mode = iota
	Rapid
	Blitz
)

// Before is what happened in the game before the trace began.
type Before struct {
	Illegal          [2]int // illegal moves already counted, by rules.Color
	ControlMovesLeft [2]int // moves still to make before the time control, by rules.Color; 0 is not told
}
