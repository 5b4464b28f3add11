package simboard_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/trace"
)

// pins records what scripted hands change on a board.
type pins struct{ scan sensors.Scan }

func (p *pins) Set(s sensors.Scan)                          { p.scan = s }
func (p *pins) SetSquare(sq rules.Square, is sensors.State) { p.scan[sq] = is }

func (p *pins) since(was sensors.Scan) string {
	var changes []string
	for sq := range was {
		if p.scan[sq] != was[sq] {
			changes = append(changes, fmt.Sprintf("%v %v", rules.Square(sq), p.scan[sq]))
		}
	}
	return strings.Join(changes, ", ")
}

// perform scans every 20 ms and records what was done when.
func perform(s *simboard.Script, p *pins, from, to time.Duration) (done []string) {
	for at := from; at < to; at += 20 * time.Millisecond {
		was := p.scan
		for _, r := range s.Until(at) {
			done = append(done, fmt.Sprintf("%v %v", r.At, r.What.(trace.Press).By))
		}
		if change := p.since(was); change != "" {
			done = append(done, fmt.Sprintf("%v %s", at, change))
		}
	}
	return done
}

// Actions are done one after the other at the given pace, the first at once. What is
// added to the text later is done as soon as it is read.
func TestScript(t *testing.T) {
	var text bytes.Buffer
	text.WriteString("-e2 +e4 white # the king's pawn\n\n-[d7,e7] wait:2s +d5 gap:100ms +e5 black\n-e4 -d5 +d5 +e4b")
	p := &pins{}
	s, err := simboard.NewScript("hands", &text, p, false)
	if err != nil {
		t.Fatal(err)
	}
	got := perform(s, p, 0, 10*time.Second)
	want := []string{
		"0s e2 empty", "700ms e4 white", "1.4s white", "2.1s d7 empty, e7 empty", "4.1s d5 black",
		"4.82s e5 black", "4.92s black", "5.02s e4 empty", "5.12s d5 empty", "5.22s d5 white", "5.32s e4 black",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("done:\n%s\nwant:\n%s", g, w)
	}
	text.WriteString("wait:1s -d5\n-d")
	got = perform(s, p, 10*time.Second, 15*time.Second)
	text.WriteString("2\n")
	got = append(got, perform(s, p, 15*time.Second, 16*time.Second)...)
	if g, w := strings.Join(got, "; "), "11s d5 empty; 15s d2 empty"; g != w {
		t.Errorf("done %s, want %s", g, w)
	}
}

// Two actions never fall between the same two scans, however long the machine was busy.
func TestScriptWaitsForTheScan(t *testing.T) {
	p := &pins{}
	s, err := simboard.NewScript("hands", strings.NewReader("-e2 +e4 -e4 +e2\n"), p, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []sensors.State{sensors.Empty, sensors.Empty, sensors.Empty, sensors.White} {
		s.Until(time.Duration(i) * time.Minute)
		if got := p.scan[rules.E2]; got != want {
			t.Errorf("scan %d: e2 is %v, want %v", i+1, got, want)
		}
	}
}

// After a restart, everything in the text counts as done, and no press is repeated.
func TestScriptResumed(t *testing.T) {
	p := &pins{}
	text := bytes.NewBufferString("setup 8/P6k/8/8/8/8/6pp/2K5\n-a7 +a8 white\n")
	s, err := simboard.NewScript("hands", text, p, true)
	if err != nil {
		t.Fatal(err)
	}
	if p.scan[rules.A7] != sensors.Empty || p.scan[rules.A8] != sensors.White || p.scan[rules.H7] != sensors.Black || p.scan[rules.E2] != sensors.Empty {
		t.Errorf("the pieces stand as %v", p.scan)
	}
	if got := perform(s, p, time.Hour, time.Hour+5*time.Second); len(got) != 0 {
		t.Errorf("done again: %v", got)
	}
	text.WriteString("-h7\n")
	if got := perform(s, p, 2*time.Hour, 2*time.Hour+5*time.Second); len(got) != 1 {
		t.Errorf("then done: %v", got)
	}
}

// A text that cannot be understood is refused, with its line. In a text that grows, the
// line is reported and skipped.
func TestScriptErrors(t *testing.T) {
	for text, want := range map[string]string{
		"-e2\n+e4 whit\n": "hands:2: \"whit\": write -e2 to lift",
		"-e9":             "hands:1: ",
		"+[e4":            "write ] after the last square",
		"wait:soon":       "as wait:1.5s",
		"gap:-1s":         "as gap:1.5s",
		"setup 9/8":       "hands:1: setup: ",
	} {
		if _, err := simboard.NewScript("hands", strings.NewReader(text), &pins{}, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	text := bytes.NewBufferString("-e4 +e2 -e2 -e7\n")
	p := &pins{}
	s, err := simboard.NewScript("hands", text, p, false)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	s.Report = func(err error) { told = append(told, err.Error()) }
	perform(s, p, 0, 5*time.Second)
	text.WriteString("nothing\n+e4\n")
	perform(s, p, 5*time.Second, 10*time.Second)
	want := []string{
		"hands:1: -e4: it is empty: name the square of a piece", "hands:1: +e2: there is a piece on it: lift that first",
		`hands:2: "nothing": write -e2 to lift`,
	}
	for i, w := range want {
		if i >= len(told) || !strings.HasPrefix(told[i], w) {
			t.Fatalf("told:\n%s\nwant:\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
		}
	}
	if p.scan[rules.E2] != sensors.Empty || p.scan[rules.E4] != sensors.White {
		t.Error("the actions that could be done were not")
	}

	// A restart finds the same text: it stops nothing, stands as before, and says the same.
	again := &pins{}
	s, err = simboard.NewScript("hands", strings.NewReader("-e4 +e2 -e2 -e7\nnothing\n+e4\n"), again, true)
	if err != nil {
		t.Fatalf("what was skipped prevents the next start: %v", err)
	}
	before := slices.Sorted(slices.Values(told))
	told = nil
	s.Report = func(err error) { told = append(told, err.Error()) }
	perform(s, again, time.Hour, time.Hour+5*time.Second)
	if slices.Sort(told); !slices.Equal(told, before) {
		t.Errorf("told after a restart:\n%s\nbefore:\n%s", strings.Join(told, "\n"), strings.Join(before, "\n"))
	}
	if again.scan != p.scan {
		t.Errorf("after a restart the pieces stand as %v, before as %v", again.scan, p.scan)
	}
}

// FuzzScript: no text makes the hands panic, or hold more pieces than there were on the
// board and in the box.
func FuzzScript(f *testing.F) {
	f.Add("-e2 +e4 white # so\nsetup\n-[e1,h1] wait:2s +[f1,g1]w gap:300ms black")
	f.Add("setup 8/P6k/8/8/8/8/6pp/2K5 w - - 0 1\n+a8b")
	f.Fuzz(func(t *testing.T, text string) {
		p := &pins{}
		s, err := simboard.NewScript("hands", strings.NewReader(text), p, false)
		if err != nil {
			return
		}
		for at := range 200 {
			s.Until(time.Duration(at) * time.Hour)
		}
	})
}
