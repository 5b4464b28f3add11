package article4

import (
	"slices"

	"touchmove/rules"
)

// refuseClaim records that a claim is refused.
func (ref *Referee) refuseClaim(by rules.Color, what string) {
	ref.remark(RemarkClaimRejected, by)
	ref.addRefused(by, ref.entryOf(what))
}

// entryOf returns what the list of refused claims has of a claim that is made now.
func (ref *Referee) entryOf(what string) Refused { return Refused{what, ref.record.ply()} }

// addRefused counts a claim as refused, without a remark.
func (ref *Referee) addRefused(by rules.Color, claim Refused) {
	ref.draws.refused[by] = latest(ref.draws.refused[by], claim)
	ref.dirty = true
}

// dropRefused takes a player's claim off the list of refused ones, whatever was refused since.
func (ref *Referee) dropRefused(by rules.Color, claim Refused) {
	for i, c := range slices.Backward(ref.draws.refused[by]) {
		if c == claim {
			ref.draws.refused[by] = slices.Delete(slices.Clone(ref.draws.refused[by]), i, i+1)
			return
		}
	}
}
