package lighting_test

import (
	"testing"
	"time"

	"touchmove/eventlog"
	"touchmove/eventlog/lighting"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/lights"
	"touchmove/sensors/trace"
)

// table is a board whose records the test makes one by one.
type table struct {
	t     *testing.T
	log   *eventlog.Board
	l     *lighting.Lighting
	taken int
	at    time.Duration
	shown sensors.Scan
	heard []lights.Sound
	last  lights.Frame
}

func newTable(t *testing.T, s lighting.Settings, timed bool) *table {
	t.Helper()
	h := trace.Header{
		Board: "hall-7", Sensing: sensors.Occupancy, Start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Laws: rules.FIDE2023, ScanHz: 100, ClaimsDecided: true,
	}
	if timed {
		h.Clock, h.TimeControl = trace.ClockButtons, "5400+30"
	}
	b, err := eventlog.New(h, journal)
	if err != nil {
		t.Fatal(err)
	}
	return &table{t: t, log: b, l: lighting.New(s)}
}

func (b *table) take(what trace.What) {
	b.t.Helper()
	b.at += 10 * time.Millisecond
	if _, err := b.log.Step(trace.Record{At: b.at, What: what}); err != nil {
		b.t.Fatal(err)
	}
	entries := b.log.Entries()
	for _, e := range entries[b.taken:] {
		b.l.Apply(e)
	}
	b.taken = len(entries)
	scan, known := b.log.Reading()
	b.last = b.l.Frame(scan, known)
	if b.last.Sound != lights.Silence {
		b.heard = append(b.heard, b.last.Sound)
	}
}

// show makes the board show these squares occupied, for a while.
func (b *table) show(squares rules.Squares) {
	b.t.Helper()
	for sq := range b.shown {
		if b.shown[sq] = sensors.Empty; squares.Has(rules.Square(sq)) {
			b.shown[sq] = sensors.Occupied
		}
	}
	b.take(trace.Scan{Board: b.shown})
	b.wait(5 * time.Second)
}

func (b *table) wait(d time.Duration) {
	b.t.Helper()
	for end := b.at + d; b.at < end; b.at += 490 * time.Millisecond {
		b.take(trace.Scan{Board: b.shown})
	}
}

func (b *table) want(frame string) {
	b.t.Helper()
	shown := b.last
	shown.Sound = lights.Silence
	if got := shown.String(); got != frame {
		b.t.Errorf("shown: %s\nwant:  %s", got, frame)
	}
}

var start = rules.RankSquares(0) | rules.RankSquares(1) | rules.RankSquares(6) | rules.RankSquares(7)

func without(s rules.Squares, gone ...rules.Square) rules.Squares {
	return s &^ rules.SquaresOf(gone...)
}

// Pieces are set up: squares of missing pieces are lit, wrong pieces are lit small, an empty
// board is dark, and a sound marks the end.
func TestSettingUp(t *testing.T) {
	b := newTable(t, lighting.Settings{}, false)
	b.show(0)
	b.want("dark")
	b.show(without(start, rules.B1, rules.E2, rules.D8, rules.G8).With(rules.E4))
	b.want("b1 white large, e2 white large, e4 white, d8 white large, g8 white large")
	b.show(without(start, rules.B1, rules.D8, rules.G8).With(rules.E4))
	b.want("b1 white large, e4 white, d8 white large, g8 white large")
	b.show(start)
	b.want("dark")
	if len(b.heard) != 1 || b.heard[0] != lights.Done {
		t.Errorf("heard %v, want done once", b.heard)
	}
	// Another game, played while the program was not running.
	b = newTable(t, lighting.Settings{}, false)
	b.show(without(start, rules.E2, rules.G1, rules.D7).With(rules.E4).With(rules.F3).With(rules.D5))
	b.want("dark")
}

// A move, or a piece that is knocked over, lights nothing until an arbiter stops the clocks
// and has the position set up again. Training needs no arbiter.
func TestPuttingRight(t *testing.T) {
	for _, timed := range []bool{true, false} {
		b := newTable(t, lighting.Settings{}, timed)
		b.show(start)
		if timed {
			b.take(trace.Command{ID: "1", Do: trace.DoStartClocks, By: "arbiter"})
		}
		moved := without(start, rules.E2).With(rules.E4)
		b.show(without(start, rules.E2))
		b.show(moved)
		if timed {
			b.take(trace.Press{By: rules.White})
		}
		if n := len(b.log.Game().Playing().Moves); n != 1 {
			t.Fatalf("%d moves were made", n)
		}
		b.show(without(moved, rules.G8, rules.B8, rules.D7).With(rules.A6).With(rules.H5).With(rules.C6))
		b.want("dark")
		if timed {
			b.take(trace.Command{ID: "2", Do: trace.DoStopClocks, By: "arbiter"})
			b.want("dark")
		}
		b.take(trace.Command{ID: "3", Do: trace.DoRestore, By: "arbiter", Ply: 1})
		b.want("h5 white, g8 white large")
		if timed {
			b.take(trace.Command{ID: "4", Do: trace.DoStartClocks, By: "arbiter"})
			b.want("dark")
			b.take(trace.Command{ID: "5", Do: trace.DoStopClocks, By: "arbiter"})
		}
		b.show(without(moved, rules.B8, rules.D7).With(rules.A6).With(rules.C6))
		b.want("a6 white, b8 white large")
		b.show(without(moved, rules.D7).With(rules.C6))
		b.want("c6 white, d7 white large")
		b.show(moved)
		b.want("dark")
		b.show(without(moved, rules.G8, rules.B8, rules.D7).With(rules.A6).With(rules.H5).With(rules.C6))
		b.want("dark") // nobody has asked for it
		if len(b.heard) > 1 {
			t.Errorf("heard %v during a game", b.heard)
		}
	}
	b := newTable(t, lighting.Settings{Training: true, Sounds: true}, false)
	b.show(start)
	b.show(without(start, rules.G8, rules.B8, rules.D7).With(rules.A6).With(rules.H5).With(rules.C5))
	b.want("c5 white, d7 white large")
	b.show(start)
	b.want("dark")
	if len(b.heard) == 0 || b.heard[len(b.heard)-1] != lights.Done {
		t.Errorf("heard %v", b.heard)
	}
}

// An adjourned game is set up again: White's pieces first, then Black's. While the pieces are
// put away nothing is lit.
func TestAdjourned(t *testing.T) {
	b := newTable(t, lighting.Settings{}, true)
	b.show(start)
	b.take(trace.Command{ID: "1", Do: trace.DoStartClocks, By: "arbiter"})
	moved := without(start, rules.E2).With(rules.E4)
	b.show(without(start, rules.E2))
	b.show(moved)
	b.take(trace.Press{By: rules.White})
	b.wait(3 * time.Second)
	b.take(trace.Command{ID: "2", Do: trace.DoAdjourn, By: "arbiter"})
	sealed, err := trace.NewExtra(map[string]any{"text": "e5"})
	if err != nil {
		t.Fatal(err)
	}
	b.take(trace.Command{ID: "3", Do: trace.DoSeal, By: "black", Extra: sealed})
	b.want("dark")
	b.show(without(moved, rules.A1, rules.B1))
	b.want("dark")
	b.show(0)
	b.want("dark")
	white := moved & (rules.RankSquares(0) | rules.RankSquares(1) | rules.RankSquares(3))
	b.show(without(white, rules.A1, rules.E4))
	b.want("a1 white large, e4 white large")
	b.show(white)
	if b.last.Lit() != rules.RankSquares(6)|rules.RankSquares(7) {
		t.Errorf("after White's pieces %v are lit", b.last.Lit())
	}
	b.show(moved)
	b.want("dark")
}

// A chip stops answering during a game: the lamp at the edge calls, the squares stay dark.
func TestFault(t *testing.T) {
	b := newTable(t, lighting.Settings{Sounds: true}, false)
	b.show(start)
	b.show(without(start, rules.E2))
	b.show(without(start, rules.E2).With(rules.E4))
	for sq := range 16 {
		b.shown[sq] = sensors.Unknown
	}
	b.wait(5 * time.Second)
	b.want("edge amber large")
	if n := len(b.heard); n == 0 || b.heard[n-1] != lights.Call {
		t.Errorf("heard %v", b.heard)
	}
}
