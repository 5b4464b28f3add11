package wiring

import (
	"fmt"
	"time"

	"touchmove/rules"
	"touchmove/sensors/mcpmatrix"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// MCPMatrix is a matrix of eight rows and eight columns on the two ports of one
// MCP23017. Channel 8r+c is row r, column c.
type MCPMatrix struct {
	Bus     string
	Addr    uint16         // 0x20 to 0x27
	RowsOnB bool           // rows on GPB0 to GPB7, columns on GPA0 to GPA7
	Crossed bool           // GPA0 and GPB7 are exchanged, so that neither GPA7 nor GPB7 is read; only with diodes
	Bare    bool           // no diodes; otherwise one per square, its anode at the column
	Settle  time.Duration  // from driving a row to reading its columns; whole microseconds
	Squares []rules.Square // by channel; all 64 are present
}

// MatrixChip is the kind of port expander that reads a matrix.
const MatrixChip = "mcp23017"

func usualMCPMatrix(squares []rules.Square) Wiring {
	return MCPMatrix{Bus: usualBuses[0], Addr: ExpanderOf(MatrixChip).Usual[0][0], Squares: squares}
}

// Driver returns "mcpmatrix".
func (MCPMatrix) Driver() string { return "mcpmatrix" }

// String names the matrix and its bus.
func (w MCPMatrix) String() string { return w.what() + w.where() }

// Parts returns the matrix itself.
func (w MCPMatrix) Parts() []Part { return []Part{w} }

// Served returns Squares.
func (w MCPMatrix) Served() []rules.Square { return w.Squares }

// Linear returns false.
func (MCPMatrix) Linear() bool { return false }

// Chips returns the port expander.
func (w MCPMatrix) Chips() []Chip {
	return []Chip{{Driver: MatrixChip, Bus: w.Bus, Addr: w.Addr, Key: "addr", Squares: w.Squares}}
}

// Lines returns none.
func (MCPMatrix) Lines() []NeededLine { return nil }

// Effort returns two transfers per row: IODIR, and GPPUA to GPIOB. If rows are
// crossed, OLAT is written for three of them, and IODIR for all but the first.
func (w MCPMatrix) Effort() (e Effort) {
	if w.Crossed {
		e.Transfer(3, 3, 0)
		e.Transfer(7, 2, 0)
	} else {
		e.Transfer(8, 2, 0)
	}
	e.Transfer(8, 1, 8)
	e.wait(8, w.Settle)
	return e
}

func (MCPMatrix) what() string { return "8×8 matrix on an MCP23017" }

func (w MCPMatrix) where() string { return ", I2C bus " + w.Bus }

func (w MCPMatrix) on() string { return w.Bus }

func (MCPMatrix) name(ch int) (long, short string) { return matrixName(ch) }

func (w MCPMatrix) unit(on scan.Hardware) (scan.Unit, error) {
	return scan.Unit{
		Bus: w.Bus, Squares: w.Squares,
		Groups: matrixGroups(w.rowPins(), w.columnPins(), fmt.Sprintf(" of mcpmatrix 0x%02x on bus %s", w.Addr, w.Bus)),
		Make: func(s *scan.Segment) (scan.Sensor, error) {
			opts := w.opts()
			opts.Sleep = on.Sleep
			return mcpmatrix.New(s.Bus, opts)
		},
	}, nil
}

func (w MCPMatrix) solder(t *Twins, squares []rules.Square) error {
	t.Matrix = t.pins.Matrix(squares, diodes(w.Bare, chips.DiodesToRows))
	circuit := chips.Circuit(t.Matrix)
	switch {
	case w.RowsOnB:
		circuit = chips.Swapped(circuit)
	case w.Crossed:
		circuit = chips.Exchanged(circuit, 0, 15)
	}
	t.bus(w.Bus).Attach(w.Addr, ExpanderOf(MatrixChip).twin(circuit))
	t.Chips = append(t.Chips, Twin{Bus: t.bus(w.Bus), Addr: w.Addr, Squares: squares})
	return nil
}

// matrixName names a channel of a matrix by its row and column.
func matrixName(ch int) (long, short string) {
	return fmt.Sprintf("row %d column %d", ch/8, ch%8), fmt.Sprintf("%d/%d", ch/8, ch%8)
}

// pinNames returns the chip's names for the pins of the rows or of the columns.
func (w MCPMatrix) rowPins() []string { return w.pinNames(mcpmatrix.RowPin) }

func (w MCPMatrix) columnPins() []string { return w.pinNames(mcpmatrix.ColumnPin) }

func (w MCPMatrix) pinNames(pin func(mcpmatrix.Opts, int) int) (names []string) {
	for n := range 8 {
		names = append(names, ExpanderOf(MatrixChip).Pin(pin(w.opts(), n)))
	}
	return names
}

// opts returns the options that describe how the matrix is built.
func (w MCPMatrix) opts() mcpmatrix.Opts {
	return mcpmatrix.Opts{Addr: w.Addr, RowsOnB: w.RowsOnB, Crossed: w.Crossed, Diodes: !w.Bare, Settle: w.Settle}
}

// diodes returns the diodes of a matrix, which has none if it is bare.
func diodes(bare bool, direction chips.Diodes) chips.Diodes {
	if bare {
		return chips.NoDiodes
	}
	return direction
}
