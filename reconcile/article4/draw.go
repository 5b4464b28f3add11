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
}

func (w *Watch) offerDraw(by rules.Color) {
	w.offer = offer{status: "open", by: by, at: w.now}
	w.dirty = true
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

// acceptDraw ends the game by agreement.
func (w *Watch) acceptDraw(by rules.Color) {
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
	refuse := func() {
		w.remark(claimRejected, by)
		if w.laws.claimIsOffer && w.result.text == "" {
			w.offerDraw(by)
		}
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
		if d := w.laws.owes(t, w.read(t, 0), &w.opt).duty; !w.laws.completeAtRelease && (d == nil || d.allows(m)) {
			t.bound = &duty{kind: moveIt, squares: []rules.Square{m.From()}, allowed: []rules.Move{m}}
		}
	}
	switch {
	case c.What == trace.ClaimRepetition && claims.Threefold:
		w.finish(rules.Drawn.String(), rules.ThreefoldRepetition)
	case c.What == trace.ClaimFiftyMoves && claims.Fifty:
		w.finish(rules.Drawn.String(), rules.FiftyMoves)
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
