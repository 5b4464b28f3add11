package main

// brief prints what the edition of the Laws asks of the arbiter. After the first move it
// prints nothing.
func (t *deskPrinter) brief() {
	if t.d.Board.Ply > 0 {
		return
	}
	t.printf("%s\n", t.T("brief.title", "laws", t.d.Rules.Laws))
	for _, l := range t.d.Rules.Brief {
		var with []any
		if l.Number > 0 {
			with = append(with, "k", l.Number)
		}
		for i, ms := range l.Times {
			name := string(rune('a' + i))
			if len(l.Times) == 1 {
				name = "t"
			}
			with = append(with, name, minutes(ms))
		}
		t.printf("  %s\n", t.T("brief."+l.Key, with...))
	}
	t.printf("      touchmove laws show %s\n", t.d.Rules.Laws)
}
