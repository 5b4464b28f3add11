package article4

import "touchmove/rules"

// Names of the open questions to a person.
const (
	needDisambiguate = "disambiguate"
	needPromotion    = "promotion_choice"
	needAnnouncement = "announcement"
	needCompare      = "arbiter_compare_boards"
	needAwait        = "await_castling_or_clock"
)

// needs lists the open questions.
func (ref *Referee) needs() []string {
	out := []string{}
	t := ref.current()
	prev := ref.previous()
	if ref.result.text != "" {
		if prev != nil && prev.made.assumed && ref.result.ply == prev.ply {
			out = append(out, needPromotion) // the game has ended by the piece that was assumed
		}
		return out
	}
	if len(ref.noted.ambiguous) > 0 {
		out = append(out, needDisambiguate)
	}
	open := ref.view.duty != nil && ref.view.duty.kind == promote && !ref.view.reading.none && t.bound == nil
	if open || prev != nil && prev.made.assumed {
		out = append(out, needPromotion)
	}
	if ref.view.announce && !t.mismatch {
		out = append(out, needAnnouncement)
	}
	if t.mismatch {
		out = append(out, needCompare)
	}
	if ref.mayStillCastle(t, prev) {
		out = append(out, needAwait)
	}
	return out
}

// mayStillCastle reports whether a king's step just made may still become castling.
func (ref *Referee) mayStillCastle(t, prev *turn) bool {
	if ref.record.variant() != rules.Chess960 {
		return false
	}
	half := func(t *turn, from, to rules.Square) bool {
		if from != t.pos.King(t.mover()) {
			return false
		}
		for _, m := range t.legalMoves() {
			if m.IsCastling() {
				if kingTo, rookTo := t.pos.CastlingTargets(m); kingTo == to && rookTo != m.To() {
					return true
				}
			}
		}
		return false
	}
	for _, rel := range ref.view.reading.releases {
		if rel.until == 0 && t.canGo(rel.from, rel.sq) && half(t, rel.from, rel.sq) {
			return true
		}
	}
	if prev == nil || prev.made.Move.IsCastling() || prev.made.Illegal || t.isTouched() {
		return false
	}
	_, pressed := ref.pressFor(prev)
	return !pressed && half(prev, prev.made.Move.From(), prev.made.Move.To())
}
