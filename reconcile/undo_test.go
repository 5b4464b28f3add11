package reconcile_test

import (
	"reflect"
	"testing"

	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TestUndoRestoresWhateverStood checks that in any state of a game, an undo right after an action
// restores the state before it: the line, the position, the result, counts, duties, claims and
// times.
func TestUndoRestoresWhateverStood(t *testing.T) {
	tried := map[string]int{}
	for seed := range uint64(36) {
		r := seed*2862933555777941757 + 6364136223846793005
		var data []byte
		for range 40 {
			r ^= r << 13
			r ^= r >> 7
			r ^= r << 17
			data = append(data, byte(r), byte(r>>8), byte(r>>16), byte(r>>24))
		}
		h := timed([]string{"300+2", "2/60:50+1", "60 sec + 3 sec delay", "60 sec + 3 sec bronstein", ""}[seed%5], rules.AllLaws()[seed%8])
		h.Mode, h.Unsupervised = trace.Mode(seed%3), seed&8 != 0
		records := arbitrated(data)
		n := 5 + int(r>>40)%(len(records)-6)
		for i, c := range arbiterCommands {
			if (i+int(seed))%3 != 0 || c.Do == trace.DoUndo {
				continue
			}
			g := newGame(t, h)
			for _, r := range records[:n] {
				if _, err := g.Step(r); err != nil {
					continue
				}
			}
			at := records[n-1].At + 1
			if _, err := g.Step(trace.Record{At: at, What: trace.Press{By: rules.Black}}); err != nil {
				t.Fatal(err)
			}
			at += 300_000_000
			if _, err := g.Step(trace.Record{At: at, What: trace.Press{By: rules.White}}); err != nil {
				t.Fatal(err)
			}
			at += 2_000_000_000
			if _, err := g.Step(trace.Record{At: at, What: trace.Press{By: rules.Black}}); err != nil {
				t.Fatal(err)
			}
			at++
			line, before, state, games := uci(g), g.Situation(), g.State(), len(g.Games())
			rests := len(g.Guide()) == 0
			if !g.Playing().Begun {
				continue // the Laws are still at the end of the game before it
			}
			if _, err := g.Step(trace.Record{At: at, What: c}); err != nil {
				continue // refused
			}
			if len(g.Games()) != games && c.Do != trace.DoNewGame {
				continue
			}
			if _, err := g.Step(trace.Record{At: at, What: trace.Command{Do: trace.DoUndo, By: "arbiter"}}); err != nil {
				continue // a note, an arrival: nothing to undo
			}
			a := g.Actions()
			if a[len(a)-1].Undoes != len(a)-1 || a[len(a)-2].Command != c {
				continue // it undid an earlier action
			}
			tried[c.Do]++
			before = a[len(a)-2].Before // the clock at the time of the command
			after, now := g.Situation(), g.State()
			if (before.Times.Phase == chessclock.Running || c.Do == trace.DoStartClocks) && after.Times.Phase == chessclock.Paused || before.Times.Phase == chessclock.Flagged {
				after.Times.Phase = before.Times.Phase
			}
			now.Events = state.Events // remarks stay in the log
			if got := uci(g); !reflect.DeepEqual(got, line) {
				t.Fatalf("seed %d, %s %s: the line is %v, it was %v", seed, c.Do, c.What, got, line)
			}
			if before.Timed && after != before {
				t.Fatalf("seed %d, %s %s %s:\nnow %+v\nwas %+v", seed, c.Do, c.What, c.Extra, after, before)
			}
			// A move in progress is read again from the board when play goes on.
			if rests && !reflect.DeepEqual(now, state) {
				t.Fatalf("seed %d, %s %s: the Laws\nnow %+v\nwas %+v", seed, c.Do, c.What, now, state)
			}
		}
	}
	for _, do := range []string{trace.DoSetClock, trace.DoPenalty, trace.DoResult, trace.DoTakeBack, trace.DoCorrect, trace.DoRestore, trace.DoResign, trace.DoStopClocks, trace.DoSetPosition, trace.DoOfferDraw, trace.DoClaim, trace.DoNewGame} {
		if tried[do] < 1 {
			t.Errorf("%s was undone %d times only", do, tried[do])
		}
	}
}

func uci(g *reconcile.Game) (line []string) {
	for _, m := range g.Playing().Moves {
		line = append(line, m.UCI)
	}
	return line
}
