package article4

import (
	"slices"
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// press handles a press of the clock; clock is what was known about the clock just before it. A
// press has one purpose: it completes its player's last move that had no press yet, or it is
// judged, if its player has the move, as an illegal move or one without a move, or it gives the
// time back.
func (ref *Referee) press(by rules.Color, clock Timekeeping) {
	ref.timing.connected, ref.dirty = true, true
	if clock.Kept && !clock.Started && ref.result.text == "" && by != ref.current().mover() && ref.previous() == nil {
		ref.clock.running = by.Other() // the press that starts the clock of the player having the move (6.6)
		return
	}
	ref.pressesAgain(by)
	p := ref.keepPress(by, clock)
	if ref.result.text != "" || p.stood && clock.Kept {
		return
	}
	ref.clock.running, ref.clock.uncertain = by.Other(), false
	t := ref.current()
	t.endAdjusting(by, p.at)
	if p.wrong {
		ref.remark(RemarkWrongSide, by)
	}
	if p.stood {
		return // nothing is counted while the clocks are stopped (2018:6.11.3)
	}
	stands := by != t.mover() && ref.letStandAtPress()
	if by == t.mover() && ref.hold != nil && ref.hold.why == holdIllegal && ref.offences.illegal != nil && t.hasHandled(ref.offences.illegal.pressed) {
		ref.resume() // the player did something else before this press
	}
	if p.wrong {
		ref.lookAtWrongPress(t, by)
		return
	}
	if clock.Kept && clock.Started {
		ref.watchPress(by, p.at)
	}
	if by != t.mover() && !stands {
		ref.recheckAtPress(by)
		return
	}
	ref.waiting.judging = &judging{at: ref.now + ref.opt.Press + ref.opt.Place - 10*time.Millisecond, pressed: ref.now, by: by, ply: t.ply}
	if stands {
		ref.waiting.judging.ply++ // the reply is judged
	}
}

// keepPress remembers a press, and whether the wrong clock was running or both were stopped.
func (ref *Referee) keepPress(by rules.Color, clock Timekeeping) pressed {
	p := pressed{at: ref.now}
	switch {
	case !clock.Kept || !clock.Started:
		p.wrong = by != ref.clock.running && !ref.clock.uncertain
		p.stood = ref.clock.stopped
	case !clock.Runs:
		p.stood, p.ignored = true, true
	default:
		p.wrong = clock.By != by
	}
	if len(ref.clock.presses[by]) >= keepPresses {
		ref.clock.presses[by] = slices.Delete(ref.clock.presses[by], 0, 1)
	}
	ref.clock.presses[by] = append(ref.clock.presses[by], p)
	return p
}

// keepJudging returns the pending judgement unless the published move has made it unnecessary.
func (ref *Referee) keepJudging(m halfmove.HalfMove) *judging {
	if j := ref.waiting.judging; j != nil && j.ply > m.Ply {
		return j
	}
	return nil
}
