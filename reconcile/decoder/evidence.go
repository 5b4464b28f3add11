package decoder

import (
	"math"

	"touchmove/reconcile/release"
)

// A Term is one item of evidence for or against a move being right.
type Term uint8

// The terms of Evidence. Odds are natural logarithms, times are in seconds.
const (
	Always Term = iota // 1

	RivalsAgainst // odds against hypotheses with another move: the part below 2
	RivalsBehind  // the part from 2 to 6
	RivalsFar     // the part above 6
	NoneAgainst   // the same against hypotheses without a move for this ply
	NoneBehind
	NoneFar
	BeforeAgainst // the least odds of the moves before it: the part below 2
	BeforeBehind  // the part from 2 to 8

	PressedAfter // its player has pressed the clock after it
	TouchedAfter // the opponent has lifted a piece
	RepliedOnce  // a reply has been made
	RepliedMore  // each of the next two plies
	RepliedLong  // each of the five after them

	SilentCapture // a capture whose victim was not detected leaving
	SilentReplied // the same, and a reply has been made
	BlindEnd      // one end has a distrusted sensor or no reading
	BlindReplied
	IllegalMove
	PieceUnnamed // a promotion whose piece was not named
	UnnamedReplied
	CornerRook  // a rook leaves its corner while castling is allowed
	CentreKing  // a king's move to the centre
	WasKnocked  // another piece was knocked over with it
	BeforeBegin // made before reading began
	Castled
	Captured

	PriceLow   // what the move cost above a plain one: the part up to 2
	PriceHigh  // the part above 2
	Strain     // what the moves before it cost above plain ones
	Ordeal     // the same over a longer time
	Saga       // the same over nearly the whole game
	Aftermath  // what has been paid since, except for moves
	OpenCost   // the cost of the open mismatches
	OpenSquare // each open mismatch, up to 4
	Distrusts  // each distrusted sensor, up to 3
	Unreadable // there are squares without a reading
	Darkness   // how much was unreadable recently
	Dropped    // moves dropped recently
	Redone     // something else was published for this ply before
	FastGame

	handTerms // the terms of package release follow: how likely the hand is to go on
)

// Terms is the number of terms.
const Terms = int(handTerms) + release.Count

// Evidence is what is known about a move, as values of the terms.
type Evidence [Terms]float64

// ramp returns the part of x that lies between from and to.
func ramp(x, from, to float64) float64 { return min(max(x, from), to) - from }

// IsOfHand reports whether a term is about the hand: how likely it is to have finished. The others
// are about the board: how likely it was read correctly.
func (t Term) IsOfHand() bool { return t >= handTerms }

// Hand returns what is known about the hand.
func (e *Evidence) Hand() *release.Signs { return (*release.Signs)(e[handTerms:]) }

// spread splits odds into ranges, so that each range can have its own weight.
func (e *Evidence) spread(odds float64, first Term) {
	e[first] = min(odds, 2)
	e[first+1] = ramp(odds, 2, 6)
	e[first+2] = ramp(odds, 6, oddsMost)
}

func flag(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// oddsMost is the limit of odds: a hypothesis further behind has left the beam.
const oddsMost = 14.0

// odds returns the logarithm of the odds of one mass against another, from -6 to oddsMost.
func odds(of, against float64) float64 {
	const least = 1e-6
	return min(max(math.Log((of+least*least)/(against+least)), -6), oddsMost)
}

// String returns the name of the term.
func (t Term) String() string {
	if t.IsOfHand() {
		return "Hand" + release.Sign(t-handTerms).String()
	}
	return termNames[t]
}

var termNames = [handTerms]string{
	Always:         "Always",
	RivalsAgainst:  "RivalsAgainst",
	RivalsBehind:   "RivalsBehind",
	RivalsFar:      "RivalsFar",
	NoneAgainst:    "NoneAgainst",
	NoneBehind:     "NoneBehind",
	NoneFar:        "NoneFar",
	BeforeAgainst:  "BeforeAgainst",
	BeforeBehind:   "BeforeBehind",
	PressedAfter:   "PressedAfter",
	TouchedAfter:   "TouchedAfter",
	RepliedOnce:    "RepliedOnce",
	RepliedMore:    "RepliedMore",
	RepliedLong:    "RepliedLong",
	SilentCapture:  "SilentCapture",
	SilentReplied:  "SilentReplied",
	BlindEnd:       "BlindEnd",
	BlindReplied:   "BlindReplied",
	IllegalMove:    "IllegalMove",
	PieceUnnamed:   "PieceUnnamed",
	UnnamedReplied: "UnnamedReplied",
	CornerRook:     "CornerRook",
	CentreKing:     "CentreKing",
	WasKnocked:     "WasKnocked",
	BeforeBegin:    "BeforeBegin",
	Castled:        "Castled",
	Captured:       "Captured",
	PriceLow:       "PriceLow",
	PriceHigh:      "PriceHigh",
	Strain:         "Strain",
	Ordeal:         "Ordeal",
	Saga:           "Saga",
	Aftermath:      "Aftermath",
	OpenCost:       "OpenCost",
	OpenSquare:     "OpenSquare",
	Distrusts:      "Distrusts",
	Unreadable:     "Unreadable",
	Darkness:       "Darkness",
	Dropped:        "Dropped",
	Redone:         "Redone",
	FastGame:       "FastGame",
}
