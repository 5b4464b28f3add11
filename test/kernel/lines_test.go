//go:build linux

package kernel

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
	"touchmove/test/kernel/cp2112"
)

// bench is a matrix and a clock on lines of three adapters, whose lines have no names.
// In the matrix's circuit the columns come after the rows, unknown to the kernel.
type bench struct {
	board         *chips.Board
	matrix        *chips.Matrix
	clock         *chips.Clock
	rows, columns string // "gpiochip0"
	contacts      string // the clock's chip
}

func newBench(t *testing.T, diodes chips.Diodes) *bench {
	b := &bench{board: chips.NewBoard(), clock: chips.NewClock(8)}
	b.matrix = b.board.Matrix(wiring.Natural(0), diodes)
	wired := cp2112.NewPort(b.matrix, 16)
	nothing := chips.NewBus("nothing")
	adapter := func(name string, port *cp2112.Port, from int) string {
		_, chip := plug(t, name, nothing, port, from)
		return filepath.Base(chip)
	}
	b.rows, b.columns = adapter("rows", wired, 0), adapter("columns", wired, 8)
	b.contacts = adapter("clock", cp2112.NewPort(b.clock, 8), 0)
	return b
}

// A game begins on a matrix on GPIO lines, with two buttons for a clock, all read
// through a real /dev/gpiochipN.
func TestInsideLines(t *testing.T) {
	inMachine(t)
	const last = 8
	b := newBench(t, chips.DiodesToRows)
	rows, columns := b.rows, b.columns
	state := t.TempDir()
	file := write(t, "table-1.toml", b.config(state, fmt.Sprintf("white = %q\nblack = %q", b.contacts+":6", b.contacts+":1"), true))
	found := examine(t, 0, "--config", file, "--only", "gpio")
	finds(t, found, "ok", columns+" (cp2112_gpio, 8 lines)")
	finds(t, found, "ok", "lines of the configuration are there, and nothing else uses them")

	p := performClocked(t)
	b.board.Set(p.First())
	daemon := start(t, "run", "--plain", "--config", file)
	eventually(t, "the daemon scans", func() bool { return strings.Contains(daemon.err.String(), "a journal begins") })
	pressed := playClocked(b.board, p, last, func(by rules.Color, down bool) {
		if by == rules.White {
			b.clock.Contact(6, down)
		} else {
			b.clock.Contact(1, down)
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
	eventually(t, "the last press is kept", func() bool { return len(presses(records(t, journal()))) == len(pressed) })
	if got := presses(records(t, journal())); !slices.Equal(got, pressed) {
		t.Errorf("pressed by %v, kept as by %v", pressed, got)
	}

	// Another program that wants the lines learns which program holds them.
	used := finds(t, examine(t, 0, "--config", file, "--only", "gpio"), "note", columns+":4 (column 4) is used by touchmove, which is running")
	if len(used.Squares) != 0 {
		t.Errorf("a line in use by the daemon is a fault: %+v", used)
	}
	if status, _, stderr := call(t, "record", "--config", file, "--for", "1s", "-o", filepath.Join(t.TempDir(), "second.jsonl")); status == 0 ||
		!strings.Contains(stderr, rows+":0: device or resource busy: touchmove@") {
		t.Errorf("a second program takes the lines: %d %s", status, stderr)
	}
	// A line that is held down is reported once, and so is its end.
	b.matrix.BreakColumn(4, chips.StuckLow)
	eventually(t, "the held line is told", func() bool { return strings.Contains(daemon.err.String(), "column 4 ("+columns+":4)") })
	b.matrix.BreakColumn(4, chips.Whole)
	eventually(t, "its end is told", func() bool { return strings.Contains(daemon.err.String(), "a line responds again") })
	if status := daemon.ends(t, syscall.SIGTERM); status != 0 {
		t.Errorf("exit status %d after SIGTERM", status)
	}
	if _, uci, _ := call(t, "replay", "--output", "uci", journal()); strings.TrimSpace(uci) != strings.Join(told, " ") {
		t.Errorf("the journal holds\n%splayed was\n%s", uci, strings.Join(told, " "))
	}
	if n := b.matrix.Shorts(); n != 0 {
		t.Errorf("rows drove against each other %d times", n)
	}
	t.Logf("%d plies, %d presses", last, len(pressed))
}

// The rows of a matrix without diodes are single lines, which float while another one
// is driven; the presses of a lever are in the same recording.
func TestInsideSingleLines(t *testing.T) {
	inMachine(t)
	b := newBench(t, chips.NoDiodes)
	var diagonal sensors.Scan
	for sq := range diagonal {
		diagonal[sq] = sensors.Empty
	}
	for _, sq := range []rules.Square{rules.A1, rules.B2, rules.C3, rules.D4, rules.E5, rules.F6, rules.G7, rules.H8} {
		diagonal[sq] = sensors.Occupied
	}
	b.board.Set(diagonal)
	path := filepath.Join(t.TempDir(), "table-1.jsonl")
	file := write(t, "table-1.toml", b.config(t.TempDir(), fmt.Sprintf("lever = %q", b.contacts+":6"), false))
	recorder := start(t, "record", "--config", file, "-o", path)
	kept := func() []trace.Record { return records(t, path+".partial") }
	eventually(t, "it is scanned", func() bool { return len(kept()) > 0 })
	b.board.SetSquare(rules.A1, sensors.Empty)
	b.board.SetSquare(rules.D8, sensors.Occupied)
	b.board.SetSquare(rules.H8, sensors.Empty)
	by := []rules.Color{rules.White, rules.Black, rules.White}
	for n, side := range by {
		b.clock.Contact(6, side == rules.White) // a lever stays in its position
		eventually(t, "the press is kept", func() bool { return len(presses(kept())) > n })
	}
	if status := recorder.ends(t, syscall.SIGINT); status != 0 {
		t.Errorf("exit status %d\n%s", status, recorder.err.String())
	}
	want := diagonal
	want[rules.A1], want[rules.D8], want[rules.H8] = sensors.Empty, sensors.Occupied, sensors.Empty
	list := records(t, path)
	if first, ok := list[0].What.(trace.Scan); !ok || first.Board != diagonal {
		t.Errorf("first read: %v, want %v", list[0].What, diagonal)
	}
	if now := shown(list); now != want {
		t.Errorf("read in the end: %v, want %v", now, want)
	}
	if got := presses(list); !slices.Equal(got, by) {
		t.Errorf("pressed by %v, kept as by %v", by, got)
	}
	if n := b.matrix.Shorts(); n != 0 {
		t.Errorf("rows drove against each other %d times", n)
	}
}

// shown returns the board after a trace's records.
func shown(list []trace.Record) (now sensors.Scan) {
	for _, r := range list {
		switch w := r.What.(type) {
		case trace.Scan:
			now = w.Board
		case trace.Change:
			now[w.Square] = w.Is
		}
	}
	return now
}

// config returns the configuration of such a board; clock has the keys of its clock.
func (b *bench) config(state, clock string, diodes bool) string {
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
`, state, clock, diodes, list(b.rows), list(b.columns))
}

// performClocked returns the first of the built-in games, played with a clock that is
// never forgotten.
func performClocked(t *testing.T) *sim.Performance {
	t.Helper()
	style, err := sim.StyleByName("clean")
	if err != nil {
		t.Fatal(err)
	}
	style.Clock, style.PressForgotten, style.Paces = 1000, 0, []string{"blitz"}
	return performIn(t, style, 3)
}

// playClocked is play with presses of the clock: each closes its contact for an eighth
// of a second. It returns who pressed.
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

// records returns the records of a trace, as far as it has been written.
func records(t *testing.T, path string) (list []trace.Record) {
	t.Helper()
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := trace.NewReader(f)
	if err != nil {
		return nil // it was created just now
	}
	for record, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, record)
	}
	return list
}

// presses returns the presses among records, in order.
func presses(list []trace.Record) (by []rules.Color) {
	for _, r := range list {
		if press, ok := r.What.(trace.Press); ok {
			by = append(by, press.By)
		}
	}
	return by
}
