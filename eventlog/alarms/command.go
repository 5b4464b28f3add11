package alarms

import (
	"fmt"
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// settleClaims clears the claims that the game has answered: play continued, or the
// arbiter acted. Claims of a draw wait for a verdict.
func (b *Board) settleClaims(at time.Duration) {
	for i := range b.triggers {
		if a := b.triggers[i].alarm; a.ID == Claim && !waitsForVerdict(a.Why) {
			b.Clear(Claim, a.Cause, at)
		}
	}
}

// quickplay is the alarm's word for a claim or a request under quickplay finish.
const quickplay = "quickplay finish"

// waitsForVerdict reports whether a claim is for the arbiter to decide.
func waitsForVerdict(what string) bool {
	return what == trace.ClaimRepetition || what == trace.ClaimFiftyMoves || what == quickplay
}

// Command takes a command that was carried out.
func (b *Board) Command(c trace.Command, at time.Duration) {
	b.Advance(at)
	switch c.Do {
	case trace.DoAcknowledge:
		id, cause, err := Acknowledged(c)
		if err == nil {
			b.Acknowledge(id, cause, sender(c), at)
		}
		return
	case trace.DoClaim, trace.DoQuickplay:
		if by, err := rules.ParseColor(c.By); err == nil && b.result == "*" {
			a := b.of(Claim, by)
			b.claims++
			a.Cause += " " + fmt.Sprint(b.claims)
			a.Why = c.What
			if c.Do == trace.DoQuickplay {
				a.Why = quickplay
			}
			b.Raise(a, at)
		}
		return
	case trace.DoNewGame:
		b.suspend(at)
		b.fresh = true
		b.begin(at)
		b.names = namesOf(c)
	case trace.DoResult:
		if c.Result != "*" {
			b.settle(at)
		}
	case trace.DoSign:
		if by, err := rules.ParseColor(c.By); err == nil {
			if b.signed[by] = c.Result; b.signed[by.Other()] == c.Result {
				b.settle(at)
			}
		}
	}
	kind, ok := trace.CommandKindOf(c.Do)
	if !ok {
		return
	}
	if c.Do == trace.DoCorrect && slices.Contains(b.clock.untimed, c.Ply) {
		b.isTimed(c.Ply, true, at)
	}
	for _, e := range kind.Ends {
		switch cause, ends := e.Cause(c); {
		case ends && e.Key == "":
			b.ClearAll(at, ID(e.Alarm))
		case ends:
			b.Clear(ID(e.Alarm), cause, at)
		}
	}
	if kind.AnswersClaims {
		b.settleClaims(at)
	}
}
