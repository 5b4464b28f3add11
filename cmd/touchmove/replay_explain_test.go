package main

import (
	"strings"
	"testing"
)

// Two games, separated by the arbiter's new-game command; the second is shorter.
const twoGames = header + first + `{"at_us":1523000,"square":"e2","is":"empty"}
{"at_us":1900000,"square":"e4","is":"occupied"}
{"at_us":6000000,"square":"e7","is":"empty"}
{"at_us":6500000,"square":"e5","is":"occupied"}
{"at_us":12000000,"command":{"do":"new-game"}}
{"at_us":13000000,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}
{"at_us":19000000,"square":"d2","is":"empty"}
{"at_us":19500000,"square":"d4","is":"occupied"}
{"at_us":26000000,"end":true}
`

// --explain prints only text, about the first game that has the ply unless --game names
// another.
func TestReplayExplain(t *testing.T) {
	for _, c := range []struct {
		args string
		want string // how the text begins
	}{
		{"--explain|1", "Game 1 of 2, ply 1, white: e4 (e2e4), released at 0:00:01.900"},
		{"--explain|2", "Game 1 of 2, ply 2, black: e5 (e7e5)"},
		{"--explain|1|--game|2", "Game 2 of 2, ply 1, white: d4 (d2d4)"},
		{"--explain|1|--game|2|--publish|quick|--laws|fide-2023", "Game 2 of 2, ply 1, white: d4 (d2d4)"},
	} {
		status, stdout, stderr := call(t, twoGames, append([]string{"replay", "-"}, strings.Split(c.args, "|")...)...)
		if status != exitDone || stderr != "" || !strings.HasPrefix(stdout, c.want) || !strings.Contains(stdout, "\nWhat decided it: ") {
			t.Errorf("%s: exit status %d, %q\n%s", c.args, status, stderr, stdout)
		}
	}
}

// A ply that does not exist, or a call that makes no sense, is answered in one line.
func TestReplayExplainMistakes(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--explain|3", "standard input: no move was published for ply 3: the trace has game 1 plies 1 to 2, game 2 ply 1"},
		{"--explain|2|--game|2", "standard input: no move was published for ply 2: game 2 has ply 1"},
		{"--explain|1|--game|3", "standard input: game 3 is not in the trace: it has games 1 to 2"},
		{"--explain|0", "--explain 0: plies count from 1"},
		{"--explain|e4", `invalid argument "e4" for "--explain"`},
		{"--explain|1|--game|0", "--game 0: games count from 1"},
		{"--game|1", "--game goes with --explain"},
		{"--explain|1|--output|uci", "--explain and --output: write one of them"},
	} {
		status, stdout, stderr := call(t, twoGames, append([]string{"replay", "-"}, strings.Split(c.args, "|")...)...)
		if status != exitBad || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit status %d, %q, want %q\n%s", c.args, status, stderr, c.want, stdout)
		}
	}
}
