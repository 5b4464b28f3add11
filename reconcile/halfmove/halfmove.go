// Package halfmove holds the one type for a move that was made on a board. The decoder finds it,
// package article4 judges it, and the game publishes it; none of them has its own type.
package halfmove

import (
	"time"

	"touchmove/rules"
)

// A HalfMove is a move of one player as it was made on a board.
type HalfMove struct {
	Ply      int            // half-moves of the game up to and with this one
	Move     rules.Move     // what was played
	After    rules.Position // the position after it
	Released time.Duration  // when the last piece was released, in the time of the records
	Inferred bool           // part of it was inferred and not seen
	Illegal  bool           // the move is illegal, and it stands
}

// IsAssumedPromotion reports whether a pawn was promoted to a piece that was not named.
func (m *HalfMove) IsAssumedPromotion() bool {
	return m.Inferred && m.Move.Promotion() != rules.NoKind
}
