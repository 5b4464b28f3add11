package configs

import (
	"fmt"

	"touchmove/sensors/wiring"
)

// Simulated is a board without hardware: the real driver reads a register-accurate chip,
// and simulated hands play the games of a PGN file one after the other.
type Simulated struct {
	Chip  string  // the simulated kind of chip: one of Chips
	PGN   string  // file of games; empty plays the built-in games
	First int     // index of the game that the hands begin with; each further simulated board begins with the next game
	Hands string  // file of what the hands do (simboard.Script); if empty, they play games
	Style string  // how the hands move: one of Styles
	Seed  uint64  // the same seed gives the same play
	Speed float64 // speed relative to real time, 0.1 to 100
}

// simulated is the name of the driver.
const simulated = "simulated"

// Driver returns "simulated".
func (Simulated) Driver() string { return simulated }

// String names the chips that are simulated.
func (w Simulated) String() string {
	what := w.Chip
	if like, err := wiring.Usual(w.Chip); err == nil {
		what = wiring.What(like)
	}
	return fmt.Sprintf("simulated board, %s, seed %d", what, w.Seed)
}

// Parts returns none: there is nothing to open.
func (Simulated) Parts() []wiring.Part { return nil }

// isLinear reports whether the simulated chips read levels, which show colours too.
func (w Simulated) isLinear() bool {
	like, err := wiring.Usual(w.Chip)
	return err == nil && wiring.Linear(like)
}

// Chips lists the chips that a simulated board can have; mixed is three kinds of chips on
// two buses.
func Chips() []string { return append(wiring.Words(), wiring.Mixed{}.Driver()) }

// Styles lists the ways in which simulated hands can move.
func Styles() []string {
	return []string{"clean", "club", "blitz", "arbiter", "noisy", "faulty", "session", "hard", "polarity"}
}
