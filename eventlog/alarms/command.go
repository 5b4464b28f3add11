package alarms

import (
	"fmt"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// settleClaims clears the claims that the record answers: play went on, or the
// arbiter has acted. Those of a draw wait for a verdict.
func (d *Desk) settleClaims(at time.Duration) {
	for i := range d.triggers {
		if a := d.triggers[i].alarm; a.ID == Claim && !waitsForVerdict(a.Why) {
			d.Clear(Claim, a.Cause, at)
		}
	}
}

// quickplay is what an alarm calls a claim or a request of the quickplay finish.
const quickplay = "quickplay finish"

// waitsForVerdict says whether a claim is the arbiter's to decide.
func waitsForVerdict(what string) bool {
	return what == trace.ClaimRepetition || what == trace.ClaimFiftyMoves || what == quickplay
}

// Command hears what was asked for and carried out.
func (d *Desk) Command(c trace.Command, at time.Duration) {
	d.Advance(at)
	switch c.Do {
	case trace.DoAcknowledge:
		id, cause, err := Acknowledged(c)
		if err == nil {
			d.Acknowledge(id, cause, sender(c), at)
		}
		return
	case trace.DoClaim, trace.DoQuickplay:
		if by, err := rules.ParseColor(c.By); err == nil && d.result == "*" {
			a := d.of(Claim, by)
			d.claims++
			a.Cause += " " + fmt.Sprint(d.claims)
			a.Why = c.What
			if c.Do == trace.DoQuickplay {
				a.Why = quickplay
			}
			d.Set(a, at)
		}
		return
	case trace.DoNewGame:
		d.leave(at)
		d.fresh = true
		d.begin(at)
		d.names = namesOf(c)
	case trace.DoVerdict:
		if c.What != "postpone" {
			d.ClearAll(at, Claim)
		}
	case trace.DoIllegal:
		d.ClearAll(at, IllegalMove)
	case trace.DoResult:
		if c.Result != "*" {
			d.settle(at)
		}
	case trace.DoSign:
		if by, err := rules.ParseColor(c.By); err == nil {
			if d.signed[by] = c.Result; d.signed[by.Other()] == c.Result {
				d.settle(at)
			}
		}
	case trace.DoCorrect:
		d.Clear(GuessedMove, ply(c.Ply), at)
		d.Clear(MoveWithoutTime, ply(c.Ply), at)
	case trace.DoRestore, trace.DoSetPosition:
		d.ClearAll(at, Reconstructing, IllegalPosition, WrongSetUp)
	case trace.DoPresent:
		var player string
		if _, err := c.Extra.Get("player", &player); err == nil {
			d.Clear(DefaultNear, player, at)
		}
	case trace.DoStopClocks:
		if c.Why != "" && c.Why != "restart" {
			d.ClearAll(at, ClockPaused)
		}
	case trace.DoSetClock:
		d.ClearAll(at, ClockDisagrees)
	}
	switch c.Do {
	case trace.DoVerdict, trace.DoIllegal, trace.DoRestore, trace.DoCorrect, trace.DoTakeBack, trace.DoSetPosition, trace.DoPenalty, trace.DoFlag:
		d.settleClaims(at)
	}
}
