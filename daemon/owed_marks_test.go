package daemon_test

import (
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// Twelve games end without a broker, more than a start reads from their journals. Then the daemon
// is killed, and again as soon as it has begun. Every start publishes how each of them ended, until
// a broker has them.
func TestEveryGameOwedIsToldAtOnce(t *testing.T) {
	b, dice := newSeries(t), rand.New(rand.NewPCG(1, 11))
	defer func() { b.close() }()
	for range 12 {
		b.play(dice, 1)
		b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
		b.note()
		b.newGame()
		b.source.CatchUp() // as a daemon does at once
	}
	kill := func() {
		dir := copyDir(t, b.dir)
		b.close()
		b.dir = dir
		b.start()
	}
	told := func() map[string]string {
		ended := map[string]string{}
		entries, _ := b.source.From(0)
		for _, e := range entries {
			left, ok := e.What.(eventlog.Left)
			if !ok {
				continue
			}
			var s struct{ Result string }
			if err := json.Unmarshal(left.State, &s); err != nil {
				t.Fatal(err)
			}
			ended[e.Game] = s.Result
		}
		return ended
	}
	for _, start := range []string{"the first start", "the second start", "the third start"} {
		kill()
		ended := told()
		for _, id := range b.left {
			if ended[id] != "1-0" {
				t.Errorf("%s tells of %s %q, want 1-0", start, id, ended[id])
			}
		}
	}
	b.source.CatchUp()
	b.settle()
	kill()
	var again []string
	for id := range told() {
		again = append(again, id)
	}
	if len(again) > 4 { // those of the topic previous
		t.Errorf("told again, although a broker had them: %s", strings.Join(again, " "))
	}
}

// A broker has all of a game, but a subscriber may still miss its end: the game stays marked, and
// the next start publishes it, until the publisher no longer lists it as owed.
func TestMarkStaysWhileAnEndIsOwed(t *testing.T) {
	b, dice := newSeries(t), rand.New(rand.NewPCG(1, 11))
	defer func() { b.close() }()
	b.play(dice, 1)
	first := b.game
	b.newGame()
	b.source.CatchUp()
	mark := filepath.Join(b.dir, strings.TrimSuffix(strings.TrimPrefix(first, "hall-7-"), "-1")+".jsonl.untold")
	for _, c := range []struct {
		owed []string
		is   bool
	}{{[]string{first}, true}, {[]string{b.game, first}, true}, {[]string{b.game}, false}} {
		told, _ := b.source.From(0)
		if err := b.source.Backlog.Settle(uint64(len(told)), c.owed); err != nil {
			t.Fatal(err)
		}
		if exists(mark) != c.is {
			t.Errorf("with %v owed the mark of %s is there: %v", c.owed, first, !c.is)
		}
	}
}
