package clock_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile/clock"
	"touchmove/rules"
)

func control(t testing.TB, text string) [2]clock.Control {
	t.Helper()
	c, err := clock.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return [2]clock.Control{c, c}
}

// play carries out a script with one act a word: "10.5:w" presses at that second, with "-" after it
// when the press completes no move; "go:w" starts for White, "||" pauses, "." only lets time run,
// "end" stops.
func play(t testing.TB, l *clock.Ledger, script string) (told []string) {
	t.Helper()
	for _, word := range strings.Fields(script) {
		at, what, _ := strings.Cut(word, ":")
		d, err := time.ParseDuration(at + "s")
		if err != nil {
			t.Fatal(err)
		}
		l.Advance(d)
		by := rules.White
		if strings.Contains(what, "b") {
			by = rules.Black
		}
		switch {
		case strings.HasPrefix(what, "go"):
			l.Apply(clock.Act{At: d, Do: clock.Start, By: by})
		case what == "||":
			l.Apply(clock.Act{At: d, Do: clock.Pause, Why: "arbiter"})
		case what == "end":
			l.Ended(d, "mate")
		case what == "":
		default:
			l.Apply(clock.Act{At: d, Do: clock.Press, By: by, Void: strings.HasSuffix(what, "-")})
		}
		for _, s := range l.Signals() {
			told = append(told, fmt.Sprintf("%s %s %s", seconds(s.At), s.Kind, s.By))
		}
	}
	return told
}

func seconds(d time.Duration) string { return fmt.Sprintf("%g", d.Seconds()) }

func shows(c clock.Clock) string {
	return seconds(c.Left(rules.White)) + " " + seconds(c.Left(rules.Black))
}

func TestClock(t *testing.T) {
	for _, c := range []struct {
		name, control string
		opt           clock.Options
		script        string
		shows         string
		moves         string
		told          string // of the signals these, in order
	}{
		{name: "sudden death", control: "300", script: "0:go 10:w 25:b 30:", shows: "285 285", moves: "1 1"},
		{name: "increment before each move, from the first", control: "180+2", script: "0:go 10:w 25:b 30:", shows: "169 169", moves: "1 1"},
		{name: "US delay leaves the main time", control: "60 sec + 5 sec delay", script: "0:go 3:w 10:b 11:", shows: "60 58", moves: "1 1"},
		{name: "Bronstein gives back what was used", control: "60 sec + 5 sec bronstein", script: "0:go 3:w 10:b 11:", shows: "64 63", moves: "1 1"},
		{name: "hourglass", control: "*60", script: "0:go 10:w 15:b 15:", shows: "55 65", moves: "1 1"},
		{name: "the time reached exactly is in time", control: "10", script: "0:go 10:w 20:b 20:", shows: "0 0", moves: "1 1"},
		{name: "one microsecond more is not", control: "10", script: "0:go 10.000001:w", shows: "0 10", moves: "1 0", told: "10.000001 flag white"},
		{name: "increment: a fallen flag freezes both", control: "10+2", script: "0:go 13:w 14:b", shows: "0 12", moves: "0 0",
			told: "12.000001 flag white|13 press_ignored white|14 press_ignored black"},
		{name: "without: the other runs on, and the order is known", control: "10", script: "0:go 11:w 22:b 22:", shows: "0 0", moves: "1 1",
			told: "10.000001 flag white|21.000001 flag black"},
		{name: "the next period is added at zero", control: "2/10:60", script: "0:go 4:w 5:b 9:w 10:b 13:", shows: "59 8", moves: "2 2", told: "12.000001 period white"},
		{name: "or with the press", control: "2/10:60", opt: clock.Options{AtMove: true}, script: "0:go 4:w 5:b 9:w 10:b 12:", shows: "60 68", moves: "2 2"},
		{name: "or with the press, without what was left", control: "2/10:60", opt: clock.Options{AtMove: true, Forfeit: true}, script: "0:go 4:w 5:b 9:w 10:b 10:", shows: "60 60", moves: "2 2"},
		{name: "moves missing at zero: the flag", control: "2/10:60", script: "0:go 4:w 5:b 12:", shows: "0 9", moves: "1 1", told: "11.000001 flag white"},
		{name: "the last period with moves comes again", control: "1/10", script: "0:go 4:w 5:b 12:w 13:b 23:", shows: "9 8", moves: "2 2", told: "11.000001 period white|22.000001 period white"},
		{name: "a press that completes no move", control: "60+5", script: "0:go 10:w- 20:b 20:", shows: "55 60", moves: "0 1"},
		{name: "Black's press starts White's clock", control: "60", script: "5:b 15:w 15:", shows: "50 60", moves: "1 0", told: "5 started white"},
		{name: "White's first press starts Black's", control: "60", script: "5:w 15:b 15:", shows: "60 50", moves: "1 1", told: "5 started black"},
		{name: "a press of the other side", control: "60", script: "0:go 5:b 10:w 10:", shows: "50 60", moves: "1 0", told: "5 press_by_other black"},
		{name: "a pause", control: "60", script: "0:go 5:|| 25:w 30:gow 35:w 35:", shows: "50 60", moves: "1 0", told: "5 paused white|25 press_ignored white|30 resumed white"},
		{name: "mate before the flag", control: "10", script: "0:go 9:end 20:w", shows: "1 10", moves: "0 0", told: "9 stopped white|20 press_ignored white"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := clock.NewLedger(control(t, c.control), c.opt, 0)
			told := strings.Join(play(t, l, c.script), "|")
			now := l.Now()
			if got := shows(now); got != c.shows {
				t.Errorf("shows %s, want %s", got, c.shows)
			}
			if got := fmt.Sprint(now.Moves(rules.White), now.Moves(rules.Black)); got != c.moves {
				t.Errorf("moves %s, want %s", got, c.moves)
			}
			for _, want := range strings.Split(c.told, "|") {
				if !strings.Contains(told, want) {
					t.Errorf("told %s, want %s in it", told, want)
				}
			}
		})
	}
}

// TestHindsight checks that what becomes known later counts as if it had been known at once: a
// press that completed no move or one that was taken back, and a mate before the flag.
func TestHindsight(t *testing.T) {
	late := clock.NewLedger(control(t, "10+5"), clock.Options{}, 0)
	play(t, late, "0:go 4:w 6:b 12:w 13:b")
	late.Uncompleted(rules.White, 12*time.Second)
	known := clock.NewLedger(control(t, "10+5"), clock.Options{}, 0)
	play(t, known, "0:go 4:w 6:b 12:w- 13:b")
	if !reflect.DeepEqual(late.Now(), known.Now()) {
		t.Errorf("%+v\nwant %+v", late.Now(), known.Now())
	}
	late.Completed(3, rules.White, 12*time.Second)
	known = clock.NewLedger(control(t, "10+5"), clock.Options{}, 0)
	play(t, known, "0:go 4:w 6:b 12:w 13:b")
	if !reflect.DeepEqual(late.Now(), known.Now()) {
		t.Errorf("%+v\nwant %+v", late.Now(), known.Now())
	}

	late.Uncompleted(rules.White, 12*time.Second) // but its move has become known
	if !reflect.DeepEqual(late.Now(), known.Now()) {
		t.Errorf("the press of a known move was undone: %+v", late.Now())
	}

	late.Retracted(3) // it was not made after all
	late.Uncompleted(rules.White, 12*time.Second)
	known = clock.NewLedger(control(t, "10+5"), clock.Options{}, 0)
	play(t, known, "0:go 4:w 6:b 12:w- 13:b")
	if !reflect.DeepEqual(late.Now(), known.Now()) {
		t.Errorf("the press of a move that was taken back: %+v\nwant %+v", late.Now(), known.Now())
	}

	l := clock.NewLedger(control(t, "10"), clock.Options{}, 0)
	play(t, l, "0:go 10.5:")
	if _, flagged := l.Now().First(); !flagged {
		t.Fatal("no flag has fallen")
	}
	l.Signals()
	l.Ended(9900*time.Millisecond, "checkmate")
	raised := false
	for _, s := range l.Signals() {
		raised = raised || s.Kind == clock.FlagRaised
	}
	now := l.Now()
	if _, flagged := now.First(); flagged || !raised || now.Left(rules.White) != 100*time.Millisecond || now.Phase() != clock.Over {
		t.Errorf("mate a tenth before the flag: %s, %s, raised %v", shows(now), now.Phase(), raised)
	}
	l.Resume() // the move was another
	if _, flagged := l.Now().First(); !flagged {
		t.Error("the mate is taken back, and the flag has not fallen")
	}
}

// TestRetractedWithoutAPress checks that a move counted without a press is no longer counted when it
// is taken back, and that the moves before it still are.
func TestRetractedWithoutAPress(t *testing.T) {
	for _, c := range []struct {
		retracted int
		moves     string
	}{{5, "2 2"}, {4, "2 1"}, {3, "1 1"}, {1, "0 0"}} {
		l := clock.NewLedger(control(t, "60"), clock.Options{}, 0)
		play(t, l, "0:go 5:")
		for ply := 1; ply <= 4; ply++ {
			l.Completed(ply, rules.Color((ply-1)%2), -1)
		}
		l.Retracted(c.retracted)
		now := l.Now()
		if got := fmt.Sprint(now.Moves(rules.White), now.Moves(rules.Black)); got != c.moves {
			t.Errorf("four moves without a press, ply %d taken back: moves %s, want %s", c.retracted, got, c.moves)
		}
	}
}

// TestBronsteinAndDelayEndTogether checks that the flag falls at the same moment with Bronstein and
// with a delay.
func TestBronsteinAndDelayEndTogether(t *testing.T) {
	fell := 0
	for seed := uint64(1); seed <= 300; seed++ {
		r := dice{seed * 6364136223846793005}
		each := 1 + r.of(9)
		var flags [2]string
		for i, kind := range []string{"delay", "bronstein"} {
			again := dice{seed * 7919}
			l := clock.NewLedger(control(t, fmt.Sprintf("60 sec + %d sec %s", each, kind)), clock.Options{}, 0)
			l.Apply(clock.Act{Do: clock.Start})
			at, by := time.Duration(0), rules.White
			for range 60 {
				at += time.Duration(again.of(12_000_000)) * time.Microsecond
				l.Advance(at)
				l.Apply(clock.Act{At: at, Do: clock.Press, By: by})
				by = by.Other()
			}
			for _, s := range l.Signals() {
				if s.Kind == clock.FlagFell {
					flags[i] += fmt.Sprint(s.At, s.By, " ")
				}
			}
		}
		if flags[0] != flags[1] {
			t.Fatalf("seed %d: delay %s, Bronstein %s", seed, flags[0], flags[1])
		}
		if flags[0] != "" {
			fell++
		}
	}
	if fell < 100 {
		t.Errorf("only in %d games did a flag fall", fell)
	}
}

// TestExternalClock checks that the times of an external clock are shown, and that a large
// difference from the computed times is reported.
func TestExternalClock(t *testing.T) {
	l := clock.NewLedger(control(t, "300+3"), clock.Options{}, 0)
	reading := func(at, white, black float64, runs rules.Color, flag bool) {
		w, b := time.Duration(white*1e9), time.Duration(black*1e9)
		l.Apply(clock.Act{At: time.Duration(at * 1e9), Do: clock.Reading, Set: &clock.Setting{
			Left: [2]*time.Duration{&w, &b}, Runs: &runs, Flag: [2]bool{flag, false},
		}})
	}
	reading(1, 300, 303, rules.White, false)
	l.Apply(clock.Act{At: 11 * time.Second, Do: clock.Press, By: rules.White})
	reading(11, 293, 303, rules.Black, false)
	var off time.Duration
	for _, s := range l.Signals() {
		if s.Kind == clock.Disagrees {
			off = s.Amount
		}
	}
	if off != 3*time.Second { // it has added its own increment
		t.Errorf("disagrees by %v", off)
	}
	readings := []struct {
		at, white float64
		told      []clock.Kind
	}{
		{13, 293, nil}, {15, 291.5, nil}, // nearer, but not near enough yet
		{16, 291, nil}, // a whole second is not near enough either
		{17, 290.9, []clock.Kind{clock.Agrees}},
		{19, 291.9, nil}, {21, 292.1, []clock.Kind{clock.Disagrees}}, // also when it departs in small steps
		{23, 290, []clock.Kind{clock.Agrees}},
	}
	for _, r := range readings {
		reading(r.at, r.white, 303, rules.Black, false)
		var told []clock.Kind
		for _, s := range l.Signals() {
			if s.By == rules.White && (s.Kind == clock.Agrees || s.Kind == clock.Disagrees) {
				told = append(told, s.Kind)
			}
		}
		if !slices.Equal(told, r.told) {
			t.Errorf("White's reading of %v: told %v, want %v", r.white, told, r.told)
		}
	}
	l.Advance(400 * time.Second)
	if _, flagged := l.Now().First(); flagged {
		t.Error("a flag fell of itself, though another clock keeps the time")
	}
	reading(400, 0, 100, rules.White, true)
	if by, flagged := l.Now().First(); !flagged || by != rules.White {
		t.Error("the external flag is not taken")
	}
	check(t, l.Now(), "external")
}

// TestIdle checks that a clock without a control stays idle whatever is done.
func TestIdle(t *testing.T) {
	l := clock.NewLedger([2]clock.Control{}, clock.Options{}, 0)
	if told := play(t, l, "0:go 5:w 6:b 7:|| 8:end 9:"); len(told) > 0 || l.Phase() != clock.Idle {
		t.Errorf("a clock without a control tells %v and is %v, want nothing and idle", told, l.Phase())
	}
}

// TestTimeGivenAfterTheFlag checks that time given after a flag has fallen is given in full: the
// time used beyond the flag is not subtracted from it.
func TestTimeGivenAfterTheFlag(t *testing.T) {
	l := clock.NewLedger(control(t, "10"), clock.Options{}, 0)
	play(t, l, "0:go 13:w 14:b") // White pressed three seconds after the flag
	l.Apply(clock.Act{At: 14 * time.Second, Do: clock.Pause, Why: "arbiter"})
	l.Apply(clock.Act{At: 14 * time.Second, Do: clock.Add, By: rules.White, Amount: 2 * time.Minute})
	if now := l.Now(); now.Left(rules.White) != 2*time.Minute || now.Left(rules.Black) != 9*time.Second {
		t.Errorf("two minutes given to White, whose flag fell three seconds before the press: shows %s, want 120 9", shows(now))
	}
}
