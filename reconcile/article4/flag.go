package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// FallenFlag is a flag that has fallen with moves missing.
type FallenFlag struct {
	By         rules.Color   // whose flag it is
	At         time.Duration // since the beginning of the record
	LastPeriod bool          // the game has no further period
}

// FlagFell handles a flag that has fallen. The consequence is proposed if an arbiter may act without a
// claim; otherwise it waits for a claim (2005:B7, 2009:A4d).
func (ref *Referee) FlagFell(f FallenFlag) {
	by := f.By
	ref.now = max(ref.now, f.At)
	ref.flags.timed, ref.flags.down[by], ref.flags.at[by] = true, true, f.At
	if lost := ref.proposal.illegal.text != ""; !ref.begun || ref.result.text != "" || lost || ref.needsFlagClaim() {
		ref.flags.missed = lost || ref.result.proposed && ref.result.reason == rules.IllegalMoves.String()
		return
	}
	first, known := ref.flags.first()
	switch {
	case !known:
		ref.bothFlags(f.LastPeriod)
	case first == by:
		ref.proposeFlag(by)
	}
}

// callFlag proposes the consequence of a flag that fell while a loss by illegal moves was proposed, once that loss is
// withdrawn.
func (ref *Referee) callFlag() {
	if !ref.flags.missed || ref.result.text != "" || ref.proposal.illegal.text != "" {
		return
	}
	ref.flags.missed = false
	if first, known := ref.flags.first(); known && !ref.proposal.flag && !ref.needsFlagClaim() {
		ref.notifyResult() // that the loss is withdrawn is told before it, not after
		ref.proposeFlag(first)
	}
}

// RaisedFlag is a flag that has not fallen after all, or whose player has time again.
type RaisedFlag struct {
	By             rules.Color   // whose flag it is
	At             time.Duration // since the beginning of the record
	OpponentsStays bool          // the opponent's flag, if it is down, stays down
}

// FlagRaised records that a flag is up again. What was proposed because of it is withdrawn, and a move
// that ended the game after it ends it now. If the opponent's flag is down and stays so, it is now the
// only one.
func (ref *Referee) FlagRaised(f RaisedFlag) {
	by := f.By
	was := ref.flags.down[by]
	ref.now = max(ref.now, f.At)
	ref.flags.down[by], ref.flags.called[by] = false, false
	p, other := &ref.proposal, by.Other()
	p.claimed[other] = false
	if was && ref.begun && ref.isOverAfterFlag(by) {
		ref.result, p.flag, p.text, ref.dirty = result{}, false, "", true
		ref.conclude(ref.record.ply())
		ref.update()
		return
	}
	if !was || !ref.begun || ref.result.text != "" || !p.flag || p.byFlag.reason == rules.FlagFall.String() && p.fallen == other {
		return
	}
	p.flag, p.text = false, ""
	ref.notify(ResultKnown{Result: rules.Ongoing.String(), Reason: FlagNotFallen})
	if f.OpponentsStays && ref.flags.down[other] && !ref.needsFlagClaim() {
		ref.proposeFlag(other)
	}
}

// isOverAfterFlag reports whether the player's last move ended the game on the board, but a loss is proposed
// because their flag had fallen before it.
func (ref *Referee) isOverAfterFlag(by rules.Color) bool {
	prev := ref.previous()
	return ref.result.proposed && ref.result.reason == rules.FlagFall.String() && prev != nil && prev.mover() == by
}

// needsFlagClaim reports whether only a player may call a flag.
func (ref *Referee) needsFlagClaim() bool {
	return IsLoose(ref.header.Laws, ref.timing.rate) && !ref.laws.flagsSeen
}

// bothFlags handles two fallen flags when it is unknown which fell first: play goes on, or in the
// last period the game is drawn (2005:6.12, 2018:III.3.1), from 2014 only if that was announced.
func (ref *Referee) bothFlags(inLastPeriod bool) {
	if inLastPeriod && ref.laws.bothFlagsDraw && (!ref.laws.announced || ref.header.Quickplay) {
		ref.proposeBothFlags()
		return
	}
	ref.proposal.flag = true
	ref.proposal.text, ref.proposal.byFlag = "", result{} // what the first of the two flags came to
	ref.flags.called = [2]bool{}
	ref.notify(ResultKnown{Result: rules.Ongoing.String(), Reason: FlagsUnknown})
}

// proposeBothFlags proposes a draw because both flags have fallen.
func (ref *Referee) proposeBothFlags() {
	ref.proposal.flag = true
	ref.proposal.byFlag = result{text: rules.Drawn.String(), reason: BothFlags, proposed: true}
	ref.propose(ResultKnown{Result: rules.Drawn.String(), Reason: BothFlags})
}

// proposeFlag proposes the consequence of a fallen flag: a loss, or in most editions a draw if the
// opponent cannot mate (1997:6.9). The arbiter declares it.
func (ref *Referee) proposeFlag(by rules.Color) {
	r := ref.lossByFlag(by)
	ref.proposal.flag, ref.proposal.byFlag, ref.proposal.fallen, ref.flags.called[by] = true, r, by, true
	ref.propose(ResultKnown{Result: r.text, Reason: r.reason, Proof: r.proof})
}

func (ref *Referee) lossByFlag(by rules.Color) result {
	p := ref.current().pos
	text, proof := ref.loses(by, &p, ref.laws.flagMayDraw)
	return result{text: text, reason: rules.FlagFall.String(), proof: proof, proposed: true}
}

// isClaimedAgainst reports whether the opponent of this player, who is named, has claimed that the flag fell.
func (ref *Referee) isClaimedAgainst(name string) bool {
	by, err := rules.ParseColor(name)
	return err == nil && ref.proposal.claimed[by.Other()]
}

// claimTime decides a claim that the opponent's flag has fallen. Without a known clock, the arbiter
// looks at the real one.
func (ref *Referee) claimTime(by rules.Color) {
	opponent := by.Other()
	ref.proposal.claimed[by] = !ref.flags.timed || ref.flags.down[opponent]
	if ref.needsFlagClaim() && ref.flags.down[opponent] && ref.result.text == "" {
		ref.change(TimeChange{Stop: true, Why: WhyClaim}) // the claimant must stop both clocks (2005:B8, 2009:A4d)
	}
	switch {
	case !ref.flags.timed:
	case ref.result.text != "" && !ref.result.proposed || !ref.flags.down[opponent]:
		ref.refuseClaim(by, trace.ClaimTime)
	case ref.flags.down[by] && ref.needsFlagClaim():
		// The claimant must have time left; with both flags down it is a draw (2005:B7, 2009:A4d).
		ref.proposeBothFlags()
	case ref.flags.down[by]:
		if first, _ := ref.flags.first(); first == by {
			ref.refuseClaim(by, trace.ClaimTime)
			return
		}
		ref.proposeFlag(opponent)
	default:
		ref.proposeFlag(opponent)
	}
}

// wasOutOfTime reports whether the player's flag had fallen before the move was made, so that the
// move ended nothing: the order in time decides (2009:6.9).
func (ref *Referee) wasOutOfTime(t *turn) bool {
	by := t.mover()
	if !ref.flags.down[by] || ref.needsFlagClaim() || t.made == nil {
		return false
	}
	first, known := ref.flags.first()
	return known && first == by && ref.flags.at[by] < t.made.Released
}
