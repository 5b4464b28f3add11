package mcpmatrix_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/mcpmatrix"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

const start = rules.Squares(0xffff00000000ffff)

// rig is a matrix on one chip, with its driver.
type rig struct {
	board  *chips.Board
	bus    *chips.Bus
	matrix *chips.Matrix
	chip   *chips.MCP23017
	dev    *mcpmatrix.Dev
	slept  time.Duration
}

// ports says where rows and columns are.
type ports int

const (
	rowsOnA ports = iota
	rowsOnB
	crossed
)

func open(t testing.TB, diodes chips.Diodes, at ports) *rig {
	t.Helper()
	r := &rig{board: chips.NewBoard(), bus: chips.NewBus("I2C1")}
	switch at {
	case rowsOnB:
		r.matrix = r.board.Matrix(chiptest.Squares(), diodes)
		r.chip = chips.NewMCP23017(chips.Swapped(r.matrix))
		r.bus.Attach(0x24, r.chip)
	case crossed:
		r.matrix = r.board.Matrix(chiptest.Squares(), diodes)
		r.chip = chips.NewMCP23017(chips.Exchanged(r.matrix, 0, 15))
		r.bus.Attach(0x24, r.chip)
	default:
		r.matrix, r.chip = r.board.MCPMatrix(r.bus, chiptest.Squares(), diodes, 0x24)
	}
	var err error
	r.dev, err = mcpmatrix.New(r.bus, mcpmatrix.Opts{
		Addr: 0x24, RowsOnB: at == rowsOnB, Crossed: at == crossed, Diodes: diodes != chips.NoDiodes,
		Sleep: func(d time.Duration) { r.slept += d },
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
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

func (r *rig) read(t testing.TB) (full, lost rules.Squares, err error) {
	t.Helper()
	counts := make(sensors.Counts, 64)
	err = r.dev.Read(counts)
	for ch, n := range counts {
		switch n {
		case sensors.Lost:
			lost = lost.With(rules.Square(ch))
		case 0:
			full = full.With(rules.Square(ch))
		case 1:
		default:
			t.Fatalf("channel %d reads %d", ch, n)
		}
	}
	return full, lost, err
}

func TestReadsTheBoard(t *testing.T) {
	for name, at := range map[string]ports{"rows on port A": rowsOnA, "rows on port B": rowsOnB, "crossed": crossed} {
		t.Run(name, func(t *testing.T) {
			r := open(t, chips.DiodesToRows, at)
			if r.dev.Channels() != 64 || r.dev.String() != "mcpmatrix 0x24 on I2C1" {
				t.Errorf("%v has %d channels, want 64 of mcpmatrix 0x24 on I2C1", r.dev, r.dev.Channels())
			}
			random := rand.New(rand.NewPCG(1, 1))
			boards := []rules.Squares{0, start, rules.AllSquares, rules.FileSquares(3), rules.RankSquares(4)}
			for range 50 {
				boards = append(boards, rules.Squares(random.Uint64()))
			}
			for _, on := range boards {
				r.put(on)
				before := r.bus.Wire().Transactions
				full, lost, err := r.read(t)
				if err != nil || full != on || lost != 0 {
					t.Fatalf("%v reads %v, lost %v, %v", on, full, lost, err)
				}
				if n := r.bus.Wire().Transactions - before; n != 16 && (at != crossed || n != 18) && on != rules.AllSquares && on != rules.FileSquares(3) {
					t.Fatalf("%d transactions", n)
				}
				if r.dev.Ghosts() != 0 {
					t.Fatal("ghosts behind diodes")
				}
			}
			if r.matrix.Shorts() != 0 {
				t.Error("lines were driven against each other")
			}
			if want := time.Duration(8*len(boards)) * mcpmatrix.DefaultSettle; r.slept < want || r.slept > want*5/4 {
				t.Errorf("settled for %v, want about %v", r.slept, want)
			}
		})
	}
}

// If rows are crossed, GPA7 and GPB7 are outputs from the first reading on, whatever is
// being read. A reset of the chip is still noticed.
func TestCrossedRowsAreOutputs(t *testing.T) {
	r := open(t, chips.DiodesToRows, crossed)
	direction := func() (ports [2]byte) {
		if err := r.bus.Tx(0x24, []byte{0x00}, ports[:]); err != nil {
			t.Fatal(err)
		}
		return ports
	}
	for _, on := range []rules.Squares{0, start, rules.AllSquares} {
		r.put(on)
		for range 2 {
			r.read(t)
			if d := direction(); d[0]&0x80 != 0 || d[1]&0x80 != 0 {
				t.Fatalf("IODIR is % x", d)
			}
		}
	}
	r.put(start)
	r.chip.Power(false)
	r.chip.Power(true)
	if _, lost, err := r.read(t); err == nil || lost != rules.AllSquares {
		t.Errorf("after a reset: lost %v, %v", lost, err)
	}
	if full, lost, err := r.read(t); err != nil || full != start || lost != 0 {
		t.Errorf("back: %v, lost %v, %v", full, lost, err)
	}
}

// In errors, the lines of crossed rows have the names of the pins to which they are
// soldered.
func TestCrossedLines(t *testing.T) {
	for want, fault := range map[string]func(*chips.Matrix){
		"row 0 (GPB7)":    func(m *chips.Matrix) { m.BreakRow(0, chips.StuckHigh) },
		"row 7 (GPA7)":    func(m *chips.Matrix) { m.BreakRow(7, chips.StuckHigh) },
		"column 7 (GPA0)": func(m *chips.Matrix) { m.BreakColumn(7, chips.StuckLow) },
	} {
		r := open(t, chips.DiodesToRows, crossed)
		fault(r.matrix)
		if _, _, err := r.read(t); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestGhosts(t *testing.T) {
	r := open(t, chips.NoDiodes, rowsOnA)
	three := rules.SquaresOf(rules.B2, rules.F2, rules.B6)
	r.put(three)
	four := three.With(rules.F6)
	if full, _, err := r.read(t); err != nil || full != four || rules.Squares(r.dev.Ghosts()) != four {
		t.Errorf("%v, %v, ghosts %v", full, err, rules.Squares(r.dev.Ghosts()))
	}
	random := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		on := rules.Squares(random.Uint64() & random.Uint64() & random.Uint64())
		r.put(on)
		full, lost, err := r.read(t)
		if err != nil || lost != 0 || on&^full != 0 || full&^on&^rules.Squares(r.dev.Ghosts()) != 0 {
			t.Fatalf("%v reads %v, lost %v, ghosts %v, %v", on, full, lost, rules.Squares(r.dev.Ghosts()), err)
		}
	}
	if r.matrix.Shorts() != 0 {
		t.Error("lines were driven against each other")
	}
}

func TestLines(t *testing.T) {
	const e = rules.E4
	on := rules.SquaresOf(rules.A1, e, rules.H7)
	for name, c := range map[string]struct {
		fault func(*chips.Matrix)
		full  rules.Squares
		lost  rules.Squares
		want  string
	}{
		"column shorted to ground": {func(m *chips.Matrix) { m.BreakColumn(4, chips.StuckLow) }, on.Without(e), rules.FileSquares(4), "column 4 (GPB4): low with no row driven: look for a short to ground on it or on the row of a piece, or a missing pull resistor"},
		"column shorted to supply": {func(m *chips.Matrix) { m.BreakColumn(4, chips.StuckHigh) }, on.Without(e), 0, ""},
		"column open":              {func(m *chips.Matrix) { m.BreakColumn(4, chips.Open) }, on.Without(e), 0, ""},
		"row shorted to ground":    {func(m *chips.Matrix) { m.BreakRow(3, chips.StuckLow) }, on.Without(e), rules.FileSquares(4), "column 4 (GPB4): low with no row driven: look for a short to ground on it or on the row of a piece, or a missing pull resistor"},
		"row shorted to supply":    {func(m *chips.Matrix) { m.BreakRow(3, chips.StuckHigh) }, on.Without(e), rules.RankSquares(3), "row 3 (GPA3): high while it is driven low: look for a short to the supply"},
		"row open":                 {func(m *chips.Matrix) { m.BreakRow(3, chips.Open) }, on.Without(e), 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := open(t, chips.DiodesToRows, rowsOnA)
			r.put(on)
			c.fault(r.matrix)
			full, lost, err := r.read(t)
			if full != c.full || lost != c.lost {
				t.Errorf("reads %v, lost %v", full, lost)
			}
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// If the chip is unplugged or without power, or the bus is stuck, all squares are lost.
// They come back one reading after the chip does.
func TestSilentChip(t *testing.T) {
	for name, fault := range map[string]struct {
		fail, mend func(*rig)
		text       string
	}{
		"unplugged":      {func(r *rig) { r.bus.Unplug(0x24) }, func(r *rig) { r.bus.Plug(0x24) }, "remote I/O error"},
		"without power":  {func(r *rig) { r.chip.Power(false) }, func(r *rig) { r.chip.Power(true) }, "remote I/O error"},
		"stuck bus":      {func(r *rig) { r.bus.Stick(true) }, func(r *rig) { r.bus.Stick(false) }, "connection timed out"},
		"unknown square": {func(r *rig) { r.board.SetSquare(rules.E5, sensors.Unknown) }, func(r *rig) { r.put(start) }, "remote I/O error"},
	} {
		t.Run(name, func(t *testing.T) {
			r := open(t, chips.DiodesToRows, rowsOnA)
			r.put(start)
			fault.fail(r)
			for range 3 {
				full, lost, err := r.read(t)
				var chip *sensors.ChipError
				if !errors.As(err, &chip) || chip.From != 0 || chip.To != 64 || err.Error() != "mcpmatrix 0x24 on I2C1 (channels 0-63): sysfs-i2c: "+fault.text {
					t.Errorf("got %v", err)
				}
				if full != 0 || lost != rules.AllSquares {
					t.Errorf("reads %v, lost %v", full, lost)
				}
			}
			fault.mend(r)
			if _, lost, err := r.read(t); err != nil || lost != rules.AllSquares {
				t.Errorf("set up again: lost %v, %v", lost, err)
			}
			if full, lost, err := r.read(t); err != nil || full != start || lost != 0 {
				t.Errorf("back: %v, lost %v, %v", full, lost, err)
			}
		})
	}
}

// failing lets some transactions pass and then does something to the chip.
type failing struct {
	i2c.Bus
	after int
	do    func()
}

func (f *failing) Tx(addr uint16, w, r []byte) error {
	if f.after--; f.after == 0 {
		f.do()
	}
	return f.Bus.Tx(addr, w, r)
}

// A chip that is reset during a reading continues to answer, with floating columns. At
// whichever transaction this happens, no row that was read wrongly is accepted, and the
// rows read before it remain valid.
func TestResetInTheMiddle(t *testing.T) {
	for at := 1; at <= 16; at++ {
		r := open(t, chips.DiodesToRows, rowsOnA)
		r.put(start)
		bus := &failing{Bus: r.bus, after: -1, do: func() { r.chip.Reset() }}
		dev, err := mcpmatrix.New(bus, mcpmatrix.Opts{Addr: 0x24, Diodes: true, Sleep: func(time.Duration) {}})
		if err != nil {
			t.Fatal(err)
		}
		r.dev, bus.after = dev, at
		full, lost, err := r.read(t)
		if err == nil || !strings.Contains(err.Error(), "mcpmatrix 0x24 on I2C1 (channels 0-63): the chip has lost its set-up") {
			t.Errorf("at %d: %v", at, err)
		}
		if done := (at - 1) / 2; lost != rules.AllSquares<<(8*done) || full != start&^lost {
			t.Errorf("at %d: reads %v, lost %v", at, full, lost)
		}
		if full, lost, err := r.read(t); err != nil || full != start || lost != 0 {
			t.Errorf("at %d, next: %v, lost %v, %v", at, full, lost, err)
		}
	}
}

func TestStartsWithoutChip(t *testing.T) {
	bus := chips.NewBus("I2C1")
	dev, err := mcpmatrix.New(bus, mcpmatrix.Opts{Addr: 0x20})
	if err != nil {
		t.Fatal(err)
	}
	counts := make(sensors.Counts, 64)
	if err := dev.Read(counts); err == nil || counts[0] != sensors.Lost {
		t.Error(counts[0], err)
	}
}

func TestNewRefuses(t *testing.T) {
	for want, opts := range map[string]mcpmatrix.Opts{
		"0x28 is not an address an MCP23017 can have":   {Addr: 0x28},
		"settle is -1ns and must be between 0 and 10ms": {Addr: 0x20, Settle: -1},
		"have a diode at every switch":                  {Addr: 0x20, Crossed: true},
		"settle is 1s and must be between 0 and 10ms":   {Addr: 0x20, Settle: time.Second},
	} {
		if _, err := mcpmatrix.New(chips.NewBus("I2C1"), opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if err := open(t, chips.NoDiodes, rowsOnA).dev.Read(make(sensors.Counts, 63)); err == nil {
		t.Error("a reading without room was taken")
	}
}

func TestReadDoesNotAllocate(t *testing.T) {
	r := open(t, chips.DiodesToRows, rowsOnA)
	r.put(start)
	chiptest.AllocatesNothing(t, r.dev)
}

// The bytes on the wire: a start and a reading with pieces on a1, d4 and h8.
func TestTraffic(t *testing.T) {
	r := open(t, chips.DiodesToRows, rowsOnA)
	on := rules.SquaresOf(rules.A1, rules.D4, rules.H8)
	r.put(on)
	traffic.Test(t, r.bus, func(bus i2c.Bus) {
		var err error
		r.dev, err = mcpmatrix.New(bus, mcpmatrix.Opts{Addr: 0x24, Diodes: true, Sleep: func(time.Duration) {}})
		if err != nil {
			t.Fatal(err)
		}
		if full, lost, err := r.read(t); full != on || lost != 0 || err != nil {
			t.Error(full, lost, err)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	r := open(b, chips.DiodesToRows, rowsOnA)
	r.put(start)
	counts := make(sensors.Counts, 64)
	b.ReportAllocs()
	for b.Loop() {
		if err := r.dev.Read(counts); err != nil {
			b.Fatal(err)
		}
	}
}
