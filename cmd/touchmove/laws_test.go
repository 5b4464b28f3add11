package main

import (
	"strings"
	"testing"

	"touchmove/rules"
)

// laws diff prints the differences between two editions and nothing else.
func TestLawsDiff(t *testing.T) {
	status, stdout, stderr := call(t, "", "laws", "diff", "fide-2009", "fide-2023")
	if status != exitDone || stderr != "" {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	for _, want := range []string{
		"illegal moves lose the game\n  fide-2009 7.4b     at the third; a draw if the opponent cannot mate\n  fide-2023 7.5.5    at the second; a draw if the opponent cannot mate\n",
		"the opponent receives for a wrong draw claim\n  fide-2009 9.5b     3 min\n  fide-2023 9.5.3    2 min, rapid and blitz 1 min\n",
		"resigning\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is not in\n%s", want, stdout)
		}
	}
	if strings.Contains(stdout, "dead position") {
		t.Error("it lists what both editions say")
	}
	for _, l := range rules.AllLaws() {
		if status, stdout, _ := call(t, "", "laws", "diff", l.String(), l.String()); status != exitDone || stdout != "" {
			t.Errorf("%v differs from itself: %s", l, stdout)
		}
		if status, stdout, _ := call(t, "", "laws", "show", l.String()); status != exitDone || strings.Count(stdout, "\n") < 60 {
			t.Errorf("%v: exit status %d, %d lines", l, status, strings.Count(stdout, "\n"))
		}
	}
	for _, c := range []struct {
		args []string
		want []string
		not  []string
	}{
		{[]string{"fide-2023", "7.5"}, []string{"fide-2023, article 7.5\n", "a press without a move\n  7.5.3              counts as an illegal move\n", "command illegal", "alarm illegal_move\n  7.5.5 "}, []string{"7.4", "fide-2018"}},
		{[]string{"fide-2018", "4.4"}, []string{"breach rook_first\n  4.4.2 ", "choice of the promoted piece is final\n  4.4.4 "}, []string{"\n  4.3"}},
		{[]string{"9.5b"}, []string{"fide-1997, article 9.5b\n", "fide-2014, article 9.5b\n"}, []string{"fide-2018"}},
		{[]string{"fide-2009", "5.1"}, []string{"end checkmate\n  5.1a               ends the game by itself\n"}, nil},
		{[]string{"fide-2018", "6.3"}, []string{"periods with a number of moves\n  6.3.1 ", "increments and delays\n  6.3.2 "}, []string{"6.4"}},
		{[]string{"fide-2005", "A"}, []string{"\n  A1a ", "\n  A1b ", "\n  A8 ", "command adjourn\n  A "}, []string{"\n  B"}},
		{[]string{"fide-2009", "G"}, []string{"\n  G1a ", "\n  G1b ", "\n  G8 ", "command adjourn\n  G "}, []string{"\n  A"}},
		{[]string{"fide-2009", "A"}, []string{"\n  A4c "}, []string{"adjourn", "\n  B"}},
		{[]string{"--tests", "4.5"}, []string{"fide-1997, article 4.5\nnothing touched can be moved or captured\n", "A4-089"}, []string{"fide-1953"}},
		{[]string{"--tests", "fide-2023", "5.1.2"}, []string{"(ART-001, ART-002)"}, nil},
	} {
		status, stdout, stderr := call(t, "", append([]string{"laws", "show"}, c.args...)...)
		if status != exitDone || stderr != "" {
			t.Errorf("show %v: exit status %d: %s", c.args, status, stderr)
		}
		for _, want := range c.want {
			if !strings.Contains(stdout, want) {
				t.Errorf("show %v: %q is not in\n%s", c.args, want, stdout)
			}
		}
		for _, not := range c.not {
			if strings.Contains(stdout, not) {
				t.Errorf("show %v: %q is in\n%s", c.args, not, stdout)
			}
		}
	}
	for _, wrong := range [][]string{{"show", "fide-2023", "99"}, {"show", "fide-2010", "7.5"}, {"show"}, {"show", "a", "b", "c"}, {"diff", "fide-2009"}, {"diff", "fide-2009", "fide-2010"}, {"show", "x"}, {"more"}} {
		if status, _, stderr := call(t, "", append([]string{"laws"}, wrong...)...); status != exitBad || stderr == "" {
			t.Errorf("laws %v: exit status %d, %q", wrong, status, stderr)
		}
	}
}
