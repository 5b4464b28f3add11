package scan

import (
	"strings"
	"time"

	"touchmove/rules"
)

// FaultKind is what sort of thing is wrong with a board's sensing.
type FaultKind string

// The kinds of faults. Faults that no measurement can tell apart share one kind,
// and the text names both.
const (
	SilentChip   FaultKind = "silent"   // a chip does not answer, or not correctly
	HeldBus      FaultKind = "bus"      // a line of a bus is held low
	HeldLine     FaultKind = "line"     // a row, column, select or clock line is held at one level
	OpenLine     FaultKind = "open"     // all pieces on one line or chip disappeared at once
	OutOfRange   FaultKind = "range"    // a linear sensor reads what no sensor can give
	WeakPiece    FaultKind = "weak"     // a piece is felt, but too weakly
	StuckSquare  FaultKind = "stuck-on" // a piece is detected where none can be
	NoPiece      FaultKind = "nothing"  // no piece is detected where one must be
	GhostSquares FaultKind = "ghosts"   // a matrix without diodes shows a rectangle
)

// Cause says how a fault shows itself. Text puts it into words.
type Cause string

// The causes. Reported covers everything that a driver itself describes.
const (
	Reported          Cause = ""                    // Detail describes it
	NeverAnswered     Cause = "never-answered"      // no answer since the start
	AnsweredBefore    Cause = "answered-before"     // it has answered before, but no longer does
	EndlessTransfers  Cause = "endless-transfers"   // the transfers of a bus do not end
	AtGround          Cause = "at-ground"           // the output of a linear sensor is at ground
	AtSupply          Cause = "at-supply"           // the output of a linear sensor is at its supply
	Rectangle         Cause = "rectangle"           // pieces on its corners, in a matrix without diodes
	AllStandElsewhere Cause = "all-stand-elsewhere" // there is one piece more than in the position
	MissingAtSetUp    Cause = "missing-at-set-up"   // one piece is missing, and all others are in place
	MissingInPlay     Cause = "missing-in-play"     // play continues without the piece
	BelowLevel        Cause = "below-level"         // a piece is felt at Percent of the level needed
	AllGone           Cause = "all-gone"            // every piece of a line disappeared between two scans
	Unreadable        Cause = "unreadable"          // the lines of the clock: Detail says why
)

// Unread reports whether a fault of this kind leaves squares without readings while
// it lasts.
func (k FaultKind) Unread() bool { return k == SilentChip || k == HeldBus || k == HeldLine }

// Fault is one thing that is wrong with a board's sensing now.
type Fault struct {
	Kind    FaultKind
	Part    string        // the faulty part: "mcp23017 0x21 on I2C1", "row 3 (GPIO17)", "e4"
	Squares rules.Squares // the squares that are lost or doubtful
	Cause   Cause         // how it shows itself, and so what to do
	Detail  string        // what the driver or the kernel says; "" if nothing
	Percent int           // of the level needed, for BelowLevel
	Since   time.Duration // the time of the record or scan that first showed it
}

// String names the part, the squares, what is wrong and what to do.
func (f Fault) String() string {
	if f.Squares == 0 || f.Part == f.Squares.First().String() {
		return f.Part + ": " + f.Text()
	}
	return f.Part + " (" + f.Where() + "): " + f.Text()
}

// Where lists the squares of a fault: "all squares" for all, and "" if none are
// known.
func (f Fault) Where() string {
	switch f.Squares {
	case 0:
		return ""
	case rules.AllSquares:
		return "all squares"
	}
	return strings.Trim(f.Squares.String(), "{}")
}
