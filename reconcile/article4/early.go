package article4

import (
	"slices"
	"time"
)

// feltLate is how long after a press a piece may be read that had been set down before it: a scan, the bounce of
// a contact and the clock's own debouncing take time.
const feltLate = 30 * time.Millisecond

// tellPressedEarly reports presses that completed one of the last moves although its piece came down only
// after them. What else comes down after a press may be the opponent's, whose reply was under way before it.
func (ref *Referee) tellPressedEarly() {
	for _, t := range ref.turns[max(0, len(ref.turns)-3):] {
		if t.made == nil || t.made.Illegal || t.made.Inferred {
			continue
		}
		at, ok := ref.ownPress(t)
		if !ok || at <= ref.clock.early {
			continue
		}
		if down := t.cameDown(); down.at > at+feltLate && down.at <= at+ref.opt.Press && !ref.mayBeTakenOn(t, down) {
			ref.clock.early = at
			ref.remark(RemarkPressedEarly, t.mover())
		}
	}
}

// cameDown returns the act by which a piece of the turn's move was first set down.
func (t *turn) cameDown() act {
	prints := footprint(&t.pos, t.made.Move).Without(t.made.Move.From())
	if i := slices.IndexFunc(t.acts, func(a act) bool { return a.kind == placed && prints.Has(a.sq) }); i >= 0 {
		return t.acts[i]
	}
	return act{}
}

// mayBeTakenOn reports whether what came down may be a piece of the opponent's that took the moved one: it
// was off its square by then.
func (ref *Referee) mayBeTakenOn(t *turn, down act) bool {
	takers := t.made.After.Attackers(down.sq, t.mover().Other())
	taking := func(a act) bool { return a.kind == lifted && takers.Has(a.sq) && a.at <= down.at }
	next := ref.turnOf(t.ply + 1)
	return slices.ContainsFunc(t.acts, taking) || next != nil && slices.ContainsFunc(next.acts, taking)
}
