package article4

import (
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Read handles a raw reading of a square.
func (ref *Referee) Read(sq rules.Square, is sensors.State, at time.Duration) {
	if ref.waiting.judging != nil && ref.waiting.judging.has(doubtIllegal) && ref.judgeBeforeMending(sq, is, at) {
		ref.runDeferred()
		ref.update()
	}
	if !ref.debouncer.read(sq, is, at) || !ref.begun {
		return
	}
	ref.boardChanged(sq, at)
}

// Press handles a press of the clock. It is judged when the decoder has seen the readings of the
// same moment.
func (ref *Referee) Press(by rules.Color, at time.Duration) {
	ref.queue = append(ref.queue, queued{at: at, press: true, by: by, clock: ref.timing.shows})
}

// Command handles a command.
func (ref *Referee) Command(c trace.Command, at time.Duration) {
	if len(ref.queue) > 0 && ref.queue[0].at == at {
		ref.queue = append(ref.queue, queued{at: at, command: c})
		return
	}
	ref.now = at
	ref.command(c)
	ref.update()
}

// Due returns the time of the next thing to decide, and false when there is none.
func (ref *Referee) Due() (time.Duration, bool) {
	if len(ref.queue) > 0 {
		return ref.queue[0].at + time.Microsecond, true
	}
	if !ref.begun {
		return 0, false
	}
	next := ref.debouncer.next
	soon := func(t time.Duration) {
		if next == 0 || t < next {
			next = t
		}
	}
	if ref.dirty {
		soon(ref.now + time.Microsecond) // a reading has ended a hold
	}
	if ref.waiting.judging != nil {
		soon(ref.waiting.judging.at)
	}
	if ref.waiting.recheck != nil {
		soon(ref.waiting.recheck.at)
	}
	if ref.waiting.handPress != nil && ref.waiting.handPress.due != 0 {
		soon(ref.waiting.handPress.due)
	}
	for i := range ref.waiting.rests {
		soon(ref.waiting.rests[i].due)
	}
	for i := range ref.waiting.openPresses {
		if due := ref.waiting.openPresses[i].due; due != 0 {
			soon(due)
		}
	}
	return next, next != 0
}

// Advance makes the decisions that have fallen due up to the time at.
func (ref *Referee) Advance(at time.Duration) {
	kept := ref.isHandPressKept()
	if len(ref.queue) > 0 {
		for _, q := range ref.queue {
			ref.now = q.at
			if !ref.begun {
				continue
			}
			if q.press {
				if j := ref.waiting.judging; j != nil && j.by == q.by {
					ref.settleLate()
				}
				ref.press(q.by, q.clock)
				ref.ruleOnHandPress(kept)
			} else {
				ref.command(q.command)
			}
			ref.update()
		}
		ref.queue = ref.queue[:0]
		return
	}
	ref.now = at
	if !ref.begun {
		return
	}
	if ref.debouncer.next != 0 && ref.debouncer.next <= at {
		ref.takeTouches()
	}
	for i := 0; i < len(ref.waiting.rests); i++ {
		if r := ref.waiting.rests[i]; r.due <= at {
			ref.waiting.rests = append(ref.waiting.rests[:i], ref.waiting.rests[i+1:]...)
			i--
			ref.checkRest(r)
		}
	}
	if ref.waiting.judging != nil && ref.waiting.judging.at <= at {
		ref.judge()
	}
	if ref.waiting.recheck != nil && ref.waiting.recheck.at <= at {
		ref.checkPressed()
	}
	if p := ref.waiting.handPress; p != nil && p.due != 0 && p.due <= at {
		ref.checkHandStill()
	}
	ref.settlePresses()
	ref.ruleOnHandPress(kept)
	ref.update()
}

// End makes all decisions that are still to come.
func (ref *Referee) End(at time.Duration) {
	ref.Advance(at)
	for range 8 {
		due, ok := ref.Due()
		if !ok {
			break
		}
		// The deadline is after the end, so it is reported at the time of the record.
		ref.Advance(due)
	}
	if ref.begun {
		ref.objects() // nothing will show any more where a missing piece was
		ref.update()
	}
	for i := range ref.out.notices {
		ref.out.notices[i].At = min(ref.out.notices[i].At, at)
	}
}

// illegalCommand carries out a ruling on illegal moves. If it withdraws a loss after which play has gone on, the position
// or a flag may have ended the game since.
func (ref *Referee) illegalCommand(c trace.Command) {
	lost := ref.result.proposed
	ref.ruleOnIllegal(c)
	if lost && ref.result.text == "" {
		ref.conclude(ref.record.ply())
	}
	ref.callFlag()
}

// Finished sets the result of a game that ended without a move.
func (ref *Referee) Finished(text, reason string, at time.Duration) {
	ref.now = at
	ref.result, ref.proposal.text, ref.proposal.illegal = result{text: text, reason: reason}, "", result{}
	if text == rules.Ongoing.String() {
		ref.result = result{}
		ref.proposal.flag, ref.flags.called = false, [2]bool{} // play goes on, and a flag may be called again
	}
	w := &ref.waiting // of what waits, only what moves made before may still show
	if w.heldForPress && text == rules.Ongoing.String() {
		ref.order(Order{Do: Resume})
	}
	*w = waiting{again: w.again, openPresses: w.openPresses, rests: w.rests}
	ref.hold, ref.dirty = nil, true
	ref.update()
}

// command handles a command. Commands that change the moves or the position come back as published
// moves.
func (ref *Referee) command(c trace.Command) {
	if !ref.begun {
		return
	}
	ref.dirty = true
	by, err := rules.ParseColor(c.By)
	switch c.Do {
	case trace.DoClaim, trace.DoStopClocks:
		if err == nil && ref.isHandPressOf(by) {
			ref.waiting.handPress.due = 0 // the opponent waits for what comes of it
			break
		}
		ref.objects()
	case trace.DoIllegal:
		ref.objects()
	}
	if !ref.playerCommand(c, speaker{by, err == nil}) {
		ref.arbiterCommand(c, by)
	}
}

// playerCommand handles what a player says or does, and returns false for any other command.
func (ref *Referee) playerCommand(c trace.Command, from speaker) bool {
	by := from.player
	switch c.Do {
	case trace.DoAdjust:
		if from.named {
			ref.adjust(by)
		}
	case trace.DoSay:
		if c.What == "castle" {
			ref.act(act{kind: says, at: ref.now, by: by, sq: rules.NoSquare})
		}
	case trace.DoPromote:
		ref.promote(c.Piece, from)
	case trace.DoAnnounce:
		ref.announce(c.UCI)
	case trace.DoOfferDraw:
		ref.offerDraw(by)
	case trace.DoAcceptDraw:
		ref.acceptDraw(by)
	case trace.DoDeclineDraw:
		ref.declineDraw(from)
	case trace.DoResign:
		ref.resign(by)
	case trace.DoClaim:
		ref.claim(by, c)
	case trace.DoQuickplay:
		if !ref.tellFor(c) {
			ref.quickplay(c)
		}
	case trace.DoStopClocks:
		ref.clock.stopped = true
		for by := range ref.clock.presses {
			for i := range ref.clock.presses[by] {
				ref.clock.presses[by][i].before = true
			}
		}
		if from.named {
			ref.remark(RemarkClocksStopped, by)
		}
	default:
		return false
	}
	return true
}

// arbiterCommand handles what an arbiter has seen or decided.
func (ref *Referee) arbiterCommand(c trace.Command, by rules.Color) {
	switch c.Do {
	case trace.DoTouch:
		if sq, err := rules.ParseSquare(c.Square); err == nil && (by != ref.onMove() || !ref.hasRested() || !ref.tellFor(c)) {
			ref.act(act{kind: felt, at: ref.now, by: by, sq: sq})
		}
	case trace.DoAttribute:
		sq, err := rules.ParseSquare(c.Square)
		to, err2 := rules.ParseColor(c.To)
		if err == nil && err2 == nil {
			ref.attribute(sq, to)
		}
	case trace.DoRestore:
		if !ref.isFrozen() && (!ref.isMending() || ref.hold.began != ref.now) { // otherwise it has just gone back, and the board still has to follow
			ref.restored()
		}
	case trace.DoStartClocks:
		ref.clock.stopped = false
		var runs string
		if found, _ := c.Extra.Get("runs", &runs); found {
			if by, err := rules.ParseColor(runs); err == nil { // "none" leaves it as it was
				ref.clock.running, ref.clock.uncertain = by, false
			}
		}
		if ref.hold != nil && ref.hold.why == holdReopening {
			ref.resume() // play goes on from what the board shows
		}
	case trace.DoIllegal:
		ref.illegalCommand(c)
	case trace.DoDrawRule:
		ref.drawRule(c)
	case trace.DoVerdict:
		ref.verdict(c)
	case trace.DoFlag:
		ref.flag(by)
	case trace.DoIrregularity:
		ref.reportIrregularity(c)
	case trace.DoResult:
		ref.order(Order{Do: Finish, Result: c.Result, Reason: ref.reasonFor(c.Result)})
	}
}

// judge decides what a press was for, once the board has come to rest.
func (ref *Referee) judge() {
	ref.decide()
	ref.runDeferred()
	if ref.waiting.heldForPress && ref.waiting.judging == nil {
		ref.waiting.heldForPress = false
		if ref.hold == nil && ref.result.text == "" && len(ref.out.orders) == 0 {
			ref.order(Order{Do: Resume})
		}
	}
}

// Settle judges at once a press that waits to be judged, by what the board shows now, since a command is about to end
// the game or to drop what waits. While a piece is on its way, that says nothing.
func (ref *Referee) Settle(at time.Duration) {
	if !ref.begun {
		return
	}
	ref.now = at
	if j := ref.waiting.judging; j != nil && ref.debouncer.isQuiet() {
		if !j.has(doubtNoMove | doubtIllegal) {
			j.at = ref.now
			ref.judge() // its first look
		}
		if j = ref.waiting.judging; j != nil && j.has(doubtNoMove|doubtIllegal) {
			j.at = ref.now
			ref.judge()
		}
	}
	ref.update()
}

// SettleLate judges at once a press that waits for late readings, since a command is about to drop what waits.
func (ref *Referee) SettleLate(at time.Duration) {
	if ref.begun {
		ref.now = at
		ref.settleLate()
		ref.update()
	}
}

// settleLate judges the press for which no move has been seen, if one waits for late readings.
func (ref *Referee) settleLate() {
	if j := ref.waiting.judging; j != nil && j.isLagging() {
		j.at = ref.now
		ref.judge()
	}
}

// runDeferred carries out a claim that has waited for a press to be judged. If a move has to be
// published first, the claim waits for that too.
func (ref *Referee) runDeferred() {
	publishes := func(o Order) bool { return o.Do == Impose || o.Do == Promote }
	if c := ref.waiting.deferred; c != nil && ref.waiting.judging == nil && !slices.ContainsFunc(ref.out.orders, publishes) {
		ref.carryOutDeferred()
	}
}

// ruleOnHandPress carries out the ruling that has waited for the press that was kept until now.
func (ref *Referee) ruleOnHandPress(kept bool) {
	if kept && !ref.isHandPressKept() {
		ref.runDeferred()
	}
}

// carryOutDeferred carries out the command that has waited, if there is one. A ruling on an illegal move goes on
// waiting while a press with a piece in the hand is kept.
func (ref *Referee) carryOutDeferred() {
	c := ref.waiting.deferred
	if c != nil && c.Do == trace.DoIllegal {
		if ref.objects(); ref.isHandPressKept() {
			return
		}
	}
	ref.waiting.deferred = nil
	if c == nil || c.Do == trace.DoIllegal && ref.checkFound(*c) != nil {
		return // the press was for no illegal move after all
	}
	ref.command(*c)
}
