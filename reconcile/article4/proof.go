package article4

import "touchmove/rules"

// proofOf asks the rules whether a player can mate.
func (ref *Referee) proofOf(p *rules.Position, by rules.Color) (*Proof, bool) {
	v := rules.Winnable(*p, by, winBudget)
	proof := &Proof{By: by.String(), Answer: v.Answer.String(), Line: []string{}}
	for _, m := range v.Line {
		proof.Line = append(proof.Line, m.UCI(ref.variant()))
	}
	if v.Proof != rules.NoProof {
		proof.Ground = v.Proof.String()
	}
	return proof, v.Answer != rules.Cannot
}

// loses is the result when a player loses, or draws against one who cannot mate,
// with the proof where it makes a draw of it, or where a clock is kept.
func (ref *Referee) loses(by rules.Color, p *rules.Position, mayDraw bool) (string, *Proof) {
	if !mayDraw {
		return rules.WinFor(by.Other()).String(), nil
	}
	proof, can := ref.proofOf(p, by.Other())
	if !can {
		return rules.Drawn.String(), proof
	}
	if !ref.flags.timed {
		proof = nil
	}
	return rules.WinFor(by.Other()).String(), proof
}

// finish has the game ended by a word.
func (ref *Referee) finish(text string, why rules.Termination) {
	if ref.result.text != "" {
		return
	}
	ref.order(Order{Do: Finish, Result: text, Reason: why.String()})
}
