package reconcile_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// table is a board with simulated hands and a clock. Times are those of the records.
type table struct {
	t     testing.TB
	g     *reconcile.Game
	at    time.Duration
	shown sensors.Scan
	told  []map[string]any
	lines []string
}

func sit(t testing.TB, h trace.Header) *table {
	t.Helper()
	b := &table{t: t, g: newGame(t, h)}
	setup, err := rules.ParseFEN(h.Start)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.NewPosition(setup, h.Variant)
	if err != nil {
		t.Fatal(err)
	}
	b.shown = board(p)
	b.take(trace.Scan{Board: b.shown})
	b.wait(2 * time.Second)
	return b
}

func timed(control string, laws rules.Laws) trace.Header {
	h := trace.DefaultHeader()
	h.Clock, h.TimeControl, h.Laws = trace.ClockButtons, control, laws
	return h
}

func (b *table) take(w trace.What) {
	b.t.Helper()
	for _, e := range step(b.t, b.g, trace.Record{At: b.at, What: w}) {
		line := string(e.AppendJSON(nil))
		b.lines = append(b.lines, line)
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			b.t.Fatal(err)
		}
		b.told = append(b.told, m)
	}
}

// wait lets time pass with scans that show nothing new.
func (b *table) wait(d time.Duration) {
	b.t.Helper()
	for end := b.at + d; b.at < end; {
		b.at = min(b.at+50*time.Millisecond, end)
		b.take(trace.Scan{Board: b.shown})
	}
}

// until waits for a moment, in seconds.
func (b *table) until(s float64) {
	b.t.Helper()
	b.wait(micros(s) - b.at)
}

// micros converts seconds to a duration, to the microsecond.
func micros(s float64) time.Duration { return time.Duration(math.Round(s*1e6)) * time.Microsecond }

func (b *table) lift(sq rules.Square) {
	b.t.Helper()
	b.shown[sq] = sensors.Empty
	b.take(trace.Change{Square: sq, Is: sensors.Empty})
}

func (b *table) place(sq rules.Square) {
	b.t.Helper()
	b.shown[sq] = sensors.Occupied
	b.take(trace.Change{Square: sq, Is: sensors.Occupied})
}

// move makes a move on the board and releases the piece now; a captured piece is taken off first.
func (b *table) move(uci string) {
	b.t.Helper()
	from, err := rules.ParseSquare(uci[:2])
	if err != nil {
		b.t.Fatal(err)
	}
	to, err := rules.ParseSquare(uci[2:4])
	if err != nil {
		b.t.Fatal(err)
	}
	if b.shown[to] == sensors.Occupied {
		b.lift(to)
	}
	b.lift(from)
	b.wait(400 * time.Millisecond)
	b.place(to)
}

func (b *table) press(c rules.Color) { b.t.Helper(); b.take(trace.Press{By: c}) }

func (b *table) do(c trace.Command) { b.t.Helper(); b.take(c) }

// turn makes a move, presses half a second later and waits a second.
func (b *table) turn(uci string) {
	b.t.Helper()
	by := b.g.Position().Turn()
	b.move(uci)
	b.wait(500 * time.Millisecond)
	b.press(by)
	b.wait(time.Second)
}

// changes lists what the clock has reported, as in "2.4 pressed white".
func (b *table) changes() (list []string) {
	for _, m := range b.told {
		if m["event"] == "clock" {
			list = append(list, fmt.Sprintf("%g %s %s", m["at_us"].(float64)/1e6, m["change"], m["by"]))
		}
	}
	return list
}

func (b *table) count(change string) (n int) {
	for _, c := range b.changes() {
		if strings.Contains(c, " "+change+" ") {
			n++
		}
	}
	return n
}

// results lists the published results, as in "1-0 flag_fall proposed".
func (b *table) results() (list []string) {
	for _, m := range b.told {
		if m["event"] == "result" {
			s := fmt.Sprint(m["result"], " ", m["reason"])
			if m["proposed"] == true {
				s += " proposed"
			}
			if p, ok := m["proof"].(map[string]any); ok {
				s += fmt.Sprint(" ", p["by"], " ", p["answer"])
			}
			list = append(list, s)
		}
	}
	return list
}

func (b *table) left() (white, black time.Duration) {
	b.t.Helper()
	c, ok := b.g.Clock()
	if !ok {
		b.t.Fatal("no clock")
	}
	return c.Left(rules.White), c.Left(rules.Black)
}

func (b *table) wantLeft(white, black float64) {
	b.t.Helper()
	w, bl := b.left()
	if w != micros(white) || bl != micros(black) {
		b.t.Errorf("at %v the clock shows %v and %v, want %gs and %gs", b.at, w, bl, white, black)
	}
}

func arbiter(do string, extra map[string]any) trace.Command {
	e, err := trace.NewExtra(extra)
	if err != nil {
		panic(err)
	}
	return trace.Command{Do: do, By: "arbiter", Extra: e}
}

func start() trace.Command { return arbiter(trace.DoStartClocks, nil) }

// TestClockOfAGame checks that the clock runs by the presses of the records, and that each move
// with a press brings its increment (F-6.2a, F-6.5, F-6.7a).
func TestClockOfAGame(t *testing.T) {
	b := sit(t, timed("180+2", rules.FIDE2009))
	b.do(start()) // at 2 s
	b.until(4)
	b.turn("e2e4") // released at 4.4, pressed at 4.9
	b.until(10)
	b.turn("e7e5") // pressed at 10.9
	b.until(12)
	b.wantLeft(182-2.9+2-1.1, 182-6+2)
	if n := b.count("completed"); n != 2 {
		t.Errorf("%d moves completed: %v", n, b.changes())
	}
	c, _ := b.g.Clock()
	if c.Moves(rules.White) != 1 || c.Moves(rules.Black) != 1 {
		t.Errorf("%d and %d moves", c.Moves(rules.White), c.Moves(rules.Black))
	}
	if got := b.changes()[0]; got != "2 started white" {
		t.Errorf("first told: %s", got)
	}
}

// TestPressesWithoutAMove checks that a press without a move, with the piece in the hand or by the
// other side is an event, brings no increment and loses nothing (F-6.7a).
func TestPressesWithoutAMove(t *testing.T) {
	b := sit(t, timed("180+2", rules.FIDE2009))
	b.do(start())
	b.until(5)
	b.press(rules.Black) // Black's clock is not running
	b.until(6)
	b.lift(rules.E2)
	b.wait(300 * time.Millisecond)
	b.place(rules.E2)
	b.until(8)
	b.press(rules.White) // nothing was moved
	b.until(10)
	b.press(rules.Black) // gives the time back
	b.until(12)
	b.wantLeft(182-6-2, 182-2) // without a bonus, too
	if b.count("press_by_other") != 1 || b.count("uncompleted") != 2 {
		t.Errorf("told %v", b.changes())
	}
	b.move("d2d4")
	b.wait(500 * time.Millisecond)
	b.press(rules.White)
	b.wait(2 * time.Second)
	if got := b.g.Games()[0].Moves; len(got) != 1 || b.count("flag") != 0 {
		t.Errorf("the game does not go on: %d moves", len(got))
	}
	if c, _ := b.g.Clock(); c.Moves(rules.White) != 1 || c.Moves(rules.Black) != 0 {
		t.Errorf("White has completed %d moves and Black %d", c.Moves(rules.White), c.Moves(rules.Black))
	}
}

// TestFlagFall checks that a fallen flag is reported at its moment, with its consequence and the
// proof (F-6.3, F-6.8, F-6.9).
func TestFlagFall(t *testing.T) {
	b := sit(t, timed("10", rules.FIDE2009))
	b.do(start())
	b.until(20)
	if got := b.changes(); !slices.Contains(got, "12.000001 flag white") {
		t.Errorf("told %v", got)
	}
	if got := b.results(); len(got) != 1 || got[0] != "0-1 flag_fall proposed black can" {
		t.Errorf("results %v", got)
	}

	h := timed("10", rules.FIDE2009)
	h.Start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" // Black has a bare king
	b = sit(t, h)
	b.do(start())
	b.until(20)
	if got := b.results(); len(got) != 1 || got[0] != "1/2-1/2 flag_fall proposed black cannot" {
		t.Errorf("results %v", got)
	}
}

const fool = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"

// TestMateAndFlagByOrderOfTime: mate on the board before the flag ends the game even if it becomes
// known only after the flag; mate after the flag does not (F-6.9).
func TestMateAndFlagByOrderOfTime(t *testing.T) {
	for _, c := range []struct {
		name   string
		at     float64 // when the queen is released; the flag falls at 12 s
		laws   rules.Laws
		result string
		left   float64
	}{
		{"long before", 8, rules.FIDE2009, "0-1 checkmate", 4},
		{"just before", 11.95, rules.FIDE2009, "0-1 checkmate", 0.05},
		{"at the same moment", 12, rules.FIDE2009, "0-1 checkmate", 0},
		{"after it", 12.4, rules.FIDE2009, "1-0 flag_fall proposed white can", 0},
		{"after it", 12.4, rules.FIDE2023, "1-0 flag_fall proposed white can", 0},
	} {
		t.Run(fmt.Sprint(c.name, c.laws), func(t *testing.T) {
			h := timed("10", c.laws)
			h.Start = fool
			b := sit(t, h)
			b.do(start())
			b.until(c.at - 0.4)
			b.move("d8h4")
			b.until(20)
			got := b.results()
			if len(got) == 0 || got[len(got)-1] != c.result {
				t.Errorf("results %v, want %s", got, c.result)
			}
			_, black := b.left()
			if want := micros(c.left); black != want {
				t.Errorf("Black's clock shows %v, want %v", black, want)
			}
		})
	}
}

// TestLatePress: the opponent may move before the press, and a late press is valid for the player
// whose clock runs (2018: 6.2.2).
func TestLatePress(t *testing.T) {
	b := sit(t, timed("180+2", rules.FIDE2023))
	b.do(start())
	b.until(4)
	b.move("e2e4")
	b.until(6)
	b.move("e7e5")
	b.until(9)
	b.press(rules.White)
	b.until(11)
	b.press(rules.Black)
	b.until(13)
	b.wantLeft(182-7+2-2, 182-2+2)
	if b.count("completed") != 2 {
		t.Errorf("told %v", b.changes())
	}
}

// TestOvertakenPress: from 2014 a move without a press is completed by its player's next one, and
// counts for the control (F-6.7a).
func TestOvertakenPress(t *testing.T) {
	for _, c := range []struct {
		laws rules.Laws
		want int
	}{{rules.FIDE2009, 1}, {rules.FIDE2014, 2}, {rules.FIDE2023, 2}} {
		b := sit(t, timed("180", c.laws))
		b.do(start())
		for i, uci := range []string{"e2e4", "e7e5", "g1f3"} {
			b.until(float64(4 + 3*i))
			b.move(uci)
		}
		b.until(14)
		b.press(rules.White)
		b.until(16)
		if clock, _ := b.g.Clock(); clock.Moves(rules.White) != c.want {
			t.Errorf("%v: %d moves completed, want %d", c.laws, clock.Moves(rules.White), c.want)
		}
	}
}

// TestArbiterAtTheClock: the arbiter stops, sets and starts the clocks; a player may only stop them
// (F-6.10, F-6.12).
func TestArbiterAtTheClock(t *testing.T) {
	b := sit(t, timed("40/7200:3600", rules.FIDE2018))
	b.do(start())
	b.until(10)
	b.do(trace.Command{Do: trace.DoStopClocks, By: "black", Why: "no queen at hand"})
	b.until(70)
	b.wantLeft(7192, 7200)
	if _, err := b.g.Step(trace.Record{At: b.at, What: trace.Command{Do: trace.DoStartClocks, By: "black"}}); err == nil {
		t.Error("a player started the clocks again")
	}
	b.do(arbiter(trace.DoSetClock, map[string]any{"white_ms": 100_000, "black_ms": 200_000, "white_moves": 39, "black_moves": 38, "runs": "black"}))
	b.wantLeft(100, 200)
	b.do(start())
	b.until(80)
	b.wantLeft(100, 190)
	if c, _ := b.g.Clock(); c.Moves(rules.White) != 39 || c.Moves(rules.Black) != 38 || c.Needed(rules.White) != 40 {
		t.Errorf("moves %d and %d", c.Moves(rules.White), c.Moves(rules.Black))
	}
	for _, bad := range []map[string]any{
		{}, {"white_ms": -1}, {"white_ms": "much"}, {"runs": "nobody"}, {"time_control": "soon"}, {"white_moves": 99999},
	} {
		if _, err := b.g.Step(trace.Record{At: b.at, What: arbiter(trace.DoSetClock, bad)}); err == nil {
			t.Errorf("set-clock %v is taken", bad)
		}
	}
	b.wantLeft(100, 190)
}

// TestExternalClock: the game follows a clock that another device keeps.
func TestExternalClock(t *testing.T) {
	h := trace.DefaultHeader()
	b := sit(t, h)
	read := func(white, black int, runs, flag string) {
		b.do(arbiter(trace.DoClockReading, map[string]any{"white_ms": white, "black_ms": black, "runs": runs, "flag": flag}))
	}
	if _, known := b.g.Clock(); known {
		t.Fatal("there is a clock before anything is known of one")
	}
	read(300_000, 300_000, "white", "none")
	b.until(7)
	b.wantLeft(295, 300)
	read(290_000, 300_000, "white", "none")
	if b.count("disagrees") != 1 {
		t.Errorf("told %v", b.changes())
	}
	b.until(400)
	if b.count("flag") != 0 {
		t.Error("a flag fell without a reading of it")
	}
	read(0, 300_000, "none", "white")
	b.until(401)
	if got := b.results(); len(got) != 1 || got[0] != "0-1 flag_fall proposed black can" {
		t.Errorf("results %v", got)
	}
	read(0, 0, "none", "both")
}

// TestClockChangesNoMove checks that every recorded game comes out the same with a clock as
// without: a clock never changes what is read from the board. Its account balances after every
// event, and a replay is the same.
func TestClockChangesNoMove(t *testing.T) {
	for _, name := range []string{"blitz-05", "arbiter-05"} {
		h, records := sample(t, "testdata/traces/"+name+".jsonl.gz")
		bare, _ := play(t, h, records)
		h.TimeControl = "180+2"
		g := newGame(t, h)
		clocked := 0
		for _, r := range records {
			events, err := g.Step(r)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				if _, ok := e.What.(reconcile.ClockChanged); ok {
					clocked++
				}
			}
			if c, ok := g.Clock(); ok && len(events) > 0 {
				balanced(t, c)
			}
		}
		if clocked == 0 {
			t.Errorf("%s: the clock has told nothing", name)
		}
		for i, played := range bare.Games() {
			if !slices.EqualFunc(played.Moves, g.Games()[i].Moves, func(a, b reconcile.PlayedMove) bool {
				return a.UCI == b.UCI && a.Published == b.Published && a.Released == b.Released
			}) {
				t.Errorf("%s: game %d is another one", name, i+1)
			}
		}
	}
}

func balanced(t *testing.T, c chessclock.Clock) {
	t.Helper()
	for _, by := range []rules.Color{rules.White, rules.Black} {
		a := c.Account(by)
		if a.Start+a.Bonuses+a.Periods+a.Adjusted-a.Forfeited != a.Main+a.Run {
			t.Fatalf("%v: %+v does not balance", by, a)
		}
	}
}

// TestForgottenPress: a move without a press has no time of its own. The press of the reply, while
// the other clock runs, completes the reply without giving it any time, and the counters are right.
func TestForgottenPress(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2009))
	b.do(start())
	b.turn("e2e4")
	b.turn("e7e5")
	b.move("g1f3") // without a press
	b.wait(2 * time.Second)
	b.move("b8c6")
	b.wait(time.Second)
	b.press(rules.Black) // White's clock runs
	b.wait(time.Second)
	b.turn("f1b5")
	b.turn("a7a6")
	b.wait(2 * time.Second)
	c, _ := b.g.Clock()
	if c.Moves(rules.White) != 2 || c.Moves(rules.Black) != 3 {
		t.Errorf("completed %d and %d", c.Moves(rules.White), c.Moves(rules.Black))
	}
	var timed []bool
	for _, m := range b.g.Games()[0].Moves {
		timed = append(timed, m.Timed)
	}
	if want := []bool{true, true, false, true, true, true}; !slices.Equal(timed, want) {
		t.Errorf("moves with a time: %v, want %v", timed, want)
	}
	balanced(t, c)
}

// An hourglass gives each player the time that the other one uses. It counts right, and comes to an
// end, at the latest time that a trace may have; sensors/trace refuses later ones.
func TestHourglassForAHundredYears(t *testing.T) {
	const year = 365 * 24 * time.Hour
	records := []trace.Record{
		{What: trace.Scan{Board: board(rules.StartPosition())}},
		{At: 3 * time.Second, What: trace.Command{Do: trace.DoStartClocks, By: "arbiter", Extra: `{"runs":"white"}`}},
		{At: 4 * time.Second, What: trace.Press{By: rules.White}},
		{At: 50 * year, What: trace.Press{By: rules.Black}},
		{At: 99 * year, What: trace.Press{By: rules.White}},
		{At: 100*year - time.Second, What: trace.Press{By: rules.Black}},
		{At: 100 * year, What: trace.End{}},
	}
	h := timed("*30", rules.FIDE2023)
	g, err := reconcile.NewGame(h)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		events, err := g.Step(r)
		if err != nil {
			t.Errorf("%v: %v", r.At, err)
		}
		for _, e := range events {
			if c, is := e.What.(reconcile.ClockChanged); is && (c.Left[rules.White] < 0 || c.Left[rules.Black] < 0) {
				t.Errorf("%v: %+v", e.At, c)
			}
		}
	}
}
