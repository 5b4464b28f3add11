package main

import (
	"time"

	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// brief prints, before the first move, what the edition of the Laws asks of the arbiter.
func (t *deskPrinter) brief() {
	l, err := rules.ParseLaws(t.d.Board.Laws)
	if err != nil || t.d.Board.Ply > 0 {
		return
	}
	b := article4.BriefOf(l)
	t.printf("%s\n", t.T("ctl.brief.title", "laws", l))
	line := func(key string, with ...any) { t.printf("  %s\n", t.T("ctl.brief."+key, with...)) }
	byMode := func(of [3]time.Duration) []any {
		return []any{
			"a", minutes(of[trace.StandardPlay].Milliseconds()), "b", minutes(of[trace.Rapid].Milliseconds()),
			"c", minutes(of[trace.Blitz].Milliseconds()),
		}
	}
	if b.Illegal == [3]time.Duration{} {
		line("illegal-none")
	} else {
		line("illegal", byMode(b.Illegal)...)
	}
	if b.LoseAt > 0 {
		line("loses", "k", b.LoseAt)
	}
	if b.PressCounts {
		line("press")
	}
	if b.WrongClaim != [3]time.Duration{} {
		line("claim", byMode(b.WrongClaim)...)
	}
	if b.OnClaim {
		line("loose")
	}
	if b.FlagsOnClaim {
		line("flags")
	}
	if b.DefaultOpen {
		line("default-told")
	} else {
		line("default", "t", minutes(b.Default.Milliseconds()))
	}
	t.printf("      touchmove laws show %s\n", l)
}
