package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// command takes a command. Those that set the record or the position come back
// as moves told.
func (w *Watch) command(c trace.Command) {
	if !w.begun {
		return
	}
	w.dirty = true
	by, err := rules.ParseColor(c.By)
	player := err == nil
	switch c.Do {
	case trace.DoAdjust:
		if player {
			w.adjust(by)
		}
	case trace.DoSay:
		if c.What == "castle" {
			w.act(act{deed: says, at: w.now, by: by, sq: rules.NoSquare})
		}
	case trace.DoPromote:
		w.promote(c.Piece)
	case trace.DoTouch:
		if sq, err := rules.ParseSquare(c.Square); err == nil {
			w.act(act{deed: felt, at: w.now, by: by, sq: sq})
		}
	case trace.DoAttribute:
		sq, err := rules.ParseSquare(c.Square)
		to, err2 := rules.ParseColor(c.To)
		if err == nil && err2 == nil {
			w.attribute(sq, to)
		}
	case trace.DoAnnounce:
		w.announce(c.UCI)
	case trace.DoOfferDraw:
		w.offerDraw(by)
	case trace.DoAcceptDraw:
		w.acceptDraw(by)
	case trace.DoDeclineDraw:
		w.declineDraw(by, player)
	case trace.DoResign:
		w.resign(by)
	case trace.DoClaim:
		w.claim(by, c)
	case trace.DoStopClocks:
		if player {
			w.remark(clocksStopped, by)
		}
	case trace.DoRestore:
		w.restored()
	case trace.DoStartClocks:
		if w.hold != nil && w.hold.why == holdReturn {
			w.resume() // play goes on from what the board shows
		}
	case trace.DoIllegal:
		switch c.What {
		case "confirm":
			w.confirm()
		case "reject", "not-counted":
			w.forgive()
		}
	case trace.DoVerdict:
		w.verdict(c)
	case trace.DoQuickplay:
		w.quickplay(c)
	case trace.DoFlag:
		w.flag(by)
	case trace.DoIrregularity:
		w.irregularity(c)
	case trace.DoResult:
		w.order(Order{Do: Finish, Result: c.Result, Reason: w.reasonFor(c.Result)})
	}
}

// reasonFor is why a game ends that the arbiter declares: what was proposed, or by
// itself led to the same result, and else his word.
func (w *Watch) reasonFor(text string) string {
	switch {
	case w.result.text == text && w.result.proposed:
		return w.result.reason
	case w.flagTold && w.flagged.text == text && w.result.text == "":
		return w.flagged.reason
	}
	return "arbiter"
}

// adjust takes an announcement. Only the player having the move may adjust
// (2009:4.2); who that is may be known before the move is told.
func (w *Watch) adjust(by rules.Color) {
	mover := w.current().mover()
	if landed, ahead := w.eyes.Ahead(); ahead && w.now > landed {
		mover = by
	}
	if by != mover {
		w.remark(adjustNotOnMove, by)
		return
	}
	w.act(act{deed: adjusts, at: w.now, by: by, sq: rules.NoSquare})
}

// promote takes a choice of a piece, or the report that a pawn was left.
func (w *Watch) promote(piece string) {
	kind := rules.NoKind
	if piece != "none" {
		k, err := rules.ParseKind(piece)
		if err != nil {
			return
		}
		kind = k
	}
	a := act{deed: promotes, at: w.now, kind: kind, sq: rules.NoSquare}
	t := w.route(a)
	if t.made != nil && kind == rules.NoKind {
		w.leftAfterAll(t, a)
		return
	}
	w.act(a)
	if t.made != nil {
		if t.made.assumed {
			w.nameLate(t, kind)
		}
		t.made.assumed = false
		return
	}
	switch {
	case kind != rules.NoKind && w.hold != nil && w.hold.why == holdPawn:
		w.resume()
	case kind == rules.NoKind && w.hold == nil && t.promotion(w.read(t, 0)) != nil:
		w.holdFor(&hold{why: holdPawn, ply: t.ply})
	}
}

// nameLate puts the piece that is named in the place of the one that was taken for
// granted, however long ago the pawn was exchanged.
func (w *Watch) nameLate(t *turn, kind rules.Kind) {
	was := t.made.move
	if was.Promotion() == rules.NoKind || was.Promotion() == kind {
		return
	}
	for _, m := range t.legalMoves() {
		if m.From() == was.From() && m.To() == was.To() && m.Promotion() == kind {
			w.order(Order{Do: Correct, Ply: t.ply, Move: m})
		}
	}
}

// leftAfterAll deals with a pawn reported left on the last rank when a queen has
// been taken for granted already.
func (w *Watch) leftAfterAll(t *turn, a act) {
	if !t.made.assumed || t.ply != w.ply() {
		return
	}
	_, pressed := w.pressed(t.mover(), t.made.released)
	if pressed && w.laws.pawnBecomesQueen {
		t.made.assumed = false
		w.countIllegal(t, &illegal{by: t.mover(), ply: t.ply, pressed: w.now, reason: Unpromoted}, false)
		return
	}
	w.current().add(a)
	w.order(Order{Do: TakeBack, Plies: 1})
	w.holdFor(&hold{why: holdPawn, ply: t.ply})
	if pressed {
		w.judging = &judging{at: w.now + w.opt.Press, pressed: w.now, by: t.mover(), ply: t.ply}
	}
}

// restored takes the readings as the position before the turn: the arbiter has
// put it back. What was touched in the attempt undone still binds.
func (w *Watch) restored() {
	w.fingers.show()
	w.rests = w.rests[:0]
	if w.hold != nil {
		w.resume()
	}
	w.act(act{deed: restores, at: w.now, sq: rules.NoSquare})
}

// forgive takes back the latest illegal move counted: the arbiter has decided
// otherwise.
func (w *Watch) forgive() {
	ill := w.illegal
	if ill == nil {
		return
	}
	if ill.counted {
		w.counts[ill.by]--
	}
	if ill.confirmed && ill.penalty != nil && ill.penalty.OpponentTimeS > 0 {
		w.change(TimeChange{By: ill.by.Other(), Add: -time.Duration(ill.penalty.OpponentTimeS) * time.Second, Why: "illegal move not counted"})
	}
	w.illegal = nil
	w.tell(IllegalMove{By: ill.by, Number: w.counts[ill.by], Reason: NotCounted})
}

// flag takes a flag that the arbiter has seen fallen, or pointed out.
func (w *Watch) flag(by rules.Color) {
	if w.result.text == "" {
		w.proposeFlag(by)
	}
}

// irregularity takes what only the arbiter can see. Two hands used for one move
// count as an illegal move once the clock was pressed (2018:7.5.4).
func (w *Watch) irregularity(c trace.Command) {
	player := c.By
	if _, err := c.Extra.Get("player", &player); err != nil {
		return
	}
	by, err := rules.ParseColor(player)
	if c.What == "colours-swapped" {
		w.colours(by)
		return
	}
	if err != nil || c.What != "two-hands" || !w.laws.pressCounts || w.result.text != "" {
		return
	}
	t := w.current()
	if prev := w.previous(); prev != nil && prev.mover() == by {
		t = prev
	}
	w.countIllegal(t, &illegal{by: by, ply: t.ply, pressed: w.now, reason: TwoHands}, false)
}
