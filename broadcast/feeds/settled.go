package feeds

import (
	"slices"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// ShowSettledOnly keeps from feeds what may still be corrected: of a game that is being
// played they get the moves up to the last one that is settled, and those whose certainty
// does not change any more: they never will be settled, and must not hold up the rest. What was shown is not withdrawn when doubt comes, only when the
// game changes. It is to be called before Run.
func (h *Hub) ShowSettledOnly() { h.settledOnly = true }

// cut notes how many moves may be shown, and returns the PGN up to there.
func (b *board) cut() (text string, parsed *pgn.Game) {
	b.shown = b.settled()
	if b.shown >= len(b.parsed.Moves) {
		return b.pgn, b.parsed
	}
	short := *b.parsed
	short.Moves = slices.Clone(b.parsed.Moves[:b.shown])
	short.Result = rules.Ongoing
	return short.String(), &short
}

// settled returns how many moves of the game are settled, or have been shown already.
func (b *board) settled() int {
	all := len(b.state.Moves)
	if b.state.Phase == "over" || b.state.Settled == nil {
		return all
	}
	n := min(max(*b.state.Settled-(b.state.FirstPly-1), all-reconcile.Judged, 0), all)
	if was := b.current; was != nil && was.ID == b.state.Game && len(was.Parsed.Moves) <= len(b.parsed.Moves) {
		for i, m := range was.Parsed.Moves {
			if m.Move != b.parsed.Moves[i].Move {
				return n
			}
		}
		n = max(n, len(was.Parsed.Moves))
	}
	return n
}
