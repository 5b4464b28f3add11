package main

import (
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// brief prints what the edition of the Laws asks of the arbiter. After the first move it
// prints nothing.
func (t *deskPrinter) brief() {
	if t.d.board().Ply > 0 {
		return
	}
	t.printf("%s\n", t.T("brief.title", "laws", t.d.Rules.Laws))
	t.printf("  %s\n", t.rate(t.d.Rules.Mode, t.d.Rules.Supervised))
	for _, l := range t.d.Rules.Brief {
		var with []any
		if l.Number > 0 {
			with = append(with, "k", l.Number)
		}
		for _, ms := range l.Times {
			with = append(with, "t", minutes(ms))
		}
		key := "brief." + l.Key
		if laws, err := rules.ParseLaws(t.d.Rules.Laws); err == nil && l.Key == "loose" && article4.ActsOnObserved(laws) {
			key = "brief.observed"
		}
		t.printf("  %s\n", t.T(key, with...))
	}
	t.printf("      touchmove laws show %s\n", t.d.Rules.Laws)
}

// rate says at which rate of play the game is played and, if it is not standard play, whether it is supervised.
func (t *deskPrinter) rate(mode string, supervised bool) string {
	var tail string
	switch {
	case mode == trace.StandardPlay.String():
	case supervised:
		tail = t.T("brief.supervised")
	default:
		tail = t.T("brief.unsupervised")
	}
	return t.T("brief.rate", "a", t.T("value."+mode), "b", tail)
}
