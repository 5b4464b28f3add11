package daemon_test

import (
	"slices"
	"testing"

	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// A new game is published together with its players: no reader of the history ever sees it without
// them.
func TestGameAndPlayersAreToldAtOnce(t *testing.T) {
	b := setUpDesktop(t)
	b.take(trace.Scan{Board: b.shown})
	b.wait(3e9)
	b.turn(rules.White, rules.E2, rules.E4)
	extra, err := trace.NewExtra(map[string]any{"white": map[string]any{"name": "Berg, Bo"}})
	if err != nil {
		t.Fatal(err)
	}
	first := b.s.History.State().Game
	stop, done := make(chan struct{}), make(chan struct{})
	seen := map[string][]string{} // the players published at its beginnings, by game
	go func() {
		defer close(done)
		for read := 0; ; {
			told, grown := b.s.History.From(read)
			read += len(told)
			for i, e := range told { // as a publisher reads them: of entries that arrive together the last one counts
				_, opens := e.What.(eventlog.Opened)
				if last := i == len(told)-1; !last && opens {
					if _, again := told[i+1].What.(eventlog.Opened); again {
						continue
					}
				}
				if o, opens := e.What.(eventlog.Opened); opens {
					seen[e.Game] = append(seen[e.Game], o.Pairing.White.Name)
				}
			}
			select {
			case <-grown:
			case <-stop:
				return
			}
		}
	}()
	for range 50 {
		b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter", Extra: extra})
		b.setUp(rules.StartPosition())
		b.turn(rules.White, rules.D2, rules.D4)
	}
	close(stop)
	<-done
	b.close()
	delete(seen, first)
	if len(seen) < 40 {
		t.Errorf("%d games", len(seen))
	}
	for game, names := range seen {
		if len(names) != 1 || names[0] != "Berg, Bo" {
			t.Errorf("%s was told of %q", game, names)
		}
	}
}

// The players of a game that waits for its pieces may be named, and named again. Each time they are
// published with a new number, and with the same numbers after a restart.
func TestPlayersSaidLater(t *testing.T) {
	b := setUpDesktop(t)
	b.shown = sensors.Scan{}
	for sq := range b.shown {
		b.shown[sq] = sensors.Empty
	}
	b.take(trace.Scan{Board: b.shown})
	type telling struct {
		game  string
		seq   uint64
		white string
	}
	opened := func() (list []telling) {
		told, _ := b.s.History.From(0)
		for i, e := range told {
			if o, is := e.What.(eventlog.Opened); is {
				list = append(list, telling{e.Game, e.Seq, o.Pairing.White.Name})
			}
			if i > 0 && e.Game == told[i-1].Game && e.Seq < told[i-1].Seq {
				t.Errorf("%d after %d", e.Seq, told[i-1].Seq)
			}
		}
		return list
	}
	say := func(name string) {
		t.Helper()
		extra, err := trace.NewExtra(map[string]any{"white": map[string]any{"name": name}})
		if err != nil {
			t.Fatal(err)
		}
		b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter", Extra: extra})
	}
	say("Berg, Bo") // at the moment of the first reading
	b.wait(3e9)
	say("Cruz, Che")
	b.wait(3e9)
	b.setUp(rules.StartPosition())
	b.turn(rules.White, rules.E2, rules.E4)
	was, last := opened(), b.s.History.Last()
	game := was[0].game
	if want := []telling{{game, 0, ""}, {game, 1, "Berg, Bo"}, {game, 2, "Cruz, Che"}}; !slices.Equal(was, want) {
		t.Errorf("told %v", was)
	}
	b.close()
	b.open()
	if now := opened(); !slices.Equal(now, was) {
		t.Errorf("after a restart %v is told", now)
	}
	told, _ := b.s.History.From(0)
	if !slices.ContainsFunc(told, func(e eventlog.Entry) bool { return e.Seq == last.Seq && e.At == last.At }) {
		t.Errorf("number %d of %v is told otherwise after a restart", last.Seq, last.At)
	}
	b.close()
}
