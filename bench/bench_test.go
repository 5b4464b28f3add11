package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"touchmove/reconcile"
)

// The report has a line a level with what was rebuilt of recorded traces and of
// new games, and it is the same each time but for the machine's speed.
func TestReport(t *testing.T) {
	b := bench{levels: []string{"clean"}, publish: reconcile.Sure, games: []string{"../sensors/sim/testdata/games-otb.pgn"}}
	report := func() string {
		t.Helper()
		var out bytes.Buffer
		if err := b.run(&out, "../testdata/traces", 2, 1000); err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile(`(?m) +\d+$`).ReplaceAllString(out.String(), "") // times real time
	}
	got := report()
	for _, want := range []string{
		`(?m)^recorded traces$`,
		`(?m)^ +clean +5 +5 +100\.0 +100\.0 +0\.00 +\d+ +\d+ +0$`,
		`(?m)^simulated play, seeds 1000 to`,
		`(?m)^ +clean +2 +2 +100\.0 `,
	} {
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("the report does not match %s:\n%s", want, got)
		}
	}
	if again := report(); again != got {
		t.Errorf("a second report differs:\n%s\nfirst:\n%s", again, got)
	}
}

// A mistake in the call is an error that says which file or level.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		b       bench
		samples string
		want    string
	}{
		{bench{}, "nowhere", "nowhere: no trace"},
		{bench{games: []string{"nowhere.pgn"}}, "", "nowhere.pgn"},
		{bench{levels: []string{"chess960"}, games: []string{"../sensors/sim/testdata/games-otb.pgn"}}, "", "no game suits the level chess960"},
		{bench{levels: []string{"xyzzy"}, games: []string{"../sensors/sim/testdata/games-otb.pgn"}}, "", `there is no level "xyzzy"`},
	} {
		err := c.b.run(&bytes.Buffer{}, c.samples, 1, 1)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.b, err, c.want)
		}
	}
}
