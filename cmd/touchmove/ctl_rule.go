package main

import (
	"fmt"
	"strings"

	"touchmove/broadcast"
	"touchmove/sensors/trace"
)

// ctlExamples holds example calls of commands that have optional keys.
var ctlExamples = map[string]string{
	trace.DoAnswer:          "answer Nxg7",
	trace.DoClaim:           "claim by=white what=repetition uci=g1f3",
	trace.DoSetClock:        `set-clock white_ms=5400000 black_ms=5400000 runs=white why="set wrongly"`,
	trace.DoStopClocks:      `stop-clocks why="fetching a second queen"`,
	trace.DoStartClocks:     "start-clocks runs=black",
	trace.DoRestore:         "restore ply=40",
	trace.DoPresent:         "present player=black",
	trace.DoPenalty:         `penalty player=white kind=add-opponent ms=120000 why="spoke to the opponent"`,
	trace.DoIllegal:         "illegal what=confirm",
	trace.DoIrregularity:    "irregularity what=two-hands player=white",
	trace.DoVerdict:         "verdict what=rejected",
	trace.DoQuickplay:       "quickplay by=black what=claim",
	trace.DoSeal:            `seal by=white text="Nf3"`,
	trace.DoResumeAdjourned: "resume-adjourned uci=g1f3",
	trace.DoResult:          `result result=1/2-1/2 why="agreed"`,
	trace.DoUndo:            "undo action=12",
	trace.DoAcknowledge:     `acknowledge what=claim cause="white 1"`,
	trace.DoNote:            `note private=true text="asked about the flag"`,
	trace.DoAnnounce:        "announce uci=e2e4",
}

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
			undo = "nothing to take back by undo"
		}
		line("undo", undo)
		if is.Confirm {
			line("", "(a console shows it before it is confirmed)")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}
