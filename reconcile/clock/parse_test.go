package clock_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile/clock"
)

func TestParse(t *testing.T) {
	const m, s = time.Minute, time.Second
	for _, c := range []struct {
		text  string
		want  periods
		pgn   string // how it is written back; empty: like text
		words string
	}{
		{"40/5400+30:1800+30", periods{{Moves: 40, Time: 90 * m, Bonus: clock.Fischer, Each: 30 * s}, {Time: 30 * m, Bonus: clock.Fischer, Each: 30 * s}}, "",
			"90 min/40 moves + 30 min + 30 sec increment per move starting from move 1"},
		{"40/7200:20/3600:1800", periods{{Moves: 40, Time: 120 * m}, {Moves: 20, Time: 60 * m}, {Time: 30 * m}}, "", "120 min/40 moves + 60 min/20 moves + 30 min"},
		{"900+10", periods{{Time: 15 * m, Bonus: clock.Fischer, Each: 10 * s}}, "", "15 min + 10 sec increment per move starting from move 1"},
		{"180+2", periods{{Time: 3 * m, Bonus: clock.Fischer, Each: 2 * s}}, "", "3 min + 2 sec increment per move starting from move 1"},
		{"300", periods{{Time: 5 * m}}, "", "5 min"},
		{"300+0", periods{{Time: 5 * m}}, "300", "5 min"},
		{"40/9000", periods{{Moves: 40, Time: 150 * m}}, "", "150 min/40 moves"},
		{"*180", periods{{Time: 3 * m, Bonus: clock.Hourglass}}, "", "3 min"},
		{"0+5", periods{{Bonus: clock.Fischer, Each: 5 * s}}, "", "0 min + 5 sec increment per move starting from move 1"},
		{"7.5", periods{{Time: 7500 * time.Millisecond}}, "", "7.5 sec"},
		{"90 min/40 moves + 30 min + 30 sec increment per move starting from move 1",
			periods{{Moves: 40, Time: 90 * m, Bonus: clock.Fischer, Each: 30 * s}, {Time: 30 * m, Bonus: clock.Fischer, Each: 30 * s}}, "40/5400+30:1800+30",
			"90 min/40 moves + 30 min + 30 sec increment per move starting from move 1"},
		{"25 min + 5 sec delay", periods{{Time: 25 * m, Bonus: clock.Delay, Each: 5 * s}}, "1500", "25 min + 5 sec delay"},
		{"5 min + 3 sec Bronstein", periods{{Time: 5 * m, Bonus: clock.Bronstein, Each: 3 * s}}, "300", "5 min + 3 sec bronstein"},
		{"2 hours/40 moves + 1 h", periods{{Moves: 40, Time: 2 * time.Hour}, {Time: time.Hour}}, "40/7200:3600", "120 min/40 moves + 60 min"},
		{"?", nil, "?", ""}, {"-", nil, "?", ""}, {"", nil, "?", ""},
	} {
		got, err := clock.Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if !reflect.DeepEqual(got.Periods, c.want) {
			t.Errorf("%s: %+v, want %+v", c.text, got.Periods, c.want)
		}
		want := c.pgn
		if want == "" {
			want = c.text
		}
		if pgn, _ := got.PGN(); pgn != want {
			t.Errorf("%s: as PGN %s, want %s", c.text, pgn, want)
		}
		if words := got.Words(); words != c.words {
			t.Errorf("%s: in words %q, want %q", c.text, words, c.words)
		}
	}
	delayed, err := clock.ParseDelay("1500", "5")
	want := periods{{Time: 25 * m, Bonus: clock.Delay, Each: 5 * s}}
	if err != nil || !reflect.DeepEqual(delayed.Periods, want) {
		t.Errorf("TimeDelay: %+v, %v", delayed.Periods, err)
	}
}

type periods = []clock.Period

// TestParseRefuses checks that what is not understood is refused, never guessed, and that the error
// says what to write.
func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"90+30+10":               "is not a number of seconds",
		"40/":                    "is not a number of seconds",
		"0/300":                  "is not a number of 1 or more",
		"5400:1800":              "is not the last and names no moves",
		"G/90":                   "is not a number of 1 or more",
		"90 min + 30":            "write a number and its unit",
		"90 min/40 moves + 30 x": "is not a unit of time",
		"90 min + 30 sec bonus":  "is not understood",
		"90 min + 5 sec delay + 30 sec increment": "write one bonus",
		"30 sec increment":                        "names no time",
		"90 min + 30 min":                         "names no moves",
		"0":                                       "has no time",
		"40/0":                                    "has no time",
		"1e9":                                     "is not a number of seconds",
		"999999999":                               "more than a game lasts",
		"-300":                                    "is not a number of seconds",
		"300+":                                    "is not a number of seconds",
		strings.Repeat("1:", 40):                  "more than",
	} {
		if c, err := clock.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v; want an error with %q", text, c, err, want)
		}
	}
	if _, err := clock.ParseDelay("900+10", "5"); err == nil {
		t.Error("an increment and a delay were taken together")
	}
	if _, err := clock.ParseDelay("900", "some"); err == nil {
		t.Error("a delay that is no number was taken")
	}
}

// FuzzParse checks that whatever can be read is written so that it reads the same again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"40/5400+30:1800+30", "300", "*180", "25 min + 5 sec delay", "90 min/40 moves + 30 min", "0+5", "7.5+0.001"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := clock.Parse(text)
		if err != nil || !c.Known() {
			return
		}
		again, err := clock.Parse(c.String())
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Fatalf("%q is %+v, written %q, read %+v, %v", text, c, c.String(), again, err)
		}
	})
}

// TestEstimate: the time plus sixty bonuses decides whether a game is standard play, rapid or blitz
// (A.1, B.1).
func TestEstimate(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"900+10": 25 * time.Minute, "180+2": 5 * time.Minute, "300": 5 * time.Minute,
		"40/5400+30:1800+30": 150 * time.Minute, "40/9000": 300 * time.Minute, "25 min + 5 sec delay": 30 * time.Minute,
	} {
		c, err := clock.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Estimate(); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
