package scan

import (
	"strings"
	"time"

	"touchmove/rules"
)

// FaultKind is what sort of thing is wrong with a board's sensing.
type FaultKind string

// The kinds of faults. Where two faults look alike to whatever can be measured
// they have one kind, and the text names both.
const (
	SilentChip   FaultKind = "silent"   // a chip does not answer, or not as it should
	HeldBus      FaultKind = "bus"      // a line of a bus is held down
	HeldLine     FaultKind = "line"     // a row, column, select or clock line is held at a level
	OpenLine     FaultKind = "open"     // all pieces on one line, or chip, are gone at once
	OutOfRange   FaultKind = "range"    // a linear sensor gives what none can give
	WeakPiece    FaultKind = "weak"     // a piece is felt, and not enough
	StuckSquare  FaultKind = "stuck-on" // a piece is felt where none can stand
	NoPiece      FaultKind = "nothing"  // no piece is felt where one must stand
	GhostSquares FaultKind = "ghosts"   // a matrix without diodes shows a rectangle
)

// Unread says whether a fault of this kind takes squares away from the game:
// nothing is read of them while it lasts.
func (k FaultKind) Unread() bool { return k == SilentChip || k == HeldBus || k == HeldLine }

// Fault is one thing wrong with a board's sensing, as it stands.
type Fault struct {
	Kind    FaultKind
	Part    string        // what is meant: "mcp23017 0x21 on I2C1", "row 3 (GPIO17)", "e4"
	Squares rules.Squares // that it takes, or makes doubtful
	Text    string        // what is wrong and what to do
	Since   time.Duration // the time of the record, or of the scan, that first showed it
}

// String names part, squares, what is wrong and what to do.
func (f Fault) String() string {
	if f.Squares == 0 || f.Part == f.Squares.First().String() {
		return f.Part + ": " + f.Text
	}
	return f.Part + " (" + f.Where() + "): " + f.Text
}

// Where lists the squares of a fault without braces: "all squares" for all, and
// "" when none are known.
func (f Fault) Where() string {
	switch f.Squares {
	case 0:
		return ""
	case rules.AllSquares:
		return "all squares"
	}
	return strings.Trim(f.Squares.String(), "{}")
}
