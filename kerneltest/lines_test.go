//go:build linux

package kerneltest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/configs"
	"touchmove/kerneltest/cp2112"
	"touchmove/rules"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/trace"
)

// A matrix on GPIO lines and a clock are read through real /dev/gpiochipN: rows,
// columns and clock each on an adapter of its own, whose lines have no names.
// The columns follow the rows in the matrix's circuit, behind the kernel.
func TestInsideLines(t *testing.T) {
	inMachine(t)
	for _, c := range []struct {
		name   string
		diodes chips.Diodes
		lever  bool
		last   int
	}{
		{"diodes and two buttons", chips.DiodesToRows, false, 8},
		{"no diodes and a lever", chips.NoDiodes, true, 4},
	} {
		t.Run(c.name, func(t *testing.T) { lines(t, c.diodes, c.lever, c.last) })
	}
}

func lines(t *testing.T, diodes chips.Diodes, lever bool, last int) {
	board, clock := chips.NewBoard(), chips.NewClock(8)
	matrix := board.Matrix(configs.Natural(0), diodes)
	wired := cp2112.NewPort(matrix, 16)
	nothing := chips.NewBus("nothing")
	_, rows := plug(t, "rows", nothing, wired, 0)
	_, columns := plug(t, "columns", nothing, wired, 8)
	_, buttons := plug(t, "clock", nothing, cp2112.NewPort(clock, 8), 0)
	rows, columns, buttons = filepath.Base(rows), filepath.Base(columns), filepath.Base(buttons)

	state := t.TempDir()
	keys := fmt.Sprintf("white = %q\nblack = %q", buttons+":6", buttons+":1")
	if lever {
		keys = fmt.Sprintf("lever = %q", buttons+":6")
	}
	file := write(t, "table-1.toml", onLines(state, rows, columns, keys, diodes != chips.NoDiodes))
	found := examine(t, 0, "--config", file, "--only", "gpio")
	finds(t, found, "ok", columns+" (cp2112_gpio, 8 lines)")
	finds(t, found, "ok", "lines of the configuration are there, and nobody else uses them")

	p := performClocked(t)
	board.Set(p.First())
	daemon := start(t, "run", "--plain", "--config", file)
	eventually(t, "the daemon scans", func() bool { return strings.Contains(daemon.err.String(), "a journal begins") })
	pressed := playClocked(board, p, last, func(by rules.Color, down bool) {
		switch {
		case lever:
			clock.Contact(6, by == rules.White) // it stays where it is put
		case by == rules.White:
			clock.Contact(6, down)
		default:
			clock.Contact(1, down)
		}
	})
	told := p.Truth().Games[0].Moves[:last]
	journal := func() string {
		found, err := filepath.Glob(filepath.Join(state, "open", "table-1", "*.jsonl"))
		if err != nil || len(found) != 1 {
			t.Fatalf("journals %v, %v", found, err)
		}
		return found[0]
	}
	eventually(t, "the last press is kept", func() bool { return len(presses(t, journal())) == len(pressed) })
	if got := presses(t, journal()); !slices.Equal(got, pressed) {
		t.Errorf("pressed by %v, kept as by %v", pressed, got)
	}

	// Whose lines these are now is told to others who want them.
	used := finds(t, examine(t, 0, "--config", file, "--only", "gpio"), "note", columns+":4 (column 4) is used by touchmove, which runs")
	if len(used.Squares) != 0 {
		t.Errorf("a line in use by the daemon is a fault: %+v", used)
	}
	if status, _, stderr := call(t, "record", "--config", file, "--for", "1s", "-o", filepath.Join(t.TempDir(), "second.jsonl")); status == 0 ||
		!strings.Contains(stderr, rows+":0: device or resource busy: touchmove@") {
		t.Errorf("a second program takes the lines: %d %s", status, stderr)
	}
	// A line that is held down is named, once, and so is its end.
	matrix.BreakColumn(4, chips.StuckLow)
	eventually(t, "the held line is told", func() bool { return strings.Contains(daemon.err.String(), "column 4 ("+columns+":4)") })
	matrix.BreakColumn(4, chips.Whole)
	eventually(t, "its end is told", func() bool { return strings.Contains(daemon.err.String(), "a line follows again") })
	if status := daemon.ends(t, syscall.SIGTERM); status != 0 {
		t.Errorf("exit status %d after SIGTERM", status)
	}
	if _, uci, _ := call(t, "replay", "--output", "uci", journal()); strings.TrimSpace(uci) != strings.Join(told, " ") {
		t.Errorf("the journal holds\n%splayed was\n%s", uci, strings.Join(told, " "))
	}
	if n := matrix.Shorts(); n != 0 {
		t.Errorf("rows drove against each other %d times", n)
	}
	t.Logf("%d plies, %d presses", last, len(pressed))
}

// onLines is the file for a matrix and a clock on lines without names.
func onLines(state, rows, columns, clock string, diodes bool) string {
	list := func(chip string) string {
		var names []string
		for n := range 8 {
			names = append(names, fmt.Sprintf("%q", fmt.Sprintf("%s:%d", chip, n)))
		}
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf(`state = %q

[mqtt]
listen = "127.0.0.1:1883"
websocket = ""

[screen]
listen = ""

[[board]]
id = "table-1"
event = "open"
scan_hz = 10

[board.clock]
%s

[board.wiring]
driver = "gpiomatrix"
diodes = %v
rows = [%s]
columns = [%s]
`, state, clock, diodes, list(rows), list(columns))
}

// performClocked is the first of the built-in games with a clock that nobody
// forgets.
func performClocked(t *testing.T) *sim.Performance {
	t.Helper()
	style, err := sim.StyleByName("clean")
	if err != nil {
		t.Fatal(err)
	}
	style.Clock, style.PressForgotten, style.Paces = 1000, 0, []string{"blitz"}
	return performIn(t, style, 3)
}

// playClocked is play with the clock's presses: each holds its contact for an
// eighth of a second. It returns who pressed.
func playClocked(board *chips.Board, p *sim.Performance, last int, contact func(by rules.Color, down bool)) (by []rules.Color) {
	type event struct {
		at time.Duration
		do func()
	}
	until := time.Duration(p.Truth().Games[0].Plies[last-1].ClockUS) * time.Microsecond
	var events []event
	for _, s := range p.Signals() {
		events = append(events, event{time.Duration(s.AtUS) * time.Microsecond, func() { board.SetSquare(s.Square, s.Is) }})
	}
	for _, r := range p.Acts() {
		if press, ok := r.What.(trace.Press); ok && r.At <= until {
			by = append(by, press.By)
			events = append(events, event{r.At, func() { contact(press.By, true) }},
				event{r.At + time.Second/8, func() { contact(press.By, false) }})
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return int((a.at - b.at) / time.Microsecond) })
	began := time.Now()
	for _, e := range events {
		if e.at > until+time.Second/8 {
			break
		}
		time.Sleep(time.Until(began.Add(e.at)))
		e.do()
	}
	return by
}

// presses are those in a journal, as far as it has been written.
func presses(t *testing.T, path string) (by []rules.Color) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := trace.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for {
		record, err := r.Next()
		if errors.Is(err, io.EOF) {
			return by
		} else if err != nil {
			t.Fatal(err)
		}
		if press, ok := record.What.(trace.Press); ok {
			by = append(by, press.By)
		}
	}
}
