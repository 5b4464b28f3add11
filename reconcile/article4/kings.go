package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// isKingCentred reports whether a king was put on a centre square that it could not reach: the
// players show a result that way.
func (ref *Referee) isKingCentred(t *turn, r *reading) bool {
	for _, rel := range r.releases {
		if rel.piece.Kind() == rules.King && rel.until == 0 && centre.Has(rel.sq) && !t.pos.Attackers(rel.sq, rel.piece.Color()).Has(rel.from) {
			return true
		}
	}
	return false
}

// isAloneInCentre reports whether only one king was put in the centre, the other one stands where it
// stood and nobody has touched it since the first one left: a result is shown with both kings, so a king put there alone, and
// pressed for, is an illegal move. If the other one follows, the illegal move no longer counts
// (KingsShown).
func (ref *Referee) isAloneInCentre(t *turn, r *reading) bool {
	gone, other := t.pos.King(t.mover()), t.pos.King(t.mover().Other())
	if r.model[gone] == t.pos.At(gone) {
		gone, other = other, gone // the opponent's king was put there
	}
	since := time.Duration(0)
	for _, a := range t.acts {
		if a.kind == lifted && a.sq == gone {
			since = a.at
		}
	}
	return ref.debouncer.full.Has(other) && !slices.ContainsFunc(t.acts, func(a act) bool { return a.sq == other && a.kind <= placed && a.at >= since })
}

// centre is the squares on which kings are put after a game to show its result.
const centre = rules.Squares(1<<27 | 1<<28 | 1<<35 | 1<<36)
