// Package halfmove holds the one type of a move that was made on a board. The decoder
// finds it, Article 4 judges it, and the game tells it; none of them keeps a type of its own.
package halfmove

import (
	"time"

	"touchmove/rules"
)

// A HalfMove is a move of one player, as it was made with pieces on a board.
type HalfMove struct {
	Ply      int            // half-moves of the game up to and with this one
	Move     rules.Move     // what was played
	After    rules.Position // the position it led to
	Released time.Duration  // when the last piece was let go, in the time of the records
	Inferred bool           // part of it was concluded and not seen
	Illegal  bool           // the rules do not allow it, and it stands
}

// IsAssumedPromotion reports whether a pawn was promoted to a piece that nobody has named.
func (m *HalfMove) IsAssumedPromotion() bool {
	return m.Inferred && m.Move.Promotion() != rules.NoKind
}
