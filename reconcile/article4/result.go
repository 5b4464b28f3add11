package article4

import "touchmove/rules"

// result is how the game ended.
type result struct {
	text, reason string
	ply          int  // the move whose position ended it; 0: it did not end by a move
	proposed     bool // the arbiter still has to declare it
	from         int  // proposed: the last half-move by then; a later one withdraws it
	proof        *Proof
	// disputed: proposed because the move that ended the game broke Article 4 and the opponent may
	// claim. The clocks are stopped.
	disputed bool
}

// proposal is a result that the arbiter is asked to declare although no move ended the game.
type proposal struct {
	text    string      // of a flag, a device or an illegal position; empty: none
	flag    bool        // a flag's result is proposed
	byFlag  result      // and this is it
	fallen  rules.Color // whose flag it was, if the reason is that one flag has fallen
	device  bool        // a result for a device that sounded is proposed
	claimed [2]bool     // this player has claimed that the opponent's flag has fallen
	illegal result      // a loss by illegal moves after which play has gone on
}

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
	if ref.result.text == "" {
		ref.notify(ResultKnown{Result: rules.Ongoing.String(), Reason: why})
	}
	ref.callFlag()
}

// isLostBefore reports whether a loss by illegal moves is proposed that a position ending the game with another result
// does not change: it stays proposed. A mate by the opponent ends the game.
func (ref *Referee) isLostBefore(text string) bool {
	p := &ref.proposal
	if p.illegal.text == "" || p.illegal.text == text {
		return false
	}
	ref.result = p.illegal
	ref.result.from = ref.record.ply()
	ref.published.result, ref.published.proposed = p.illegal.text, true
	p.illegal, p.text = result{}, ""
	return true
}

// callFlag proposes the consequence of a flag that fell while a loss by illegal moves was proposed.
func (ref *Referee) callFlag() {
	if first, known := ref.flags.first(); known && ref.result.text == "" && !ref.proposal.flag && !ref.needsFlagClaim() {
		ref.proposeFlag(first)
	}
}
