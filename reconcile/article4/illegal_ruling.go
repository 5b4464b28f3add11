package article4

import (
	"time"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Rulings on illegal moves (trace.DoIllegal).
const (
	rulingConfirm    = "confirm"
	rulingReject     = "reject"
	rulingNotCounted = "not-counted"
	rulingEnter      = "enter"
)

// checkIllegal refuses a ruling on illegal moves that cannot be given now.
func (ref *Referee) checkIllegal(c trace.Command) error {
	err := ref.checkFound(c)
	if err != nil && c.What != "" && !ref.enters(c) && ref.waitsForJudging() {
		return nil
	}
	return err
}

// checkFound is checkIllegal for the illegal moves found by now.
func (ref *Referee) checkFound(c trace.Command) error {
	ill := ref.ruledOn(c)
	switch {
	case c.What == "":
		return refusal.New("illegal-what", "illegal: what must be confirm, reject, not-counted or enter")
	case ref.enters(c):
		_, err := ref.entry(c)
		return err
	case ill == nil && ref.isBeforeLog(c):
		return nil
	case ill == nil:
		return refusal.New("illegal-none", "illegal: no illegal move has been found: enter it (enter, with player)")
	case ill.status == lapsed:
		return refusal.New("illegal-lapsed", "illegal: the opponent has made the next move, so the illegal move stands (2018: A.4.2)")
	case c.What == rulingConfirm && ill.status == claimable && !ref.laws.observed:
		return refusal.New("illegal-on-claim", "illegal: the arbiter acts only on the opponent's claim: enter it (claim illegal, by {player})", "player", ill.by.Other())
	case c.What == rulingConfirm && !ill.waits():
		return refusal.New("illegal-none-waits", "illegal: no illegal move is waiting for a ruling")
	}
	return nil
}

// ruledOn returns the illegal move that a ruling is about, and nil if there is none: the latest, or
// the latest of the player and of the half-move that it names. What is confirmed is one that waits for it.
func (ref *Referee) ruledOn(c trace.Command) *illegal {
	by, err := rules.ParseColor(c.Word("player"))
	if err != nil {
		return ref.offences.illegal
	}
	named := func(ill *illegal) bool { return ill.by == by && (c.Ply == 0 || ill.ply == c.Ply) }
	if c.What == rulingConfirm {
		if ill := ref.offences.of(func(ill *illegal) bool { return named(ill) && ill.waits() }); ill != nil {
			return ill
		}
	}
	return ref.offences.of(named)
}

// enters reports whether a ruling enters an illegal move that was not found: it says so, or it
// confirms one for a player who has none, or says what was played and none waits for a ruling. To
// confirm once more what has been confirmed enters nothing.
func (ref *Referee) enters(c trace.Command) bool {
	if c.What == rulingEnter {
		return true
	}
	_, err := rules.ParseColor(c.Word("player"))
	ill := ref.ruledOn(c)
	return c.What == rulingConfirm && err == nil && (ill == nil || !ill.waits() && ill.status != lapsed && c.Ply == 0 && c.UCI != "")
}

// isBeforeLog reports whether a ruling does not count an illegal move of a player who has made none
// that the log knows: one that was counted before the log began.
func (ref *Referee) isBeforeLog(c trace.Command) bool {
	by, err := rules.ParseColor(c.Word("player"))
	return c.What == rulingNotCounted && err == nil && c.Ply == 0 && ref.offences.counts[by] > 0
}

// waitsForJudging reports whether a ruling is about a press that is not yet judged, or one with a piece in the
// hand that is kept: no legal move explains the board, and nothing else waits for the judgement.
func (ref *Referee) waitsForJudging() bool {
	if ref.waiting.deferred != nil {
		return false
	}
	if ref.isHandPressKept() {
		return true
	}
	if ref.waiting.judging == nil {
		return false
	}
	t := ref.turnOf(ref.waiting.judging.ply)
	if t == nil || t.made != nil {
		return false
	}
	board := ref.shows()
	return board.differs(&t.pos) != 0 && len(ref.consistent(t, ref.read(t, 0), board.fits(t))) == 0
}

// ruleOnIllegal carries out a ruling that checkIllegal has accepted.
func (ref *Referee) ruleOnIllegal(c trace.Command) {
	switch {
	case ref.enters(c):
		ref.enterIllegal(c)
	case ref.checkFound(c) != nil:
		ref.waiting.deferred = &c // the press is judged first
	case c.What == rulingConfirm:
		ref.confirm(ref.ruledOn(c))
	case ref.ruledOn(c) == nil:
		by, _ := rules.ParseColor(c.Word("player"))
		ref.offences.counts[by]--
		ref.dirty = true
		ref.notify(IllegalMove{By: by, Number: ref.offences.counts[by], Reason: NotCounted})
	default:
		if c.What == rulingNotCounted {
			ref.stopIfReplaced(ref.ruledOn(c))
			ref.certify(ref.ruledOn(c))
		}
		if ill := ref.ruledOn(c); c.What == rulingReject {
			ref.forgiveLegal(ill)
		} else {
			ref.forgive(ill)
		}
	}
}

// certify tells the decoder that the arbiter has ruled on an illegal move: if it stands, it is
// certain that it was this one.
func (ref *Referee) certify(ill *illegal) {
	if ill == nil || ill.ply <= ref.record.first || ill.ply > ref.record.ply() || !ref.stands(ill) {
		return
	}
	if ref.record.line[ill.ply-1-ref.record.first].uci == ill.move.UCI(ref.record.variant()) {
		ref.order(Order{Do: Certify, Ply: ill.ply, Move: ill.move})
	}
}

// confirm records that the arbiter confirms an illegal move: the opponent gets the time, or
// the game ends. If the move could still be claimed, the arbiter now acts on it without a claim
// (2018:A.4.2).
func (ref *Referee) confirm(ill *illegal) {
	if ill == nil || !ill.waits() {
		return
	}
	if ill.status == claimable {
		ill.status, ill.ruled = "", true
		ref.putRight(ref.turnOf(ill.ply), ill)
		if ill.restore {
			ref.stopToReplace(ill.by)
		}
	}
	ill.confirmed = true
	if ill.onBoard && !ill.ruled && (ill.penalty == nil || ill.penalty.Result == "") {
		ill.restore = true // even if the opponent has replied
	}
	ref.certify(ill)
	ref.stopIfReplaced(ill) // nothing to stop once the illegal moves have lost the game
	switch {
	case ill.penalty == nil:
	case ill.penalty.Result != "":
		ref.order(Order{Do: Finish, Result: ill.penalty.Result, Reason: rules.IllegalMoves.String()})
	default:
		ref.change(TimeChange{By: ill.by.Other(), Add: time.Duration(ill.penalty.OpponentTimeS) * time.Second, Why: WhyIllegal})
	}
	if ill.onBoard && ill.restore && ref.result.text == "" && ref.hold == nil && ill.ply == ref.current().ply {
		// While the piece goes back it may look as if it captured a piece that it passes.
		ref.holdFor(&hold{why: holdMending, ply: ill.ply, undone: ill.move})
		ref.checkNothingToMend()
	}
}

// putRight counts an illegal move that stood until it was claimed or the arbiter acted on it, and
// takes it back in editions that restore the position before it. From 2014 a pawn left on the last
// rank is a queen, and its move stands (2018:7.5.2).
func (ref *Referee) putRight(t *turn, ill *illegal) {
	ref.dirty = true
	queened := ill.reason == Unpromoted && ref.laws.pawnBecomesQueen
	// Two hands, or a press without a move, did not change the position.
	back := t.made != nil && ill.reason != TwoHands && !ill.idle && !queened
	if back {
		ill.restore = ref.fast().putBack
		ref.voidMoves(ill.ply)
		ref.order(Order{Do: TakeBack, Plies: ref.record.ply() - ill.ply + 1})
	}
	if queened && t != nil && t.made != nil {
		ref.queen(t, t.made.Move.From(), t.made.Move.To())
	}
	ref.punish(t, ill)
	if back {
		ref.holdFor(&hold{why: holdMending, ply: ill.ply, undone: ill.move})
	}
}

// forgive withdraws an illegal move that the arbiter does not count, together with its count, the time it
// gave and the loss it led to.
func (ref *Referee) forgive(ill *illegal) {
	wasLatest := ill == ref.offences.illegal
	ill = ref.uncount(ill)
	ref.withdrawLoss(ill, wasLatest)
}

// forgiveLegal withdraws an illegal move that was a legal one after all: nothing has to be put right either.
func (ref *Referee) forgiveLegal(ill *illegal) {
	wasLatest := ill == ref.offences.illegal
	ill = ref.uncount(ill)
	if t := ref.turnOf(ill.ply); t != nil && t.made == nil {
		t.bound, t.voided = nil, 0
		ref.order(Order{Do: Bar}) // a capture that no sensor detected may be what the board showed
		if ref.hold != nil && ref.hold.why == holdIllegal {
			ref.resume()
		}
	}
	ref.withdrawLoss(ill, wasLatest)
}

// uncount withdraws an illegal move with its count and the time it gave, and returns a copy: ill may point into the
// list that it is removed from.
func (ref *Referee) uncount(ill *illegal) *illegal {
	if ill.counted {
		ref.offences.counts[ill.by]--
	}
	if ill.confirmed && ill.penalty != nil && ill.penalty.OpponentTimeS > 0 {
		ref.change(TimeChange{By: ill.by.Other(), Add: -time.Duration(ill.penalty.OpponentTimeS) * time.Second, Why: WhyIllegalNotCounted})
	}
	gone := copied(ill)
	ref.offences.withdraw(ill)
	ref.notify(IllegalMove{By: gone.by, Number: ref.offences.counts[gone.by], Reason: NotCounted})
	return gone
}

// withdrawLoss withdraws the loss that an illegal move led to: play goes on.
func (ref *Referee) withdrawLoss(ill *illegal, wasLatest bool) {
	ref.dropLoss(string(NotCounted))
	if ref.result.reason != rules.IllegalMoves.String() || !wasLatest && (ill.penalty == nil || ill.penalty.Result == "") {
		return
	}
	if ref.result.proposed {
		ref.result = result{}
		return
	}
	ref.order(Order{Do: Finish, Result: rules.Ongoing.String(), Reason: string(NotCounted)})
}

// KingsShown says that the players have shown a result with both kings: a king put in the centre
// for it was no illegal move.
func (ref *Referee) KingsShown(at time.Duration) {
	ill := ref.offences.illegal
	if ill == nil || !ill.onBoard || ill.confirmed || ill.move == rules.NoMove || ill.ply != ref.record.ply()+1 || !centre.Has(ill.move.To()) ||
		ref.current().pos.At(ill.move.From()).Kind() != rules.King {
		return
	}
	ref.now = at
	ref.forgiveLegal(ill)
	ref.dirty = true
	ref.published.result, ref.published.proposed = ref.result.text, ref.result.proposed // what the kings show takes its place
	ref.update()
}
