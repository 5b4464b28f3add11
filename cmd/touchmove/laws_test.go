package main

import (
	"strings"
	"testing"

	"touchmove/rules"
)

// Where two editions differ is printed, and nothing else.
func TestLawsDiff(t *testing.T) {
	status, stdout, stderr := call(t, "", "laws", "diff", "fide-2009", "fide-2023")
	if status != exitDone || stderr != "" {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	for _, want := range []string{
		"illegal moves lose\n  fide-2009 7.4b     with the third; a draw if the opponent cannot mate\n  fide-2023 7.5.5    with the second; a draw if the opponent cannot mate\n",
		"a wrong claim brings the opponent\n  fide-2009 9.5b     3 min\n  fide-2023 9.5.3    2 min, rapid and blitz 1 min\n",
		"resigning\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is not in\n%s", want, stdout)
		}
	}
	if strings.Contains(stdout, "dead position") {
		t.Error("it tells of what both say")
	}
	for _, l := range rules.AllLaws() {
		if status, stdout, _ := call(t, "", "laws", "diff", l.String(), l.String()); status != exitDone || stdout != "" {
			t.Errorf("%v differs from itself: %s", l, stdout)
		}
		if status, stdout, _ := call(t, "", "laws", "show", l.String()); status != exitDone || strings.Count(stdout, "\n") < 60 {
			t.Errorf("%v: exit status %d, %d lines", l, status, strings.Count(stdout, "\n"))
		}
	}
	for _, wrong := range [][]string{{"diff", "fide-2009"}, {"diff", "fide-2009", "fide-2010"}, {"show", "x"}, {"more"}} {
		if status, _, stderr := call(t, "", append([]string{"laws"}, wrong...)...); status != exitBad || stderr == "" {
			t.Errorf("laws %v: exit status %d, %q", wrong, status, stderr)
		}
	}
}
