package explain

import (
	"fmt"
	"slices"
)

// history writes what had been published for the ply before, and why that was dropped.
func (w *words) history(told []statement) {
	w.line("")
	w.line("Published earlier for this ply:")
	for i, t := range told[:len(told)-1] {
		next := told[i+1]
		if !t.moved {
			continue
		}
		why := byPerson(t)
		if t.reason != nil {
			why = w.sign(t)
		}
		w.line("  %s  %s, %s: %s", clock(t.at), t.name(), certainty(t.confidence), why)
		what := "dropped: the readings showed that it had not been made, or that it was taken back"
		switch {
		case next.command != "":
			what = fmt.Sprintf("dropped by a person's command, %s", next.command)
		case next.moved && next.uci == t.uci:
			what = "published again after a correction"
		case next.moved:
			what = "changed to " + next.san
		case next.ply < w.ply && next.san != "":
			what = fmt.Sprintf("dropped, because ply %d before it was changed to %s", next.ply, next.san)
		case next.ply < w.ply:
			what = fmt.Sprintf("dropped, because ply %d before it was dropped", next.ply)
		}
		w.line("  %s  %s", clock(next.at), what)
		if next.command != "" {
			continue
		}
		if next.reason != nil && next.moved {
			for _, r := range next.reason.Rivals {
				if t.reason != nil && r.Move == t.move.Move {
					w.line("    by then %s", next.rival(r))
				}
			}
		}
		if t.reason != nil {
			if list := w.between(t.at, next.at); len(list) > 0 {
				w.line("    sensor readings in between:")
				w.table("      ", list, t)
			}
		}
	}
}

// before returns the move that stood before the last statement.
func (w *words) before(told []statement) statement {
	for _, t := range slices.Backward(told[:len(told)-1]) {
		if t.moved {
			return t
		}
	}
	return told[0]
}
