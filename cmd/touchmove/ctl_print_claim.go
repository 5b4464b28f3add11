package main

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/broadcast"
	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// claim prints the latest claim and what the record says about it.
func (t *deskPrinter) claim(c *eventlog.Claim) {
	what := c.What
	if what == "claim" {
		what = "quickplay-finish"
	}
	t.printf("%s\n  %s", t.T("incident.claim"), t.T("alarm.claim", "player", t.player(c.By), "what", t.Claim(what)))
	if c.UCI != "" {
		t.printf(" (%s)", c.UCI)
	}
	if !c.Waits {
		t.printf(", %s", t.T("ctl.ruled"))
	}
	t.printf("\n")
	if c.What == trace.ClaimRepetition || c.What == trace.ClaimFiftyMoves {
		t.evidence(c)
	}
	if c.Waits {
		t.offer(trace.DoVerdict)
	}
}

// evidence prints what the record says about a claim of a draw.
func (t *deskPrinter) evidence(c *eventlog.Claim) {
	line := func(key string, with ...any) { t.printf("    %s\n", t.T(key, with...)) }
	if c.Right {
		line("claimright")
	} else {
		line("claimwrong")
	}
	if c.What == trace.ClaimFiftyMoves {
		if c.Quiet == 0 {
			line("quiet.none")
			return
		}
		line("quiet", "n", c.Quiet, "a", t.after(c.Since))
		return
	}
	var stood []string
	for _, ply := range c.Stood {
		stood = append(stood, t.after(ply))
	}
	if len(stood) < 2 {
		line("stoodonce")
	} else {
		line("stood", "n", len(stood), "a", strings.Join(stood, ", "))
	}
	for _, near := range c.Differs {
		var why []string
		for _, w := range strings.Split(near.Why, ", ") {
			why = append(why, t.T("differs."+strings.ReplaceAll(w, " ", "")))
		}
		line("stoodnot", "a", t.after(near.Ply), "b", strings.Join(why, ", "))
	}
}

// answer prints what the record says about a claim that was just made.
func (t *deskPrinter) answer(what string) {
	line := func(key string, with ...any) { t.printf("    %s\n", t.T(key, with...)) }
	switch what {
	case trace.ClaimRepetition, trace.ClaimFiftyMoves:
		if t.d.Claim != nil {
			t.evidence(t.d.Claim)
		}
	case trace.ClaimTime:
		if t.isLostOnTime() {
			line("claimright")
			return
		}
		line("claimwrong")
	case trace.ClaimIllegal:
		if i := t.d.Illegality; i != nil && i.Status != nil && *i.Status == "upheld" {
			line("claimright")
			return
		}
		line("claimwrong")
	default:
		t.breachAnswer(line)
	}
}

// breachAnswer prints the answer to a claim that Article 4 was broken.
func (t *deskPrinter) breachAnswer(line func(string, ...any)) {
	v := t.d.Violation
	switch {
	case v == nil:
		line("claimwrong")
		line("claimnobreach")
	case v.Status == article4.StatusClaimable:
		// The record is being corrected first.
	case v.Status != "upheld":
		line("claimwrong")
		line("claimlate")
	case v.Restores != nil:
		line("claimright")
		line("claimstands", "m", *v.Restores)
	default:
		line("claimright")
		line("claimback")
		if o := t.d.Obligation; o != nil {
			t.printf("    %s\n", t.duty(o))
		}
	}
}

// isLostOnTime reports whether the game has a result, or a result on time has been
// proposed.
func (t *deskPrinter) isLostOnTime() bool {
	return t.d.board().Result != rules.Ongoing.String() || slices.ContainsFunc(t.d.Ringing.Alarms, func(a broadcast.OpenAlarm) bool {
		return a.ID == alarms.GameFinished && (a.What == rules.FlagFall.String() || a.What == article4.BothFlags)
	})
}

// after names the half-move after which something was the case: 12. for White's, 12...
// for Black's.
func (t *deskPrinter) after(ply int) string {
	switch {
	case ply == 0:
		return t.T("thestart")
	case ply%2 == 0:
		return fmt.Sprintf("%d...", ply/2)
	}
	return fmt.Sprintf("%d.", (ply+1)/2)
}
