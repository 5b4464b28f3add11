package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// keepPresses is how many presses of each player are remembered.
const keepPresses = 8

// press takes a press of the clock, with what was known of the clock just before it. It
// has one use: it completes the last move of its player that was not pressed for, or it is
// judged if its player has the move (for an illegal move, or for none), or it gives the
// time back.
func (ref *Referee) press(by rules.Color, clock Timekeeping) {
	ref.clock, ref.dirty = true, true
	if clock.Kept && !clock.Started && ref.result.text == "" && by != ref.current().mover() && ref.previous() == nil {
		ref.running = by.Other() // the press that starts the clock of the player having the move (6.6)
		return
	}
	p := ref.keepPress(by, clock)
	if ref.result.text != "" || p.stood && clock.Kept {
		return
	}
	ref.running, ref.clockUncertain = by.Other(), false
	t := ref.current()
	if p.wrong {
		ref.remark(RemarkWrongSide, by)
	}
	if p.stood {
		return // nothing is counted while the clocks stand (2018:6.11.3)
	}
	stands := by != t.mover() && ref.letStand(true)
	if by == t.mover() && ref.hold != nil && ref.hold.why == holdIllegal && ref.illegal != nil && t.hasHandled(ref.illegal.pressed) {
		ref.resume() // something else was done for this press
	}
	if p.wrong {
		return
	}
	if clock.Kept && clock.Started {
		ref.watchPress(by, p.at)
	}
	if by != t.mover() && !stands {
		ref.recheckAtPress(by)
		return
	}
	ref.judging = &judging{at: ref.now + ref.opt.Press + ref.opt.Place - 10*time.Millisecond, pressed: ref.now, by: by, ply: t.ply}
	if stands {
		ref.judging.ply++ // the reply is judged
	}
}

// keepPress remembers a press: whose time was running, or that both stood.
func (ref *Referee) keepPress(by rules.Color, clock Timekeeping) pressed {
	p := pressed{at: ref.now}
	switch {
	case !clock.Kept || !clock.Started:
		p.wrong = by != ref.running && !ref.clockUncertain
		p.stood = ref.stopped
	case !clock.Runs:
		p.stood = true
	default:
		p.wrong = clock.By != by
	}
	if len(ref.presses[by]) >= keepPresses {
		ref.presses[by] = slices.Delete(ref.presses[by], 0, 1)
	}
	ref.presses[by] = append(ref.presses[by], p)
	return p
}

// keepJudging drops a judgement that a move told has made needless.
func (ref *Referee) keepJudging(m Move) *judging {
	if j := ref.judging; j != nil && j.ply > m.Ply {
		return j
	}
	return nil
}

// pressFor returns the press that completes the move of a turn: its own, and failing that
// the first press of its player after it.
func (ref *Referee) pressFor(t *turn) (at time.Duration, ok bool) {
	if at, ok = ref.ownPress(t); ok {
		return at, ok
	}
	for _, p := range ref.presses[t.mover()] {
		if p.at >= t.made.released-ref.opt.Press {
			return p.at, true
		}
	}
	return 0, false
}

// ownPress returns the first press of a turn's player at or after the release of its move
// (a little before it: scanning makes landings late) and before that of their next move.
// One with which their own time was running goes before others.
func (ref *Referee) ownPress(t *turn) (at time.Duration, ok bool) {
	until := time.Duration(1<<63 - 1)
	if next := ref.turnOf(t.ply + 2); next != nil && next.made != nil {
		until = next.made.released - ref.opt.Press
	}
	for _, p := range ref.presses[t.mover()] {
		switch {
		case p.at < t.made.released-ref.opt.Press || p.at >= until:
		case !p.wrong:
			return p.at, true
		case !ok:
			at, ok = p.at, true
		}
	}
	return at, ok
}

// wasWrong reports whether the other player's time was running at this press.
func (ref *Referee) wasWrong(by rules.Color, at time.Duration) bool {
	return slices.ContainsFunc(ref.presses[by], func(p pressed) bool { return p.at == at && p.wrong })
}

// isPressedLate reports whether this press of the player having the move completes their
// last move, to which the opponent has replied: "a player must be allowed to stop his
// clock after making his move, even after the opponent has made his next move"
// (2009:6.7a, 2018:6.2.2).
func (ref *Referee) isPressedLate(t *turn, pressed time.Duration) bool {
	own := ref.turnOf(t.ply - 2)
	if own == nil || own.made == nil {
		return false
	}
	at, ok := ref.pressFor(own)
	return ok && at == pressed
}
