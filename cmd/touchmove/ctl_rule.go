package main

import (
	"fmt"
	"strings"

	"touchmove/broadcast"
	"touchmove/sensors/trace"
)

// ruleText describes a command from its cases in the table of commands: who may give
// it and when, what it does to game, clock and record, and what undoes it.
func ruleText(kind *trace.CommandKind) string {
	if kind.Name == broadcast.DoRaw {
		return "Who: " + kind.Cases[0].Roles() + ". It does not affect the game."
	}
	var b strings.Builder
	for _, is := range kind.Cases {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		if is.Words != nil {
			fmt.Fprintf(&b, "%s:\n", strings.Join(is.Words, ", "))
		}
		line := func(name, text string) {
			if text != "" {
				fmt.Fprintf(&b, "  %-8s %s\n", name, text)
			}
		}
		line("who", is.Roles())
		line("when", is.When)
		line("game", is.Game)
		line("clock", is.Clock)
		line("record", is.Record)
		undo := kind.UndoText(is)
		if undo == "-" {
			undo = "cannot be undone"
			if kind.Final {
				undo += ", and nor can anything that was entered before it"
			}
		}
		line("undo", undo)
		if is.Confirm {
			line("", "(the arbiter's page asks for confirmation first; ctl does not)")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}
