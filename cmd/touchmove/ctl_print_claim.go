package main

import (
	"fmt"
	"strings"

	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// claim prints the latest claim and what the record says of it.
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
		verdicts := "upheld|rejected"
		if c.What == "claim" {
			verdicts = "draw|postpone|rejected"
		}
		t.printf("      touchmove ctl verdict what=%s\n", verdicts)
	}
}

func (t *deskPrinter) evidence(c *eventlog.Claim) {
	line := func(key string, with ...any) { t.printf("    %s\n", t.T(key, with...)) }
	if c.Right {
		line("claimright")
	} else {
		line("claimwrong")
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
	if c.Quiet > 0 {
		line("quiet", "n", c.Quiet, "a", t.after(c.Since))
	}
}

// after is the half-move after which something was so, as 12 of White or 12... of Black.
func (t *deskPrinter) after(ply int) string {
	switch {
	case ply == 0:
		return t.T("thestart")
	case ply%2 == 0:
		return fmt.Sprintf("%d...", ply/2)
	}
	return fmt.Sprintf("%d.", (ply+1)/2)
}
