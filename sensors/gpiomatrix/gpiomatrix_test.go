package gpiomatrix_test

import (
	"errors"
	"io"
	"log"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3/gpioioctl"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/gpiomatrix"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

// The kernel's lines, as periph provides them, implement Rows and Columns.
var (
	_ gpiomatrix.Rows    = (*gpioioctl.LineSet)(nil)
	_ gpiomatrix.Columns = (*gpioioctl.LineSet)(nil)
	_ gpiomatrix.RowPin  = (*gpioioctl.GPIOLine)(nil)
)

// rig is a matrix on a Raspberry Pi's lines, with its driver.
type rig struct {
	board  *chips.Board
	matrix *chips.Matrix
	gpio   *chips.GPIO
	dev    *gpiomatrix.Dev
	slept  time.Duration
}

type wiring struct {
	activeHigh, pins bool
	diodes           chips.Diodes
}

func squares() []rules.Square {
	all := make([]rules.Square, 64)
	for i := range all {
		all[i] = rules.Square(i)
	}
	return all
}

func open(t testing.TB, w wiring) *rig {
	t.Helper()
	r := &rig{board: chips.NewBoard()}
	r.matrix = r.board.Matrix(squares(), w.diodes)
	r.gpio = chips.NewGPIO(r.matrix, 16)
	pull := gpio.PullUp
	if w.activeHigh {
		pull = gpio.PullDown
	}
	var rows gpiomatrix.Rows = r.gpio.Outputs(0, 8)
	var columns gpiomatrix.Columns = r.gpio.Inputs(8, 16, pull)
	opts := gpiomatrix.Opts{
		ActiveHigh: w.activeHigh, Diodes: w.diodes != chips.NoDiodes,
		Sleep: func(d time.Duration) { r.slept += d },
	}
	if w.pins {
		var rowPins [8]gpiomatrix.RowPin
		for i := range 8 {
			rowPins[i] = r.gpio.Pins(0, 8)[i]
		}
		rp, err := gpiomatrix.NewRowPins(rowPins, w.activeHigh)
		if err != nil {
			t.Fatal(err)
		}
		rows, opts.RowNames = rp, rp.Names()
		for _, p := range r.gpio.Pins(8, 16) {
			opts.ColumnNames = append(opts.ColumnNames, p.Name())
		}
	}
	var err error
	if r.dev, err = gpiomatrix.New(rows, columns, opts); err != nil {
		t.Fatal(err)
	}
	return r
}

// read takes a reading and returns the squares with pieces and the squares that are
// lost.
func (r *rig) read(t testing.TB, activeHigh bool) (full, lost rules.Squares, err error) {
	t.Helper()
	counts := make(sensors.Counts, 64)
	err = r.dev.Read(counts)
	for ch, n := range counts {
		switch {
		case n == sensors.Lost:
			lost = lost.With(rules.Square(ch))
		case n != 0 && n != 1:
			t.Fatalf("channel %d reads %d", ch, n)
		case (n == 1) == activeHigh:
			full = full.With(rules.Square(ch))
		}
	}
	return full, lost, err
}

func (r *rig) put(on rules.Squares) {
	var s sensors.Scan
	for sq := range s {
		if s[sq] = sensors.Empty; on.Has(rules.Square(sq)) {
			s[sq] = sensors.Occupied
		}
	}
	r.board.Set(s)
}

const start = rules.Squares(0xffff00000000ffff)

var withDiodes = map[string]wiring{
	"driven low, line sets":  {diodes: chips.DiodesToRows},
	"driven low, pins":       {diodes: chips.DiodesToRows, pins: true},
	"driven high, line sets": {activeHigh: true, diodes: chips.DiodesToColumns},
	"driven high, pins":      {activeHigh: true, diodes: chips.DiodesToColumns, pins: true},
}

func TestReadsTheBoard(t *testing.T) {
	for name, w := range withDiodes {
		t.Run(name, func(t *testing.T) {
			r := open(t, w)
			random := rand.New(rand.NewPCG(1, 1))
			boards := []rules.Squares{0, start, rules.AllSquares, rules.FileSquares(3), rules.RankSquares(4)}
			for range 100 {
				boards = append(boards, rules.Squares(random.Uint64()))
			}
			for _, on := range boards {
				r.put(on)
				full, lost, err := r.read(t, w.activeHigh)
				if err != nil || full != on || lost != 0 {
					t.Fatalf("%v reads %v, lost %v, %v", on, full, lost, err)
				}
				if r.dev.Ghosts() != 0 {
					t.Fatal("ghosts behind diodes")
				}
			}
			if r.matrix.Shorts() != 0 {
				t.Error("lines were driven against each other")
			}
			if want := time.Duration(8*len(boards)) * gpiomatrix.DefaultSettle; r.slept < want || r.slept > want*5/4 {
				t.Errorf("settled for %v, want about %v", r.slept, want)
			}
		})
	}
}

// A reading through line sets costs two system calls per row.
func TestCalls(t *testing.T) {
	r := open(t, wiring{diodes: chips.DiodesToRows})
	r.put(start)
	before := r.gpio.Calls()
	if _, _, err := r.read(t, false); err != nil {
		t.Fatal(err)
	}
	if n := r.gpio.Calls() - before; n != 16 {
		t.Errorf("%d calls", n)
	}
	if r.dev.Channels() != 64 || r.dev.String() != "gpiomatrix" {
		t.Errorf("%v has %d channels, want 64 of gpiomatrix", r.dev, r.dev.Channels())
	}
}

// Without diodes, boards without rectangles are read correctly, and three corners
// of a rectangle read as four. The driver marks possible ghosts and never misses a
// real piece.
func TestGhosts(t *testing.T) {
	for name, w := range map[string]wiring{"driven low": {pins: true}, "driven high": {pins: true, activeHigh: true}} {
		t.Run(name, func(t *testing.T) {
			r := open(t, w)
			diagonal := rules.SquaresOf(rules.A1, rules.B2, rules.C3, rules.H8)
			r.put(diagonal)
			if full, _, err := r.read(t, w.activeHigh); err != nil || full != diagonal || r.dev.Ghosts() != 0 {
				t.Errorf("%v, %v, ghosts %x", full, err, r.dev.Ghosts())
			}
			three := rules.SquaresOf(rules.B2, rules.F2, rules.B6)
			r.put(three)
			four := three.With(rules.F6)
			if full, _, err := r.read(t, w.activeHigh); err != nil || full != four || rules.Squares(r.dev.Ghosts()) != four {
				t.Errorf("%v, %v, ghosts %v", full, err, rules.Squares(r.dev.Ghosts()))
			}
			random := rand.New(rand.NewPCG(4, 4))
			for range 300 {
				on := rules.Squares(random.Uint64() & random.Uint64() & random.Uint64())
				r.put(on)
				full, lost, err := r.read(t, w.activeHigh)
				if err != nil || lost != 0 || on&^full != 0 || full&^on&^rules.Squares(r.dev.Ghosts()) != 0 {
					t.Fatalf("%v reads %v, lost %v, ghosts %v, %v", on, full, lost, rules.Squares(r.dev.Ghosts()), err)
				}
			}
			if r.matrix.Shorts() != 0 {
				t.Error("lines were driven against each other")
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	r := open(t, wiring{diodes: chips.DiodesToRows})
	rows, columns := r.gpio.Outputs(0, 8), r.gpio.Inputs(8, 16, gpio.PullUp)
	for want, opts := range map[string]gpiomatrix.Opts{
		"short each other on a board without diodes":    {},
		"settle is 11ms and must be between 0 and 10ms": {Diodes: true, Settle: 11 * time.Millisecond},
		"settle is -1µs and must be between 0 and 10ms": {Diodes: true, Settle: -time.Microsecond},
	} {
		if _, err := gpiomatrix.New(rows, columns, opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if _, err := gpiomatrix.New(rows, columns, gpiomatrix.Opts{OpenRows: true}); err != nil {
		t.Error(err)
	}
	if err := r.dev.Read(make(sensors.Counts, 63)); err == nil {
		t.Error("a reading without room was taken")
	}
}

// Why New refuses them: push-pull rows without diodes short each other.
func TestPushPullRowsWithoutDiodesShort(t *testing.T) {
	r := open(t, wiring{diodes: chips.NoDiodes, pins: true})
	dev, err := gpiomatrix.New(r.gpio.Outputs(0, 8), r.gpio.Inputs(8, 16, gpio.PullUp), gpiomatrix.Opts{Diodes: true, Sleep: func(time.Duration) {}})
	if err != nil {
		t.Fatal(err)
	}
	r.put(rules.SquaresOf(rules.E2, rules.E4))
	if err := dev.Read(make(sensors.Counts, 64)); err != nil {
		t.Fatal(err)
	}
	if r.matrix.Shorts() == 0 {
		t.Error("no short")
	}
}

func lineErrors(err error) (lines []string) {
	var joined interface{ Unwrap() []error }
	if !errors.As(err, &joined) {
		return nil
	}
	for _, one := range joined.Unwrap() {
		var l *sensors.LineError
		if errors.As(one, &l) {
			lines = append(lines, l.Line)
		}
	}
	return lines
}

func TestStuckAndOpenLines(t *testing.T) {
	const e = rules.E4
	on := rules.SquaresOf(rules.A1, e, rules.H7)
	for name, c := range map[string]struct {
		fault func(*chips.Matrix)
		full  rules.Squares
		lost  rules.Squares
		lines string
	}{
		"column shorted to ground": {func(m *chips.Matrix) { m.BreakColumn(4, chips.StuckLow) }, on.Without(e), rules.FileSquares(4), "column 4 (GPIO16)"},
		"column shorted to supply": {func(m *chips.Matrix) { m.BreakColumn(4, chips.StuckHigh) }, on.Without(e), 0, ""},
		"column open":              {func(m *chips.Matrix) { m.BreakColumn(4, chips.Open) }, on.Without(e), 0, ""},
		"row shorted to ground":    {func(m *chips.Matrix) { m.BreakRow(3, chips.StuckLow) }, on.Without(e), rules.FileSquares(4), "column 4 (GPIO16)"},
		"row shorted to supply":    {func(m *chips.Matrix) { m.BreakRow(3, chips.StuckHigh) }, on.Without(e), 0, ""},
		"row open":                 {func(m *chips.Matrix) { m.BreakRow(3, chips.Open) }, on.Without(e), 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := open(t, wiring{diodes: chips.DiodesToRows, pins: true})
			r.put(on)
			c.fault(r.matrix)
			full, lost, err := r.read(t, false)
			if full != c.full || lost != c.lost {
				t.Errorf("reads %v, lost %v", full, lost)
			}
			if got := strings.Join(lineErrors(err), ", "); got != c.lines {
				t.Errorf("lines at fault %q, want %q", got, c.lines)
			}
		})
	}
}

// A row that another program holds is lost, and the others are still read. A single
// pin shows this only when it is driven.
func TestBusyLines(t *testing.T) {
	defer log.SetOutput(log.Writer())
	log.SetOutput(io.Discard)
	r := open(t, wiring{diodes: chips.DiodesToRows, pins: true})
	r.put(start)
	r.gpio.Busy(1, true)
	full, lost, err := r.read(t, false)
	// Row 1 cannot be driven. It still floats, but the driver cannot know that
	// after the failed call, so no later row can be trusted until row 1 answers
	// again.
	if full != rules.RankSquares(0) || lost != ^rules.RankSquares(0) {
		t.Errorf("reads %v, lost %v", full, lost)
	}
	if err == nil || !strings.Contains(err.Error(), "row 1 (GPIO5): cannot be driven: row 1 (GPIO5): device or resource busy") {
		t.Errorf("got %v", err)
	}
	r.gpio.Busy(1, false)
	if full, lost, err := r.read(t, false); full != start || lost != 0 || err != nil {
		t.Errorf("reads %v, lost %v, %v", full, lost, err)
	}

	r = open(t, wiring{diodes: chips.DiodesToRows})
	r.put(start)
	r.gpio.Busy(11, true)
	full, lost, err = r.read(t, false)
	if full != 0 || lost != rules.AllSquares || len(lineErrors(err)) != 8 || !strings.Contains(err.Error(), "row 0: the columns cannot be read: device or resource busy") {
		t.Errorf("reads %v, lost %v, %v", full, lost, err)
	}
	r.gpio.Busy(11, false)
	if full, lost, err := r.read(t, false); full != start || lost != 0 || err != nil {
		t.Errorf("reads %v, lost %v, %v", full, lost, err)
	}
}

// If the board reports a square as unknown, its row is lost.
func TestUnknownSquare(t *testing.T) {
	r := open(t, wiring{diodes: chips.DiodesToRows})
	r.put(start)
	r.board.SetSquare(rules.C2, sensors.Unknown)
	full, lost, err := r.read(t, false)
	if full != start&^rules.RankSquares(1) || lost != rules.RankSquares(1) || strings.Join(lineErrors(err), "") != "row 1" {
		t.Errorf("reads %v, lost %v, %v", full, lost, err)
	}
}

func TestPinsThatCannotBeTaken(t *testing.T) {
	g := chips.NewGPIO(chips.NewBoard().Matrix(squares(), chips.DiodesToRows), 16)
	g.Busy(2, true)
	var rows [8]gpiomatrix.RowPin
	for i := range 8 {
		rows[i] = g.Pins(0, 8)[i]
	}
	if _, err := gpiomatrix.NewRowPins(rows, false); err == nil || err.Error() != "row 2 (GPIO6): device or resource busy" {
		t.Errorf("got %v", err)
	}
}

func TestReadDoesNotAllocate(t *testing.T) {
	for name, w := range withDiodes {
		t.Run(name, func(t *testing.T) {
			r := open(t, w)
			r.put(start)
			chiptest.AllocatesNothing(t, r.dev)
		})
	}
}

// One goroutine moves pieces while another reads them.
func TestTwoGoroutines(t *testing.T) {
	r := open(t, wiring{diodes: chips.DiodesToRows})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 200 {
			r.board.SetSquare(rules.Square(i%64), sensors.Occupied)
		}
	}()
	for range 50 {
		if _, _, err := r.read(t, false); err != nil {
			t.Error(err)
		}
	}
	<-done
	if full, _, err := r.read(t, false); full != rules.AllSquares || err != nil {
		t.Error(full, err)
	}
}

func BenchmarkRead(b *testing.B) {
	r := open(b, wiring{diodes: chips.DiodesToRows})
	r.put(start)
	counts := make(sensors.Counts, 64)
	b.ReportAllocs()
	for b.Loop() {
		if err := r.dev.Read(counts); err != nil {
			b.Fatal(err)
		}
	}
}
