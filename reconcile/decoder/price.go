package decoder

import (
	"math/bits"
	"time"

	"touchmove/rules"
)

// faultCost prices a new fault of a sensor. The longer ago it last changed, the more time it has
// had to break, so each doubling of that time lowers the price. A sensor that has not changed in
// this game may have been broken from the start.
func (d *Decoder) faultCost(sq rules.Square) float64 {
	if d.isUnproved(sq) {
		return d.param[costNewFault] - d.param[reliefUnproved]
	}
	doublings := bits.Len64(uint64((d.now - d.board.changed[sq]) / d.times[provedLately]))
	return d.param[costNewFault] + max(d.param[costProvedLately]-d.param[reliefDoubled]*float64(doublings), -d.param[reliefUnproved])
}

// isUnproved reports whether a sensor has not changed in this game.
func (d *Decoder) isUnproved(sq rules.Square) bool { return d.board.changed[sq] <= d.root.began }

// promotionCost prices the kind of piece that a pawn of one colour becomes. lifted is when the pawn was
// lifted, and before is when the half-move before its promotion was made. A promote command close to the
// promotion decides it.
func (d *Decoder) promotionCost(kind rules.Kind, of rules.Color, lifted, before time.Duration) float64 {
	if d.players[of].promote.names(lifted, before) {
		if d.players[of].promote.kind == kind {
			return 0
		}
		return d.param[costDenied]
	}
	switch kind {
	case rules.Knight:
		return d.param[costKnight]
	case rules.Rook:
		return d.param[costRook]
	case rules.Bishop:
		return d.param[costBishop]
	}
	return 0
}

const (
	promoteAfter  = 30 * time.Second // and this long after it landed
	faultPatience = 1500 * time.Millisecond
)

// worth is the worth of a piece, in pawns.
var worth = [8]float64{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 3, rules.Rook: 5, rules.Queen: 9}
