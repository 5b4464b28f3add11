package feeds

import (
	"fmt"

	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules/pgn"
)

// ShowCertain hides moves from feeds that may still be corrected. Of a game in progress
// they get the moves up to the last one with at least this confidence, from 0 (all, at
// once) to 0.999. They also get older moves whose confidence does not change any more:
// these will never be certain, and must not hold up the rest. A move that was shown is not
// withdrawn because of later doubt, only if the game changes.
//
// Boards publish whether a move has reached 0.9 and 0.999 (guesses and settled in state).
// For a value in between, the next higher one is used. The error says which values are possible.
func ShowCertain(certain float64) (Option, error) {
	if certain < 0 || certain > reconcile.Certain {
		return nil, fmt.Errorf("certainty %v: write a number from 0, which shows every move at once, to %v", certain, reconcile.Certain)
	}
	return func(h *Hub) { h.certain = certain }, nil
}

// cut sets how many moves may be shown, and returns the PGN up to there.
func (b *board) cut(certain float64) (text string, parsed *pgn.Game) {
	b.shown = b.settled(certain)
	b.lastShown = b.state.line(b.shown)
	if b.shown >= len(b.state.Moves) {
		return b.pgn, b.parsed
	}
	short := eventlog.Cut(b.parsed, b.shown)
	return short.String(), short
}

// settled returns how many moves of the game are certain enough, or have already been
// shown.
func (b *board) settled(certain float64) int {
	all := len(b.state.Moves)
	if b.state.Phase == "over" || b.state.Settled == nil {
		return all
	}
	n := *b.state.Settled - (b.state.FirstPly - 1)
	if certain <= reconcile.Likely || b.standing != nil && b.standing.long {
		n = max(n, b.state.likely())
	}
	n = min(max(n, all-reconcile.Judged, 0), all)
	if !b.state.begins(b.lastShown) {
		return n // the game has changed
	}
	return max(n, len(b.lastShown))
}

// likely returns how many moves of the game come before the first guess.
func (s *statePayload) likely() int {
	if len(s.Guesses) > 0 {
		return s.Guesses[0] - s.FirstPly
	}
	return len(s.Moves)
}
