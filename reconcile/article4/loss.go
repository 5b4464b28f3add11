package article4

import "touchmove/rules"

// isLostByIllegal reports whether an illegal move that is counted loses the game.
func (ref *Referee) isLostByIllegal() bool {
	return ref.offences.of(func(ill *illegal) bool { return ill.counted && ill.penalty != nil && ill.penalty.Result != "" }) != nil
}

// leaveLoss keeps a loss by illegal moves proposed while play goes on: the arbiter shall declare it whenever the illegal
// move is found (2001:7.4b, 2018:7.5.5), and a reply does not change that. What is played is judged as usual.
func (ref *Referee) leaveLoss() {
	if ref.result.reason != rules.IllegalMoves.String() || !ref.isLostByIllegal() {
		return
	}
	ref.proposal.illegal, ref.proposal.text = ref.result, ref.result.text
	ref.published.result, ref.published.proposed = "", false // it has been told
}

// dropLoss withdraws such a loss when the illegal move no longer counts.
func (ref *Referee) dropLoss(why string) {
	p := &ref.proposal
	if p.illegal.text == "" || ref.isLostByIllegal() {
		return
	}
	if p.illegal = (result{}); !p.device {
		p.text = ""
	}
	if ref.result.text != "" {
		return
	}
	ref.notify(ResultKnown{Result: rules.Ongoing.String(), Reason: why})
	if r := p.byFlag; p.flag && r.text != "" { // a flag was called as well, and its consequence stays proposed
		ref.propose(ResultKnown{Result: r.text, Reason: r.reason, Proof: r.proof})
	}
}
