package main

import (
	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// brief prints what the edition of the Laws asks of the arbiter. After the first move it
// prints nothing.
func (t *deskPrinter) brief() {
	if t.d.board().Ply > 0 {
		return
	}
	t.printf("%s\n", t.T("brief.title", "laws", t.d.Rules.Laws))
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
