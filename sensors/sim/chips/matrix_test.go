package chips_test

import (
	"testing"

	"periph.io/x/conn/v3/gpio"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// Levels on copper: rows 0 to 7 are pins 0 to 7, columns 0 to 7 are pins 8 to 15.
// There are pieces on the squares named. Square 8r+c is at the crossing of row r
// and column c, so a1 is row 0, column 0 and b1 is row 0, column 1.
func TestMatrixLevels(t *testing.T) {
	const f, d, u, l, h = chips.Float, chips.PullDown, chips.PullUp, chips.DriveLow, chips.DriveHigh
	three := []rules.Square{rules.A1, rules.B1, rules.A2}
	for _, c := range []struct {
		name    string
		pieces  []rules.Square
		diodes  chips.Diodes
		rows    [2]chips.Drive // rows 0 and 1; the others float
		columns chips.Drive
		fault   func(*chips.Matrix)
		want    [2]bool // columns 0 and 1
		shorts  int
	}{
		{"nothing", nil, chips.NoDiodes, [2]chips.Drive{l, f}, u, nil, [2]bool{true, true}, 0},
		{"a piece", three[:1], chips.NoDiodes, [2]chips.Drive{l, f}, u, nil, [2]bool{false, true}, 0},
		{"row not driven", three[:1], chips.NoDiodes, [2]chips.Drive{f, l}, u, nil, [2]bool{true, true}, 0},
		{"ghost on b2", three, chips.NoDiodes, [2]chips.Drive{f, l}, u, nil, [2]bool{false, false}, 0},
		{"no ghost behind diodes", three, chips.DiodesToRows, [2]chips.Drive{f, l}, u, nil, [2]bool{false, true}, 0},
		{"no ghost, other row high", three, chips.DiodesToRows, [2]chips.Drive{h, l}, u, nil, [2]bool{false, true}, 0},
		{"rows fight without diodes", three, chips.NoDiodes, [2]chips.Drive{h, l}, u, nil, [2]bool{false, true}, 1},
		{"driven high", three[:1], chips.NoDiodes, [2]chips.Drive{h, f}, d, nil, [2]bool{true, false}, 0},
		{"driven high, ghost", three, chips.NoDiodes, [2]chips.Drive{f, h}, d, nil, [2]bool{true, true}, 0},
		{"driven high, diodes", three, chips.DiodesToColumns, [2]chips.Drive{f, h}, d, nil, [2]bool{true, false}, 0},
		{"driven high, diodes, other row low", three, chips.DiodesToColumns, [2]chips.Drive{l, h}, d, nil, [2]bool{true, false}, 0},
		{"diodes the wrong way, low", three, chips.DiodesToColumns, [2]chips.Drive{l, f}, u, nil, [2]bool{true, true}, 0},
		{"diodes the wrong way, high", three, chips.DiodesToRows, [2]chips.Drive{h, f}, d, nil, [2]bool{false, false}, 0},
		{"no pull", nil, chips.NoDiodes, [2]chips.Drive{l, f}, f, nil, [2]bool{false, false}, 0},
		{"row open", three, chips.DiodesToRows, [2]chips.Drive{l, f}, u, func(m *chips.Matrix) { m.BreakRow(0, chips.Open) }, [2]bool{true, true}, 0},
		{"row open, ghost goes on", three, chips.NoDiodes, [2]chips.Drive{h, l}, u, func(m *chips.Matrix) { m.BreakRow(0, chips.Open) }, [2]bool{false, false}, 0},
		{"column open", three, chips.DiodesToRows, [2]chips.Drive{l, f}, u, func(m *chips.Matrix) { m.BreakColumn(0, chips.Open) }, [2]bool{true, false}, 0},
		{"column to ground", nil, chips.DiodesToRows, [2]chips.Drive{f, f}, u, func(m *chips.Matrix) { m.BreakColumn(1, chips.StuckLow) }, [2]bool{true, false}, 0},
		{"row to ground, driven high", nil, chips.DiodesToRows, [2]chips.Drive{h, f}, u, func(m *chips.Matrix) { m.BreakRow(0, chips.StuckLow) }, [2]bool{true, true}, 1},
		{"row to supply, driven low", three, chips.DiodesToRows, [2]chips.Drive{l, f}, u, func(m *chips.Matrix) { m.BreakRow(0, chips.StuckHigh) }, [2]bool{true, true}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			board := chips.NewBoard()
			m := board.Matrix(squares(64), c.diodes)
			for _, sq := range c.pieces {
				board.SetSquare(sq, sensors.Occupied)
			}
			if c.fault != nil {
				c.fault(m)
			}
			drive, level := make([]chips.Drive, 16), make([]bool, 16)
			copy(drive, c.rows[:])
			for column := 8; column < 16; column++ {
				drive[column] = c.columns
			}
			m.Levels(drive, level)
			if got := [2]bool{level[8], level[9]}; got != c.want || m.Shorts() != c.shorts {
				t.Errorf("columns %v, %d shorts, want %v and %d", got, m.Shorts(), c.want, c.shorts)
			}
		})
	}
}

func TestMatrixSilent(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	m, _ := board.MCPMatrix(bus, squares(64), chips.DiodesToRows, 0x20)
	if m.Silent() {
		t.Error("silent with every square known")
	}
	board.SetSquare(rules.G5, sensors.Unknown)
	if !m.Silent() {
		t.Error("not silent with a square unknown")
	}
	if err := bus.Tx(0x20, []byte{0}, nil); err != chips.ErrNoAnswer {
		t.Error(err)
	}
}

func TestGPIOPins(t *testing.T) {
	board := chips.NewBoard()
	g := chips.NewGPIO(board.Contacts(squares(4)), 4)
	board.SetSquare(rules.B1, sensors.Occupied)
	pins := g.Pins(0, 4)
	for i, p := range pins {
		if err := p.In(gpio.PullUp, gpio.NoEdge); err != nil {
			t.Fatal(err)
		}
		if want := gpio.Level(i != 1); p.Read() != want {
			t.Errorf("%v reads %v", p, p.Read())
		}
	}
	p := pins[0]
	if p.Name() != "GPIO4" || p.Number() != 4 || p.Pull() != gpio.PullUp || p.DefaultPull() != gpio.PullNoChange {
		t.Errorf("the first pin is %s, number %d, pull %v, by default %v", p.Name(), p.Number(), p.Pull(), p.DefaultPull())
	}
	if p.In(gpio.PullUp, gpio.BothEdges) == nil || p.PWM(gpio.DutyHalf, 0) == nil || p.WaitForEdge(0) || p.Halt() != nil || p.Function() == "" {
		t.Error("edges and PWM are not simulated")
	}
	if err := p.In(gpio.Float, gpio.NoEdge); err != nil || p.Read() != gpio.Low {
		t.Error("a floating line reads", p.Read(), err)
	}
	if err := p.In(gpio.PullDown, gpio.NoEdge); err != nil || p.Read() != gpio.Low {
		t.Error("a pulled-down line reads", p.Read(), err)
	}
	for _, l := range []gpio.Level{gpio.High, gpio.Low} {
		if err := p.Out(l); err != nil || p.Read() != l {
			t.Error("driven", l, "reads", p.Read(), err)
		}
	}
	g.Busy(0, true)
	if p.Out(gpio.High) != chips.ErrLineBusy || p.In(gpio.PullUp, gpio.NoEdge) != chips.ErrLineBusy {
		t.Error("a busy line was driven")
	}
}

func TestLineSets(t *testing.T) {
	board := chips.NewBoard()
	g := chips.NewGPIO(board.Matrix(squares(64), chips.DiodesToRows), 16)
	rows, columns := g.Outputs(0, 8), g.Inputs(8, 16, gpio.PullUp)
	board.SetSquare(rules.C3, sensors.Occupied)
	if err := rows.Out(0xff, 0xff); err != nil {
		t.Fatal(err)
	}
	if err := rows.Out(0, 1<<2); err != nil { // row 2 only; the others stay high
		t.Fatal(err)
	}
	if v, err := columns.Read(0); v != 0xfb || err != nil {
		t.Errorf("all columns: %x, %v", v, err)
	}
	if v, err := columns.Read(0x0c); v != 0x08 || err != nil {
		t.Errorf("two columns: %x, %v", v, err)
	}
	if v, err := rows.Read(0); v != 0xfb || err != nil {
		t.Errorf("rows read back: %x, %v", v, err)
	}
	if columns.Out(0, 1) == nil {
		t.Error("inputs were driven")
	}
	board.SetSquare(rules.A3, sensors.Unknown)
	if _, err := columns.Read(0); err == nil {
		t.Error("a row with an unknown square was read")
	}
	if err := rows.Out(0xfe, 0xff); err != nil {
		t.Fatal(err)
	}
	if _, err := columns.Read(0); err != nil {
		t.Error("a row without one was not:", err)
	}
	g.Busy(3, true)
	if rows.Out(0, 1) != chips.ErrLineBusy {
		t.Error("a set with a busy line was driven")
	}
}
