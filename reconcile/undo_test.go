package reconcile_test

import (
	"reflect"
	"regexp"
	"testing"
	"time"

	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors"
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

// TestUndoOutsideTheMoves: the undo of an action that concerned no move takes back what the action did, and
// nothing that has come since.
func TestUndoOutsideTheMoves(t *testing.T) {
	opened := func(control string) *table {
		b := sit(t, timed(control, rules.FIDE2018))
		b.do(start())
		return b
	}
	undo := trace.Command{Do: trace.DoUndo, By: "arbiter"}

	t.Run("who has moved since an arrival is there", func(t *testing.T) {
		for _, plies := range []int{0, 1, 2} {
			b := sit(t, timed("5400+30", rules.FIDE2018))
			b.do(arbiter(trace.DoNewGame, map[string]any{"default_ms": 60_000}))
			b.wait(3 * time.Second)
			b.do(start())
			b.do(arbiter(trace.DoPresent, map[string]any{"player": "white"}))
			for _, uci := range []string{"e2e4", "e7e5"}[:plies] {
				b.turn(uci)
			}
			b.do(undo)
			want := [2]bool{plies < 1, plies < 2}
			if _, missing := b.g.Absent(); missing != want {
				t.Errorf("%d half-moves: missing are %v, want %v", plies, missing, want)
			}
		}
	})
	t.Run("a period that the action set", func(t *testing.T) {
		b := opened("40/5400+30:1800+30")
		b.turn("e2e4")
		white, black := b.left()
		b.do(arbiter(trace.DoSetClock, map[string]any{"white_ms": 600_000, "white_period": 2, "black_ms": 700_000, "black_period": 2}))
		b.lift(rules.A7)
		b.wait(time.Second)
		b.do(undo)
		b.wantLeft(white.Seconds(), black.Seconds())
	})
	t.Run("an offer made at the moment of a press", func(t *testing.T) {
		b := opened("5400+30")
		b.turn("e2e4")
		b.move("e7e5")
		b.wait(500 * time.Millisecond)
		b.press(rules.Black)
		b.do(trace.Command{Do: trace.DoOfferDraw, By: "white"})
		b.wait(2 * time.Second)
		b.lift(rules.G1)
		b.wait(time.Second)
		b.do(undo)
		if s := b.g.State(); s.DrawOffer != nil && *s.DrawOffer == "open" {
			t.Error("the offer is still open")
		}
	})
}

// TestWaitingMoveAtACommand: a command publishes a move that waits to be published if it is about that move.
func TestWaitingMoveAtACommand(t *testing.T) {
	claim := func(what, by string) trace.Command { return trace.Command{Do: trace.DoClaim, What: what, By: by} }
	for _, row := range []struct {
		name  string
		moves []string
		c     trace.Command
		told  []string // at once
	}{
		{"time is claimed", []string{"e2e3"}, claim("time", "black"), nil},
		{"a touch is claimed", []string{"e2e3"}, claim("touched-piece", "black"), []string{"made e2e3"}},
		{"a touch is claimed by the mover", []string{"e2e3"}, claim("touched-piece", "white"), nil},
		{"a touch in the reply is claimed", []string{"d2d4", "d7d5"}, claim("touched-piece", "white"), []string{"made d2d4", "made d7d5"}},
		{"the move is entered", []string{"e2e4"}, trace.Command{Do: trace.DoCorrect, Ply: 1, UCI: "e2e4", By: "arbiter"}, []string{"made e2e4"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := sit(t, timed("300", rules.FIDE2018))
			b.do(start())
			for _, end := range []int{0, 2} { // in one scan each, so that no move is published before its reply
				for _, uci := range row.moves {
					sq, err := rules.ParseSquare(uci[end : end+2])
					if err != nil {
						t.Fatal(err)
					}
					b.shown[sq] = []sensors.State{sensors.Empty, 0, sensors.Occupied}[end]
				}
				b.take(trace.Scan{Board: b.shown})
				b.wait(500 * time.Millisecond)
			}
			b.do(row.c)
			var got []string
			for _, m := range b.told {
				if m["event"] == "made" || m["event"] == "amended" {
					got = append(got, m["event"].(string)+" "+m["uci"].(string))
				}
			}
			if !reflect.DeepEqual(got, row.told) {
				t.Errorf("told %q, want %q", got, row.told)
			}
		})
	}
}

// TestUndoLongAfter: an action after which very much has happened can still be undone, and moves made since stand. What
// the undo publishes depends on how much has happened, and not on whether somebody has written a note meanwhile.
func TestUndoLongAfter(t *testing.T) {
	for _, c := range []struct {
		changes int
		gap     time.Duration
		kept    bool // the touches since then
	}{
		{20, 200 * time.Millisecond, true},
		{600, 200 * time.Millisecond, false}, // each is a touch
		{2600, 5 * time.Millisecond, true},   // each is too short to be one
		{4000, 5 * time.Millisecond, false},
	} {
		var published [2]string
		for noted := range 2 {
			b := sit(t, timed("36000", rules.FIDE2018))
			b.do(start())
			b.turn("e2e4")
			b.do(trace.Command{Do: trace.DoOfferDraw, By: "white"})
			b.lift(rules.G8)
			b.wait(2 * time.Second)
			b.place(rules.G8)
			b.wait(time.Second)
			for range c.changes / 2 {
				b.lift(rules.H1)
				b.wait(c.gap)
				b.place(rules.H1)
				b.wait(c.gap)
			}
			b.wait(time.Second)
			if noted == 1 {
				b.do(trace.Command{Do: trace.DoNote, By: "arbiter", What: "a note"})
			}
			n := len(b.lines)
			b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
			for _, line := range b.lines[n:] {
				published[noted] += seqOf.ReplaceAllString(line, "")
			}
			if owes := b.g.State().Obligation != nil; owes != c.kept {
				t.Errorf("%d changes, noted %d: a touch since the action binds %v, want %v", c.changes, noted, owes, c.kept)
			}
			b.move("g8f6")
			b.wait(3 * time.Second)
			if got := b.line(); got != "e2e4 g8f6" {
				t.Errorf("%d changes: the line is %s", c.changes, got)
			}
		}
		if published[0] != published[1] {
			t.Errorf("%d changes: the undo publishes\n%s\nand after a note\n%s", c.changes, published[0], published[1])
		}
	}
}

var seqOf = regexp.MustCompile(`"seq":\d+`)
