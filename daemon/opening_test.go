package daemon_test

import (
	"slices"
	"testing"

	"touchmove/broadcast"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Who plays a new game is told together with the game: whoever looks at the history, at whatever
// moment, never finds its first number to mean a game of nobody.
func TestGameAndPlayersAreToldAtOnce(t *testing.T) {
	b := setUpDesktop(t)
	b.take(trace.Scan{Board: b.shown})
	b.wait(3e9)
	b.turn(rules.White, rules.E2, rules.E4)
	extra, err := trace.NewExtra(map[string]any{"white": map[string]any{"name": "Berg, Bo"}})
	if err != nil {
		t.Fatal(err)
	}
	first := b.s.History.Score().Game
	stop, done := make(chan struct{}), make(chan struct{})
	seen := map[string][]string{} // games, by how often there were other players at their beginning
	go func() {
		defer close(done)
		for read := 0; ; {
			told, grown := b.s.History.From(read)
			read += len(told)
			for i, e := range told { // as a publisher takes them: what came at once is one
				_, opens := e.What.(broadcast.Opened)
				if last := i == len(told)-1; !last && opens {
					if _, again := told[i+1].What.(broadcast.Opened); again {
						continue
					}
				}
				if o, opens := e.What.(broadcast.Opened); opens {
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

// Who plays may be said only after the board has begun to be read: then the game is told anew under a
// number of its own, as often as that is, and under the same ones after a restart.
func TestPlayersSaidLater(t *testing.T) {
	b := setUpDesktop(t)
	b.take(trace.Scan{Board: b.shown})
	opened := func() (names []string, numbers []uint64) {
		told, _ := b.s.History.From(0)
		for _, e := range told {
			if o, is := e.What.(broadcast.Opened); is {
				names, numbers = append(names, o.Pairing.White.Name), append(numbers, e.Seq)
			}
		}
		return names, numbers
	}
	for _, name := range []string{"Berg, Bo", "Cruz, Che"} {
		b.wait(3e9)
		extra, err := trace.NewExtra(map[string]any{"white": map[string]any{"name": name}})
		if err != nil {
			t.Fatal(err)
		}
		b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter", Extra: extra})
	}
	b.wait(3e9)
	b.turn(rules.White, rules.E2, rules.E4)
	names, numbers := opened()
	if want := []string{"", "Berg, Bo", "Cruz, Che"}; !slices.Equal(names, want) || !slices.IsSorted(numbers) || len(slices.Compact(slices.Clone(numbers))) != 3 {
		t.Errorf("told of %q under %d", names, numbers)
	}
	told, _ := b.s.History.From(0)
	for i, e := range told[1:] {
		if e.Seq < told[i].Seq {
			t.Errorf("%d after %d", e.Seq, told[i].Seq)
		}
	}
	last := b.s.History.Last()
	b.close()
	b.open()
	if again, now := opened(); !slices.Equal(again, names) || !slices.Equal(now, numbers) {
		t.Errorf("after a restart it is told of %q under %d", again, now)
	}
	if now := b.s.History.Last(); now.Seq != last.Seq || now.Game != last.Game {
		t.Errorf("%+v after a restart, %+v before", now, last)
	}
	b.close()
}
