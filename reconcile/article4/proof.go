package article4

import "touchmove/rules"

// proofOf finds whether a player can mate, and its proof.
func (ref *Referee) proofOf(p *rules.Position, by rules.Color) (*Proof, bool) {
	v := rules.Winnable(*p, by, winBudget)
	proof := &Proof{By: by.String(), Answer: v.Answer.String(), Line: []string{}}
	for _, m := range v.Line {
		proof.Line = append(proof.Line, m.UCI(ref.record.variant()))
	}
	if v.Proof != rules.NoProof {
		proof.Ground = v.Proof.String()
	}
	return proof, v.Answer != rules.Cannot
}

// loses returns the result when a player loses; if mayDraw, as lossOrDraw.
func (ref *Referee) loses(by rules.Color, p *rules.Position, mayDraw bool) (string, *Proof) {
	if mayDraw {
		return ref.lossOrDraw(by, p)
	}
	return rules.WinFor(by.Other()).String(), nil
}

// lossOrDraw returns the result when a player loses, but draws against an opponent who cannot mate. It
// returns the proof if that makes it a draw, or if a clock is kept.
func (ref *Referee) lossOrDraw(by rules.Color, p *rules.Position) (string, *Proof) {
	proof, can := ref.proofOf(p, by.Other())
	if !can {
		return rules.Drawn.String(), proof
	}
	if ref.laws.matingForce && ref.timing.rate.Mode == blitz && isTwoKnights(p, by.Other()) {
		return rules.Drawn.String(), nil
	}
	if !ref.flags.timed {
		proof = nil
	}
	return rules.WinFor(by.Other()).String(), proof
}

// isTwoKnights reports whether a player has two knights, or one, against a bare king: two can mate,
// but cannot force it (1997:C4). Every other force that can mate at all can lead to a position in
// which the opponent cannot avoid mate.
func isTwoKnights(p *rules.Position, by rules.Color) bool {
	pieces := p.Of(by).Without(p.King(by))
	for set := pieces; set != 0; set &= set - 1 {
		if p.At(set.First()).Kind() != rules.Knight {
			return false
		}
	}
	return pieces.Count() <= 2 && p.Of(by.Other()).Count() == 1
}

// propose proposes a result for the arbiter to declare. Moves on the board do not withdraw it: a
// flag has fallen, a device has sounded.
func (ref *Referee) propose(k ResultKnown) {
	k.Proposed = true
	ref.proposal.text = k.Result
	ref.notify(k)
}

// finish orders that the game ends without a move.
func (ref *Referee) finish(text string, why rules.Termination) {
	if ref.result.text != "" && !ref.result.proposed {
		return
	}
	ref.order(Order{Do: Finish, Result: text, Reason: why.String()})
}
