package article4

import (
	"reflect"
	"slices"
	"time"
)

// Account returns what a snapshot has of the whole game.
func (s *Snapshot) Account() *Account {
	if s == nil {
		return nil
	}
	a := s.standing.Account.clone()
	return &a
}

// Unmake takes back what an action has changed in counts, offers, claims and the result, from before to after it, as far
// as it is still so. Moves were made since: what the action meant for the move that was to be made is over.
func (ref *Referee) Unmake(before *Snapshot, after *Account, at time.Duration) {
	if before == nil || after == nil {
		return
	}
	was, old := ref.standing, before.Account()
	ref.now, ref.dirty = at, true
	for by := range ref.offences.counts {
		ref.offences.counts[by] = max(0, ref.offences.counts[by]+old.offences.counts[by]-after.offences.counts[by])
		ref.draws.offers[by] = without(ref.draws.offers[by], old.draws.offers[by], after.draws.offers[by])
		ref.draws.refused[by] = without(ref.draws.refused[by], old.draws.refused[by], after.draws.refused[by])
	}
	if made := &after.draws.offer; made.at != old.draws.offer.at && ref.draws.offer.at == made.at && ref.draws.offer.by == made.by {
		if ref.draws.offer = old.draws.offer; ref.draws.offer.status == "open" {
			ref.draws.offer.status = "declined" // by the moves since
		}
	}
	hands := after.offences.hands
	if ill := ref.offences.illegal; hands != nil && old.offences.hands == nil && ill != nil && ill.reason == TwoHands && ill.by == hands.by && ill.ply == hands.ply {
		if ill.counted { // it has been pressed for since
			ref.offences.counts[ill.by]--
		}
		ref.offences.illegal, ref.offences.earlier = old.offences.illegal, old.offences.earlier
	}
	ref.offences.unmake(after.offences.all(), old.offences.all())
	unmake(&ref.offences.hands, after.offences.hands, old.offences.hands)
	unmake(&ref.offences.settled, after.offences.settled, old.offences.settled)
	unmake(&ref.draws.pending, after.draws.pending, old.draws.pending)
	unmake(&ref.draws.raised, after.draws.raised, old.draws.raised)
	unmake(&ref.draws.gaps, after.draws.gaps, old.draws.gaps)
	unmake(&ref.draws.notBefore, after.draws.notBefore, old.draws.notBefore)
	unmake(&ref.result, after.result, old.result)
	unmake(&ref.flags, after.flags, old.flags)
	unmake(&ref.proposal, after.proposal, old.proposal)
	ref.tellUndone(&was)
	ref.update()
}

// unmake sets a value to what it was, if it is still what an action has made of it.
func unmake[T any](is *T, made, was T) {
	if reflect.DeepEqual(*is, made) {
		*is = was
	}
}

// without returns a list without what an action added to it.
func without[T any](is, was, made []T) []T {
	if len(made) <= len(was) || len(is) < len(made) {
		return is
	}
	return slices.Concat(is[:len(was)], is[len(made):])
}
