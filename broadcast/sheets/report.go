package sheets

import (
	"fmt"
	"strings"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Filed is a game as the report of a round has it.
type Filed struct {
	Head    Head
	Played  *reconcile.Played
	End     reconcile.Situation
	Actions []reconcile.Action // of this game
}

// Report writes a round: who played whom, how each game ended, how many moves it
// had and what the clocks showed, illegal moves and penalties, and at the end the
// games that still need a person.
func Report(title string, games []Filed) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", title)
	var open []string
	for _, f := range games {
		name := fmt.Sprintf("%s: %s – %s", f.Head.Board, unknown(f.Head.White), unknown(f.Head.Black))
		fmt.Fprintf(&b, "%s  %s", name, f.Played.Result)
		if f.Played.Reason != "" {
			fmt.Fprintf(&b, " (%s)", strings.ReplaceAll(f.Played.Reason, "_", " "))
		}
		fmt.Fprintf(&b, ", %d moves", (f.Played.Ply+len(f.Played.Moves)+1)/2)
		if f.End.Timed {
			fmt.Fprintf(&b, ", clocks %s %s", hms(f.End.Times.Left[rules.White]), hms(f.End.Times.Left[rules.Black]))
		}
		b.WriteString("\n")
		for _, by := range []rules.Color{rules.White, rules.Black} {
			if n := f.End.Illegal[by]; n > 0 {
				fmt.Fprintf(&b, "    illegal moves of %s: %d\n", by, n)
			}
		}
		for _, a := range f.Actions {
			if a.Undone == 0 && (a.Command.Do == trace.DoPenalty || a.Command.Do == trace.DoVerdict || a.Command.Do == trace.DoIrregularity) {
				fmt.Fprintf(&b, "    action %d: %s %s %s %s\n", a.Number, a.Command.Do, a.Command.What, a.Command.Extra, a.Command.Why)
			}
		}
		guessed := 0
		for _, m := range f.Played.Moves {
			if m.How == reconcile.Inferred {
				guessed++
			}
		}
		if guessed > 0 {
			open = append(open, fmt.Sprintf("%s: %d moves are in part inferred", name, guessed))
		}
		if f.Played.Result == rules.Ongoing.String() {
			open = append(open, name+": no result")
		}
	}
	if len(open) > 0 {
		b.WriteString("\nOpen:\n")
		for _, line := range open {
			b.WriteString("    " + line + "\n")
		}
	}
	return b.String()
}

func unknown(name string) string {
	if name == "" {
		return "?"
	}
	return name
}
