package reconcile_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// further are commands of the kinds that arbiterCommands does not have.
var further = []trace.Command{
	{Do: trace.DoAdjust, By: "white"}, {Do: trace.DoPromote, Piece: "queen"}, {Do: trace.DoSay, By: "white", What: "castle"}, {Do: trace.DoTouch, By: "white", Square: "e2"},
	{Do: trace.DoAttribute, Square: "e2", To: "black"}, {Do: trace.DoAnnounce, UCI: "e2e4"}, {Do: trace.DoSecondBoard, Ply: 1}, {Do: trace.DoDeclineDraw, By: "white"}, {Do: trace.DoDeclineDraw, By: "black"},
	{Do: trace.DoClaim, By: "white", What: trace.ClaimTouchedPiece}, {Do: trace.DoPress, By: "white"}, {Do: trace.DoPress, By: "black"}, {Do: trace.DoAcknowledge, What: "flag"}, {Do: trace.DoAnswer, What: "a"}, {Do: trace.DoAnswer, What: "b"},
	{Do: trace.DoSign, By: "white", Result: "1-0"}, {Do: trace.DoSign, By: "black", Result: "1-0"}, {Do: trace.DoPenalty, By: "arbiter", Extra: `{"kind":"extra-time","ms":90000,"player":"white"}`},
	{Do: trace.DoPenalty, By: "arbiter", Extra: `{"kind":"take","ms":900000,"player":"white"}`}, {Do: trace.DoPenalty, By: "arbiter", Extra: `{"kind":"both-lose"}`},
	{Do: trace.DoDrawRule, By: "arbiter", What: "gap", Extra: `{"player":"white"}`}, {Do: trace.DoAdjourn, By: "arbiter", Extra: `{"ms":1000}`},
}

// plain returns a command with the keys that it needs, in this case of the command.
func plain(t *testing.T, kind trace.CommandKind, is trace.Case) (c trace.Command) {
	t.Helper()
	values := map[trace.KeyType]any{trace.Text: "x", trace.Count: 1, trace.Time: 1000, trace.Truth: true, trace.Square: "e4", trace.UCI: "e2e4", trace.Person: map[string]any{"name": "X"}}
	keys := map[string]any{"do": kind.Name}
	for _, key := range kind.AllKeys() {
		switch {
		case len(is.Words) > 0 && slices.Contains(key.Words, is.Words[0]):
			keys[key.Name] = is.Words[0]
		case key.Needed && key.Type == trace.Word:
			keys[key.Name] = key.Words[0]
		case key.Needed:
			keys[key.Name] = values[key.Type]
		}
	}
	text, err := json.Marshal(keys)
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		t.Fatalf("%s: %v", kind.Name, err)
	}
	return c
}

// TestTimeBalancesWhateverIsDone checks that no time is created or lost, whatever players, arbiters
// and clocks do, in every edition and rate of play and with every kind of time control. For each
// player, the time given is the time left plus the time used; the time used by both, plus the time
// in which no clock ran, is all the time since the start, to the microsecond, over hours. It uses
// every row of the table of commands.
func TestTimeBalancesWhateverIsDone(t *testing.T) {
	all := append(append([]trace.Command{}, arbiterCommands...), further...)
	for _, kind := range trace.Commands() {
		for _, is := range kind.Cases {
			if !slices.ContainsFunc(all, func(c trace.Command) bool {
				of, one, ok := c.Case()
				return ok && of.Name == kind.Name && slices.Equal(is.Words, one.Words)
			}) {
				all = append(all, plain(t, kind, is))
			}
		}
	}
	controls := []string{"300", "20+2", "2/10:5+1", "40/5400+30:1800+30", "30 sec + 3 sec delay", "30 sec + 3 sec bronstein", "*30"}
	taken := map[string]int{}
	began := 0
	for seed := range uint64(120) {
		r := seed*2862933555777941757 + 3037000493
		next := func(n int) int {
			r ^= r << 13
			r ^= r >> 7
			r ^= r << 17
			return int(r>>11) % n
		}
		h := timed(controls[seed%uint64(len(controls))], rules.AllLaws()[next(len(rules.AllLaws()))])
		h.Mode, h.Unsupervised, h.Tactile = trace.Mode(next(3)), next(3) == 0, next(8) == 0
		if next(4) == 0 {
			h.BlackControl = controls[next(len(controls))]
		}
		g := newGame(t, h)
		scan := board(rules.StartPosition())
		at := time.Duration(0)
		take := func(w trace.What) {
			if _, err := g.Step(trace.Record{At: at, What: w}); err != nil {
				if _, asked := w.(trace.Command); !asked {
					t.Fatalf("seed %d: %v", seed, err)
				}
			} else if c, ok := w.(trace.Command); ok {
				taken[c.Do]++
			}
			c, ok := g.Clock()
			if !ok {
				return
			}
			var run time.Duration
			for _, by := range []rules.Color{rules.White, rules.Black} {
				a := c.Account(by)
				run += a.Run
				if in, out := a.Start+a.Bonuses+a.Periods+a.Adjusted-a.Forfeited, a.Main+a.Run; in != out {
					t.Fatalf("seed %d at %v, after %+v: %v got %v and has %v: %+v", seed, at, w, by, in, out, a)
				}
			}
			if start, ok := c.Began(); ok {
				began++
				if run+c.Stood() != c.At()-start {
					t.Fatalf("seed %d at %v, after %+v: %v ran and %v stood of %v", seed, at, w, run, c.Stood(), c.At()-start)
				}
			}
		}
		take(trace.Scan{Board: scan})
		at += 3 * time.Second
		take(trace.Scan{Board: scan})
		take(trace.Command{Do: trace.DoStartClocks, By: "arbiter"})
		for range 90 {
			at += time.Duration(next(next(4)*9_000_000+11)) * time.Microsecond
			if next(60) == 0 {
				at += time.Duration(next(5)) * time.Hour
			}
			switch n := next(10); {
			case n < 3:
				sq := rules.Square(next(64))
				is := sensors.Empty
				if scan[sq] == sensors.Empty {
					is = sensors.Occupied
				}
				scan[sq] = is
				take(trace.Change{Square: sq, Is: is})
			case n < 5:
				take(trace.Press{By: rules.Color(next(2))})
			case n < 6:
				scan = board(g.Position())
				take(trace.Scan{Board: scan})
			default:
				take(all[next(len(all))])
			}
		}
	}
	if began < 5000 {
		t.Errorf("clocks that had begun were looked at %d times only", began)
	}
	if len(all) > len(arbiterCommands)+len(further)+5 {
		t.Error("many commands are given here in their plainest form alone: add them to further")
	}
	for _, kind := range trace.Commands() {
		if taken[kind.Name] == 0 && kind.Name != trace.DoPromote && kind.Name != trace.DoAnnounce && kind.Name != trace.DoAnswer && kind.Name != trace.DoSecondBoard && kind.Name != trace.DoResumeAdjourned {
			t.Errorf("%s was never carried out", kind.Name)
		}
	}
}
