package article4

import "touchmove/rules"

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
