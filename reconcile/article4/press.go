package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// keepPresses is how many presses of each player are remembered.
const keepPresses = 8

// press takes a press of the clock.
func (ref *Referee) press(by rules.Color) {
	ref.clock, ref.dirty = true, true
	if len(ref.presses[by]) >= keepPresses {
		ref.presses[by] = slices.Delete(ref.presses[by], 0, 1)
	}
	ref.presses[by] = append(ref.presses[by], ref.now)
	if ref.result.text != "" {
		return
	}
	wrong := by != ref.running && !ref.clockUncertain
	ref.running, ref.clockUncertain = by.Other(), false
	t := ref.current()
	if wrong {
		ref.remark(RemarkWrongSide, by)
	}
	if by != t.mover() {
		ref.letStand()
	} else if ref.hold != nil && ref.hold.why == holdIllegal && ref.illegal != nil && t.hasHandled(ref.illegal.pressed) {
		ref.resume() // something else was done for this press
	}
	if wrong {
		return
	}
	if by != t.mover() {
		ref.recheckAtPress(by)
		return
	}
	ref.judging = &judging{at: ref.now + ref.opt.Press + ref.opt.Place - 10*time.Millisecond, pressed: ref.now, by: by, ply: t.ply}
}

// keepJudging drops a judgement that a move told has made needless.
func (ref *Referee) keepJudging(m Move) *judging {
	if j := ref.judging; j != nil && j.ply > m.Ply {
		return j
	}
	return nil
}
