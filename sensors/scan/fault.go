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
	StuckSquare  FaultKind = "stuck-on" // a piece is detected where none can be
	NoPiece      FaultKind = "nothing"  // no piece is detected where one must be
	GhostSquares FaultKind = "ghosts"   // a matrix without diodes shows a rectangle
)

// Cause is how a fault shows itself. Text puts it into words.
type Cause string

// The causes. Reported is all that a driver says of itself.
const (
	Reported          Cause = ""                    // Detail says it
	NeverAnswered     Cause = "never-answered"      // not since the start
	AnsweredBefore    Cause = "answered-before"     // and no longer
	EndlessTransfers  Cause = "endless-transfers"   // of a bus
	AtGround          Cause = "at-ground"           // a linear sensor's output
	AtSupply          Cause = "at-supply"           // likewise
	Rectangle         Cause = "rectangle"           // pieces on its corners, and no diodes
	AllStandElsewhere Cause = "all-stand-elsewhere" // a piece more than the position has
	MissingAtSetUp    Cause = "missing-at-set-up"   // one piece is missing, and all others are in place
	MissingInPlay     Cause = "missing-in-play"     // play continues without it
	BelowLevel        Cause = "below-level"         // a piece is felt at Percent of what counts
	AllGone           Cause = "all-gone"            // every piece of a line between two scans
	Unreadable        Cause = "unreadable"          // lines of the clock: Detail says why
)

// Unread reports whether a fault of this kind takes squares away from the game:
// nothing is read of them while it lasts.
func (k FaultKind) Unread() bool { return k == SilentChip || k == HeldBus || k == HeldLine }

// Fault is one thing that is wrong with a board's sensing now.
type Fault struct {
	Kind    FaultKind
	Part    string        // what is meant: "mcp23017 0x21 on I2C1", "row 3 (GPIO17)", "e4"
	Squares rules.Squares // that it takes, or makes doubtful
	Cause   Cause         // how it shows itself, and so what to do
	Detail  string        // what the driver or the kernel says, "" when it says nothing
	Percent int           // of the level that counts, for BelowLevel
	Since   time.Duration // the time of the record, or of the scan, that first showed it
}

// String names part, squares, what is wrong and what to do.
func (f Fault) String() string {
	if f.Squares == 0 || f.Part == f.Squares.First().String() {
		return f.Part + ": " + f.Text()
	}
	return f.Part + " (" + f.Where() + "): " + f.Text()
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
