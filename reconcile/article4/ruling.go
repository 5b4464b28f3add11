package article4

import (
	"time"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// The rulings of DoVerdict.
const (
	ruleUpheld   = "upheld"
	ruleRejected = "rejected"
	ruleDraw     = "draw"
	rulePostpone = "postpone"
)

// Check refuses a ruling that cannot be given now, or a request that a player cannot make. It
// changes nothing.
func (ref *Referee) Check(c trace.Command) error {
	switch c.Do {
	case trace.DoVerdict:
		p := ref.draws.pending
		switch {
		case p == nil || p.ruled:
			return refusal.New("verdict-no-claim", "verdict: no claim is waiting for one")
		case p.what == quickplayClaim && c.What != ruleDraw && c.What != rulePostpone && c.What != ruleRejected:
			return refusal.New("verdict-quickplay", "verdict: what is {what:q} and must be draw, postpone or rejected, for a claim of the quickplay finish", "what", c.What)
		case p.concluded && c.What == rulePostpone:
			return refusal.New("verdict-concluded", "verdict: the claim has concluded the game: rule draw, or rejected and give the result")
		case p.what != quickplayClaim && c.What != ruleUpheld && c.What != ruleRejected:
			return refusal.New("verdict-word", "verdict: what is {what:q} and must be upheld or rejected", "what", c.What)
		}
	case trace.DoIllegal:
		return ref.checkIllegal(c)
	case trace.DoDrawRule:
		return ref.checkDrawRule(c)
	case trace.DoResult:
		return CheckScore(ref.header.Laws, c)
	case trace.DoQuickplay:
		return ref.checkQuickplay(c)
	case trace.DoFlag:
		if ref.begun && ref.needsFlagClaim() && !ref.isClaimedAgainst(c.By) && c.Why == "" {
			return refusal.New("flag-on-claim", "flag: in rapid and blitz without supervision only a player calls a flag (2005: B7, 2009: A4d): enter the player's claim (claim time), or say why you call it")
		}
		return ref.checkSeen(c)
	case trace.DoTouch, trace.DoAttribute, trace.DoIrregularity, trace.DoAdjust, trace.DoSay, trace.DoPromote, trace.DoAnnounce:
		return ref.checkSeen(c)
	case trace.DoOfferDraw, trace.DoAcceptDraw, trace.DoDeclineDraw, trace.DoResign, trace.DoClaim:
		return ref.checkPlayer(c)
	}
	return nil
}

// The requests of the quickplay finish, named as in DoQuickplay.
const (
	quickplayClaim   = "claim"
	quickplayRequest = "request-increment"
	// quickplayConclude is a claim without an arbiter present. It ends play.
	quickplayConclude = "conclude"
)

func (ref *Referee) checkQuickplay(c trace.Command) error {
	by, err := rules.ParseColor(c.By)
	_, ended := ref.EndedOnBoard()
	switch {
	case c.What == "":
		return refusal.New("quickplay-what", "quickplay: what must be claim, request-increment or, where no arbiter is present, conclude")
	case err != nil:
		return refusal.New("quickplay-player", "quickplay: by must be the player, white or black")
	case ref.laws.quickplay == noQuickplay:
		return refusal.New("quickplay-none", "quickplay: {laws} has no quickplay finish", "laws", ref.header.Laws)
	case ref.hasNoQuickplay():
		return refusal.New("quickplay-blitz", "quickplay: {laws} has no quickplay finish in blitz (2009: B3b, 2018: III.2.2)", "laws", ref.header.Laws)
	case ref.laws.announced && !ref.header.Quickplay:
		return refusal.New("quickplay-not-announced", "quickplay: only where it was announced beforehand (2014: G.2, 2018: III.2.1): write quickplay = true under [game]")
	case c.What == quickplayConclude && !ref.laws.unattended:
		return refusal.New("quickplay-unattended", "quickplay: by {laws} an arbiter decides: without one, a claim cannot conclude the game", "laws", ref.header.Laws)
	case c.What == quickplayRequest && ref.laws.quickplay < delayRequest:
		return refusal.New("quickplay-no-request", "quickplay: {laws} has no request for an increment: use claim", "laws", ref.header.Laws)
	case ref.result.text != "" && !ref.result.proposed || ended:
		return refusal.New("quickplay-over", "quickplay: the game is over")
	case ref.flags.down[by] || ref.flags.called[by]:
		return refusal.New("quickplay-flag-fallen", "quickplay: {player}'s flag has fallen: it must be claimed before that (2009: 10.2, 2018: III.5)", "player", by)
	case ref.laws.quickplay >= onTurn && ref.begun && !ref.mayHaveMove(by):
		return refusal.New("quickplay-not-on-move", "quickplay: only the player having the move may claim (2001: 10.2)")
	}
	return nil
}

// hasNoQuickplay reports whether there is no quickplay finish at this rate of play.
func (ref *Referee) hasNoQuickplay() bool {
	switch ref.laws.noQuickplay[ref.timing.rate.Mode] {
	case barredAlways:
		return true
	case barredLoose:
		return IsLoose(ref.header.Laws, ref.timing.rate)
	}
	return false
}

// QuickplayTakesIncrement reports whether a game with an increment can have a quickplay finish:
// only up to 2009 (2018:III.2.2).
func QuickplayTakesIncrement(l rules.Laws) bool { return !editions[l].quickplayBare }

// quickplay handles a claim or a request in the last two minutes; the clocks stop. In some editions
// it is an offer of a draw, too.
func (ref *Referee) quickplay(c trace.Command) {
	by, _ := rules.ParseColor(c.By)
	p := &pending{what: c.What, by: by, entry: ref.entryOf(c.What)}
	if c.What == quickplayConclude {
		p.what, p.concluded, p.entry.What = quickplayClaim, true, quickplayClaim
		ref.holdFor(&hold{why: holdConcluded, ply: ref.current().ply})
	}
	ref.draws.pending = p
	ref.change(TimeChange{Stop: true, Why: WhyQuickplay})
	name := RemarkQuickplayClaim
	if c.What == quickplayRequest {
		name = RemarkQuickplayRequest
	}
	if c.What == quickplayRequest && ref.laws.requestOffers || p.what == quickplayClaim && ref.laws.quickplayOffers {
		ref.openOffer(by)
	}
	ref.remark(name, by)
}

// verdict carries out the arbiter's ruling on the latest claim.
func (ref *Referee) verdict(c trace.Command) {
	p := ref.draws.pending
	if p == nil || p.ruled {
		return
	}
	p.ruled = true
	switch p.what {
	case quickplayRequest:
		ref.ruleOnRequest(p, c)
	case quickplayClaim:
		ref.ruleOnQuickplay(p, c)
	default:
		ref.ruleOnDraw(p, c)
	}
}

// ruleOnRequest carries out the ruling on a request for an increment.
func (ref *Referee) ruleOnRequest(p *pending, c trace.Command) {
	if c.What != ruleUpheld {
		ref.addRefused(p.by, p.entry)
		return
	}
	kind := ""
	if _, err := c.Extra.Get("kind", &kind); err != nil {
		kind = ""
	}
	ref.change(TimeChange{Bonus: 5 * time.Second, Delay: kind == "delay" && ref.laws.quickplay == delayRequest, Why: WhyQuickplay})
	ref.change(TimeChange{By: p.by.Other(), Add: 2 * time.Minute, Why: WhyQuickplay})
}

// ruleOnQuickplay carries out the ruling on a claim of the quickplay finish.
func (ref *Referee) ruleOnQuickplay(p *pending, c trace.Command) {
	switch {
	case c.What == ruleDraw:
		ref.order(Order{Do: Finish, Result: rules.Drawn.String(), Reason: QuickplayFinish})
	case p.concluded:
		ref.addRefused(p.by, p.entry) // play does not go on: the arbiter gives the result
	case c.What == rulePostpone:
		p.ruled = false // it is decided when the flag has fallen (10.2b, III.5.2)
	default:
		ref.addRefused(p.by, p.entry)
		if ref.laws.quickplay >= onTurn {
			ref.change(TimeChange{By: p.by.Other(), Add: 2 * time.Minute, Why: WhyQuickplayRejected})
		}
	}
}

// ruleOnDraw carries out the ruling on a claim of a draw by repetition or by moves without progress.
func (ref *Referee) ruleOnDraw(p *pending, c trace.Command) {
	if c.What == ruleUpheld {
		if !p.upheld {
			ref.dropRefused(p.by, p.entry) // the record had refused it
		}
		ref.claimDrawn(p.what)
		return
	}
	if p.upheld {
		ref.addRefused(p.by, p.entry)
	}
	switch {
	case ref.isClaimedDraw():
		ref.result, ref.dirty = result{}, true
		ref.published.result, ref.published.proposed = "", false
		ref.notify(ResultKnown{Result: rules.Ongoing.String(), Reason: ResultClaimRejected})
	case p.upheld && ref.result.text != "" && !ref.result.proposed:
		ref.order(Order{Do: Finish, Result: rules.Ongoing.String(), Reason: ResultClaimRejected})
	}
	if s := ref.laws.claimSeconds[ref.timing.rate.Mode]; s > 0 {
		ref.change(TimeChange{By: p.by.Other(), Add: time.Duration(s) * time.Second, Why: WhyWrongClaim})
	}
	if ref.laws.claimTakes != takesNothing {
		ref.change(TimeChange{By: p.by, takes: ref.laws.claimTakes, Why: WhyWrongClaim})
	}
}
