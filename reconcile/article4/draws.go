package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// offerDraw handles an offer. It should come after the player's own move and before the press. At
// another moment it is valid but irregular, and a remark says so; in 1953 it is not valid.
func (ref *Referee) offerDraw(by rules.Color) {
	if ref.result.text != "" {
		return
	}
	ref.draws.offers[by], ref.dirty = latest(ref.draws.offers[by], ref.record.ply()), true
	if n := ref.draws.notBefore; n > 0 && ref.record.ply() < 2*(n-1) {
		ref.remark(RemarkOfferTooEarly, by)
		return
	}
	if !ref.isAfterOwnMove(by) {
		if ref.laws.completeAtRelease {
			ref.remark(RemarkOfferInvalid, by)
			return
		}
		if ref.timing.connected || ref.flags.timed { // without a clock the moment is unknown
			ref.remark(RemarkOfferIrregular, by)
		}
	}
	ref.openOffer(by)
}

func (ref *Referee) openOffer(by rules.Color) {
	ref.draws.offer = offer{status: "open", by: by, at: ref.now}
	ref.dirty = true
}

// HasOffered reports whether this player's offer of a draw is open.
func (ref *Referee) HasOffered(by rules.Color) bool {
	return ref.draws.offer.status == "open" && ref.draws.offer.by == by
}

// OfferedBy returns the player who made the latest offer of a draw, and false when there was none.
func (ref *Referee) OfferedBy() (rules.Color, bool) {
	return ref.draws.offer.by, ref.draws.offer.status != ""
}

// isAfterOwnMove reports whether the player has made a move, published or not, and not pressed the
// clock yet.
func (ref *Referee) isAfterOwnMove(by rules.Color) bool {
	if t := ref.current(); t.mover() == by {
		if _, ahead := ref.decoder.PendingMove(); ahead {
			return true
		}
		r, m := ref.shownPending(t)
		return m != rules.NoMove && !r.holdsOwn(t)
	}
	prev := ref.previous()
	if prev == nil || prev.mover() != by {
		return false
	}
	_, pressed := ref.pressFor(prev)
	return !pressed || !ref.timing.connected
}

// declineDraw handles a refusal in words. The player who made the offer cannot withdraw it.
func (ref *Referee) declineDraw(from speaker) {
	if ref.draws.offer.status != "open" {
		return
	}
	if from.is(ref.draws.offer.by) {
		ref.remark(RemarkOfferStands, from.player)
		return
	}
	ref.draws.offer.status = "declined"
}

// declineBy declines an open offer when the opponent has made a move.
func (ref *Referee) declineBy(mover rules.Color, released time.Duration) {
	if ref.draws.offer.status == "open" && ref.draws.offer.by != mover && released > ref.draws.offer.at {
		ref.draws.offer.status = "declined"
	}
}

// declineByTouch declines an open offer when the opponent, having the move, has touched a piece
// (2001:9.1).
func (ref *Referee) declineByTouch(t *turn) {
	if ref.laws.offerLostByTouch && ref.draws.offer.status == "open" && ref.draws.offer.by != t.mover() && ref.hasTouchedSince(t, ref.draws.offer.at) {
		ref.draws.offer.status, ref.draws.offer.touch = "declined", true
	}
}

// reopenByTouch reopens an offer that was declined by a touch, when the arbiter attributes that
// touch to the other player.
func (ref *Referee) reopenByTouch(t *turn) {
	if o := &ref.draws.offer; o.touch && o.status == "declined" && t.made == nil && o.by != t.mover() && !ref.hasTouchedSince(t, o.at) {
		o.status, o.touch = "open", false
	}
}

// acceptDraw ends the game by agreement, if the opponent's offer is open.
func (ref *Referee) acceptDraw(by rules.Color) {
	if ref.result.text != "" && !ref.result.proposed {
		return
	}
	if ref.draws.offer.status != "open" || ref.draws.offer.by == by {
		ref.remark(RemarkClaimRejected, by)
		return
	}
	if ref.isTooEarlyToAgree() {
		ref.remark(RemarkClaimRejected, by)
		return
	}
	ref.draws.offer.status = "accepted"
	if p := ref.draws.pending; p != nil && p.by == by.Other() {
		p.ruled = true // the claimed draw is agreed
	}
	ref.finish(rules.Drawn.String(), rules.Agreement)
}

// isTooEarlyToAgree reports whether the players cannot agree to a draw yet, because one of them has
// made no move, published or not (2018:5.2.3).
func (ref *Referee) isTooEarlyToAgree() bool {
	made := ref.record.ply()
	if _, ahead := ref.decoder.PendingMove(); ahead {
		made++
	}
	return ref.laws.agreeAfterMove && made < 2
}

// claimDraw decides a claim of repetition or of fifty moves by the player having
// the move.
func (ref *Referee) claimDraw(by rules.Color, c trace.Command) {
	t := ref.current()
	evidence := ref.evidence(c)
	if ref.laws.mustStop && ref.result.text == "" {
		ref.change(TimeChange{Stop: true, Why: WhyClaim})
	}
	refuse := func() {
		ref.refuseClaim(by, c.What)
		ref.draws.pending = &pending{what: c.What, by: by, evidence: evidence, entry: ref.entryOf(c.What)}
		if ref.laws.claimIsOffer && ref.result.text == "" {
			ref.openOffer(by)
		}
	}
	grant := func() {
		ref.draws.pending = &pending{what: c.What, by: by, upheld: true, evidence: evidence, entry: ref.entryOf(c.What)}
		if ref.laws.claimFound && ref.header.ClaimsDecided {
			ref.proposeDraw(by, c)
			return
		}
		ref.claimDrawn(c.What)
	}
	_, made := ref.decoder.PendingMove() // the claimant's move is already on the board
	if ref.result.text != "" || by != t.mover() || made || ref.isBeforeTurn(ref.now) ||
		ref.laws.claimLostByTouch && ref.hasTouchedSince(t, 0) {
		refuse()
		return
	}
	claims, about := ref.record.hist.Claims(ref.header.Laws), t.pos
	if c.UCI != "" {
		m, err := t.pos.ParseUCI(c.UCI)
		if err != nil {
			refuse()
			return
		}
		if claims, err = ref.record.hist.ClaimsWith(m, ref.header.Laws); err != nil {
			refuse()
			return
		}
		about = t.pos.After(m)
		if d := ref.laws.obligationOf(t, ref.read(t, 0), &ref.opt).duty; ref.laws.claimBinds && (d == nil || d.allows(m)) {
			t.bound = &duty{kind: moveIt, squares: []rules.Square{m.From()}, allowed: []rules.Move{m}}
		}
	}
	switch {
	case ref.draws.isBarred(by, c.What, about):
		refuse()
	case c.What == trace.ClaimRepetition && claims.Threefold:
		grant()
	case c.What == trace.ClaimFiftyMoves && claims.Fifty:
		grant()
	default:
		refuse()
	}
}

// resign ends the game.
func (ref *Referee) resign(by rules.Color) {
	p := ref.current().pos
	text, _ := ref.loses(by, &p, ref.laws.resignMayDraw)
	ref.finish(text, rules.Resignation)
}

// claimDrawn ends the game by a correct claim of a draw.
func (ref *Referee) claimDrawn(what string) {
	ref.finish(rules.Drawn.String(), claimed(what))
}

// proposeDraw proposes a claimed draw that is correct according to the recorded game. The arbiter
// decides whether it is (1997:9.5, 2018:9.5.2); until then the clocks are stopped. The claim is
// also an offer (2005:9.1), which the opponent may accept in the meantime.
func (ref *Referee) proposeDraw(by rules.Color, c trace.Command) {
	from := ref.record.ply()
	if c.UCI != "" {
		from++ // the announced move may be played on the board (9.2.1)
	}
	ref.result = result{text: rules.Drawn.String(), reason: claimed(c.What).String(), proposed: true, from: from}
	if ref.laws.claimIsOffer {
		ref.openOffer(by)
	}
	ref.change(TimeChange{Stop: true, Why: WhyClaim})
	ref.dirty = true
}

// claimed returns the reason of the end that a claim asks for.
func claimed(what string) rules.Termination {
	if what == trace.ClaimFiftyMoves {
		return rules.FiftyMoves
	}
	return rules.ThreefoldRepetition
}

// ClaimedDraw returns the reason of the draw that was claimed and is proposed, and false when there
// is none.
func (ref *Referee) ClaimedDraw() (reason string, ok bool) {
	return ref.result.reason, ref.isClaimedDraw()
}

// isClaimedDraw reports whether a draw that was claimed is proposed.
func (ref *Referee) isClaimedDraw() bool {
	p := ref.draws.pending
	return p != nil && p.upheld && ref.result.proposed && ref.result.reason == claimed(p.what).String()
}
