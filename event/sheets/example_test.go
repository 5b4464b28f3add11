package sheets_test

import (
	"fmt"
	"strings"
	"time"

	"touchmove/event/sheets"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// The audit log has one line per action, with its author and article. If a line is changed
// later, its hash no longer matches.
func ExampleAudit() {
	began := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	log := sheets.Audit([]reconcile.Action{
		{Number: 1, At: time.Minute, Game: 1, Command: trace.Command{Do: trace.DoStopClocks, By: "arbiter", Why: "noise"}},
		{Number: 2, At: 2 * time.Minute, Game: 1, Command: trace.Command{Do: trace.DoStartClocks, By: "arbiter", Extra: `{"role":"chief","who":"ann"}`}},
	}, rules.FIDE2023, began.Add, sheets.Withheld)
	for line := range strings.Lines(log) {
		text, _, _ := strings.Cut(line, " #")
		fmt.Println(text)
	}
	fmt.Println(sheets.Verify(strings.NewReader(log)))
	fmt.Println(sheets.Verify(strings.NewReader(strings.Replace(log, "noise", "a call", 1))) != nil)
	// Output:
	// 1. 2026-11-21T18:01:00.000Z game 1 arbiter: stop-clocks (noise) [fide-2023 6.11]
	// 2. 2026-11-21T18:02:00.000Z game 1 arbiter (ann, chief): start-clocks {"role":"chief","who":"ann"} [fide-2023 6.11.3]
	// <nil>
	// true
}
