package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// mayAllBeLegal reports whether the decoder explains the board by legal moves alone, other ones than those on
// record: what seems to stand where it cannot go may then be no illegal move. A press for an illegal move that stands
// there is judged by more than that: an overlooked check is explained so, too.
func (ref *Referee) mayAllBeLegal() bool {
	return ref.decoder.IsRecordDoubtful() || ref.decoder.IsBoardExplained()
}

// isLegalAfterOther reports whether the board shows a legal move after the opponent's pawn was promoted to
// another piece than the one on record, which nobody has named.
func (ref *Referee) isLegalAfterOther(board *shown) bool {
	prev := ref.previous()
	if prev == nil || !prev.made.assumed {
		return false
	}
	was := prev.made.Move
	return slices.ContainsFunc(prev.legalMoves(), func(m rules.Move) bool {
		if m.From() != was.From() || m.To() != was.To() || m == was {
			return false
		}
		other := turn{ply: prev.ply + 1, pos: prev.pos.After(m)}
		return len(board.fits(&other)) > 0
	})
}

// mayBeEarlyReply reports whether the piece that seems to stand where it cannot go may be the opponent's
// reply: a piece of theirs was lifted after the mover's piece, and before the press. The mover's piece has
// then made a legal move of its own, such as a capture that no sensor has detected.
func (t *turn) mayBeEarlyReply(r *reading, board *shown) bool {
	if board.polarity {
		return false
	}
	for _, rel := range r.releases {
		if rel.until != 0 || rel.piece.Color() != t.mover() {
			continue
		}
		own := time.Duration(0)
		for _, a := range t.acts {
			if a.kind == lifted && a.sq == rel.from && a.at < rel.at {
				own = a.at
			}
		}
		for _, h := range r.hand {
			if h.piece.Color() == t.mover() || h.at <= own || h.at >= rel.at || h.from == rel.sq || board.full.Has(h.from) || r.wasTaken(h.from) {
				continue
			}
			without := *board
			without.mask &^= rules.SquaresOf(h.from, rel.sq)
			if len(without.fits(t)) > 0 {
				return true
			}
		}
	}
	return false
}
