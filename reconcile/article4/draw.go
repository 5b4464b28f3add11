package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// offer is the latest offer of a draw.
type offer struct {
	status string // open, accepted, declined; empty before the first
	by     rules.Color
	at     time.Duration
	ply    int // half-moves made then
}

// Remarks about draws.
const (
	offerTooEarly  = "draw_offer_not_allowed" // before the move from which the event allows it (2009:9.1a)
	offerIrregular = "draw_offer_irregular"   // valid, but not between the own move and the press (2009:9.1)
	offerInvalid   = "draw_offer_not_valid"   // without effect: not after the own move (1953:18.1)
	offerStands    = "draw_offer_cannot_be_withdrawn"
)

// offerDraw takes an offer. It should come after the own move and before the
// press; at another moment it is valid but noted, by the code of 1953 it is none.
func (w *Watch) offerDraw(by rules.Color) {
	if w.result.text != "" {
		return
	}
	w.offers[by]++
	if n := w.noOfferBefore; n > 0 && w.ply() < 2*(n-1) {
		w.remark(offerTooEarly, by)
		return
	}
	if !w.afterOwnMove(by) {
		if w.laws.completeAtRelease {
			w.remark(offerInvalid, by)
			return
		}
		if w.flags.timed { // without a clock nobody knows the moment
			w.remark(offerIrregular, by)
		}
	}
	w.openOffer(by)
}

func (w *Watch) openOffer(by rules.Color) {
	w.offer = offer{status: "open", by: by, at: w.now, ply: w.ply()}
	w.dirty = true
}

// Offered says whether this player's offer of a draw is open.
func (w *Watch) Offered(by rules.Color) bool { return w.offer.status == "open" && w.offer.by == by }

// afterOwnMove says whether the player's move is made, perhaps not told yet, and
// not pressed for.
func (w *Watch) afterOwnMove(by rules.Color) bool {
	if _, ahead := w.eyes.Ahead(); ahead && w.current().mover() == by {
		return true
	}
	prev := w.previous()
	if prev == nil || prev.mover() != by {
		return false
	}
	_, pressed := w.pressed(by, prev.made.released)
	return !pressed || !w.clock
}

// declineDraw takes a refusal in words. Who has offered cannot take it back.
func (w *Watch) declineDraw(by rules.Color, player bool) {
	if w.offer.status != "open" {
		return
	}
	if player && by == w.offer.by {
		w.remark(offerStands, by)
		return
	}
	w.offer.status = "declined"
}

// declineBy declines an open offer when the opponent has made a move.
func (w *Watch) declineBy(mover rules.Color, released time.Duration) {
	if w.offer.status == "open" && w.offer.by != mover && released > w.offer.at {
		w.offer.status = "declined"
	}
}

// declineByTouch declines it when the opponent, having the move, has touched a
// piece (2001:9.1).
func (w *Watch) declineByTouch(t *turn) {
	if w.laws.offerLostByTouch && w.offer.status == "open" && w.offer.by != t.mover() && w.touchedSince(t, w.offer.at) {
		w.offer.status = "declined"
	}
}

// acceptDraw ends the game by agreement: the opponent's offer must stand.
func (w *Watch) acceptDraw(by rules.Color) {
	if w.result.text != "" && !w.result.proposed {
		return
	}
	if w.offer.status != "open" || w.offer.by == by {
		w.remark(claimRejected, by)
		return
	}
	if w.laws.agreeAfterMove && w.ply() < 2 {
		w.remark(claimRejected, by)
		return
	}
	w.offer.status = "accepted"
	w.finish(rules.Drawn.String(), rules.Agreement)
}

// claimDraw decides a claim of repetition or of fifty moves by the player having
// the move.
func (w *Watch) claimDraw(by rules.Color, c trace.Command) {
	t := w.current()
	evidence := w.evidence(c)
	refuse := func() {
		w.remark(claimRejected, by)
		w.refused[by]++
		w.pending = &pending{what: c.What, by: by, position: w.ply(), evidence: evidence}
		if w.laws.claimIsOffer && w.result.text == "" {
			w.openOffer(by)
		}
	}
	grant := func() {
		w.claimDrawn(c.What)
		w.pending = &pending{what: c.What, by: by, position: w.ply(), upheld: true, evidence: evidence}
	}
	_, made := w.eyes.Ahead() // the claimant's move stands on the board already
	if w.result.text != "" || by != t.mover() || made || w.early(w.now) ||
		w.laws.claimLostByTouch && w.touchedSince(t, 0) {
		refuse()
		return
	}
	claims := w.hist.Claims(w.header.Laws)
	if c.UCI != "" {
		m, err := t.pos.ParseUCI(c.UCI)
		if err != nil {
			refuse()
			return
		}
		if claims, err = w.hist.ClaimsWith(m, w.header.Laws); err != nil {
			refuse()
			return
		}
		if d := w.laws.owes(t, w.read(t, 0), &w.opt).duty; w.laws.claimBinds && (d == nil || d.allows(m)) {
			t.bound = &duty{kind: moveIt, squares: []rules.Square{m.From()}, allowed: []rules.Move{m}}
		}
	}
	switch {
	case c.What == trace.ClaimRepetition && claims.Threefold:
		grant()
	case c.What == trace.ClaimFiftyMoves && claims.Fifty:
		grant()
	default:
		refuse()
	}
}

// resign ends the game.
func (w *Watch) resign(by rules.Color) {
	p := w.current().pos
	text, _ := w.loses(by, &p, w.laws.resignMayDraw)
	w.finish(text, rules.Resignation)
}

// finish has the game ended by a word.
func (w *Watch) finish(text string, why rules.Termination) {
	if w.result.text != "" {
		return
	}
	w.order(Order{Do: Finish, Result: text, Reason: why.String()})
}

// Finished takes the result of a game ended by a word.
func (w *Watch) Finished(text, reason string, at time.Duration) {
	w.now = at
	w.result = result{text: text, reason: reason}
	if text == "*" {
		w.result = result{}
	}
	w.hold, w.judging, w.dirty = nil, nil, true
	w.update()
}
