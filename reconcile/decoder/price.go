package decoder

import (
	"math/bits"
	"time"

	"touchmove/rules"
)

// faultCost prices a new fault of a sensor: each doubling of the time since it
// was seen to change is more time in which it may have broken, and one that never
// has in this game may have been broken from the first.
func (d *Decoder) faultCost(sq rules.Square) float64 {
	if d.board.changed[sq] <= d.began {
		return costNewFault - reliefUnproved
	}
	doublings := bits.Len64(uint64((d.now - d.board.changed[sq]) / provedLately))
	return costNewFault + max(costProvedLately-reliefDoubled*float64(doublings), -reliefUnproved)
}

// promotionCost prices the choice of the piece. A promote command close to the
// move decides it.
func (d *Decoder) promotionCost(kind rules.Kind, lifted time.Duration) float64 {
	if d.promote.kind != rules.NoKind && d.promote.at >= lifted-promoteBefore {
		if d.promote.kind == kind {
			return 0
		}
		return costDenied
	}
	switch kind {
	case rules.Knight:
		return costKnight
	case rules.Rook:
		return costRook
	case rules.Bishop:
		return costBishop
	}
	return 0
}

const (
	promoteBefore = 2 * time.Second  // a command may come this long before the pawn is lifted
	promoteAfter  = 30 * time.Second // and this long after it landed
	faultPatience = 1500 * time.Millisecond
)

// worth is what a piece is worth, in pawns.
var worth = [8]float64{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 3, rules.Rook: 5, rules.Queen: 9}
