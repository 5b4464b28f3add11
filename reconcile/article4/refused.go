package article4

import (
	"slices"

	"touchmove/rules"
)

// refuseClaim records that a claim is refused.
func (ref *Referee) refuseClaim(by rules.Color, what string) {
	ref.remark(RemarkClaimRejected, by)
	ref.addRefused(by, what)
}

// addRefused counts a claim as refused, without a remark.
func (ref *Referee) addRefused(by rules.Color, what string) {
	ref.draws.refused[by] = latest(ref.draws.refused[by], Refused{what, ref.record.ply()})
	ref.dirty = true
}

// dropRefused takes back that a player's latest claim was refused.
func (ref *Referee) dropRefused(by rules.Color) {
	if list := ref.draws.refused[by]; len(list) > 0 {
		ref.draws.refused[by] = slices.Clone(list[:len(list)-1])
	}
}
