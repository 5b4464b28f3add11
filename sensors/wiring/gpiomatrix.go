package wiring

import (
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/rules"
	"touchmove/sensors/gpiomatrix"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// GPIOMatrix is a matrix of eight driven rows and eight read columns on GPIO
// lines. Channel 8r+c is row r, column c.
type GPIOMatrix struct {
	Rows       []string      // eight output lines, such as "GPIO17"
	Columns    []string      // eight input lines
	Settle     time.Duration // from driving a row to reading its columns; whole microseconds
	ActiveHigh bool
	Bare       bool           // no diodes; otherwise one per square
	Squares    []rules.Square // by channel; all 64 are present
}

func usualGPIOMatrix(squares []rules.Square) Wiring {
	return GPIOMatrix{Rows: gpioLines(4, 8), Columns: gpioLines(12, 8), Squares: squares}
}

// gpioLines returns the names of n GPIO lines from a number on.
func gpioLines(from, n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("GPIO%d", from+i))
	}
	return names
}

// Driver returns "gpiomatrix".
func (GPIOMatrix) Driver() string { return "gpiomatrix" }

// String says that it is on GPIO lines.
func (w GPIOMatrix) String() string { return w.what() + w.where() }

// Parts returns the matrix itself.
func (w GPIOMatrix) Parts() []Part { return []Part{w} }

// Served returns Squares.
func (w GPIOMatrix) Served() []rules.Square { return w.Squares }

// Linear returns false.
func (GPIOMatrix) Linear() bool { return false }

// Chips returns none.
func (GPIOMatrix) Chips() []Chip { return nil }

// Lines returns the rows and the columns.
func (w GPIOMatrix) Lines() []NeededLine {
	rows := lines(w.Rows, "rows", "row %d", func(n int) []rules.Square { return every(w.Squares, 8*n, 1) })
	return append(rows, lines(w.Columns, "columns", "column %d", func(n int) []rules.Square { return every(w.Squares, n, 8) })...)
}

// Effort returns the cost of driving eight rows and reading the columns for each.
func (w GPIOMatrix) Effort() (e Effort) {
	e.call(16)
	e.wait(8, w.Settle)
	return e
}

func (GPIOMatrix) what() string { return "8×8 matrix" }

func (GPIOMatrix) where() string { return " on GPIO" }

func (GPIOMatrix) on() string { return "" }

func (GPIOMatrix) name(ch int) (long, short string) { return matrixName(ch) }

func (w GPIOMatrix) unit(on scan.Hardware) (scan.Unit, error) {
	dev, err := w.open(on)
	if err != nil {
		return scan.Unit{}, err
	}
	return scan.Unit{
		Squares: w.Squares, ActiveHigh: w.ActiveHigh, Groups: matrixGroups(w.Rows, w.Columns, ""),
		Make: func(*scan.Segment) (scan.Sensor, error) { return dev, nil },
	}, nil
}

// open requests the lines of a matrix. Rows without diodes must float while another
// is driven, which only single lines can do.
func (w GPIOMatrix) open(on scan.Hardware) (scan.Sensor, error) {
	pull := gpio.PullUp
	if w.ActiveHigh {
		pull = gpio.PullDown
	}
	opts := gpiomatrix.Opts{
		ActiveHigh: w.ActiveHigh, Diodes: !w.Bare, Settle: w.Settle, Sleep: on.Sleep, RowNames: w.Rows, ColumnNames: w.Columns,
	}
	var rows gpiomatrix.Rows
	if w.Bare {
		single, err := on.Pins(w.Rows)
		if err != nil {
			return nil, fmt.Errorf("rows: %w", err)
		}
		if rows, err = gpiomatrix.NewRowPins([8]gpiomatrix.RowPin(single), w.ActiveHigh); err != nil {
			return nil, err
		}
	} else {
		driven, err := on.Outputs(w.Rows)
		if err != nil {
			return nil, fmt.Errorf("rows: %w", err)
		}
		rows = driven
	}
	columns, err := on.Inputs(w.Columns, pull, false)
	if err != nil {
		return nil, fmt.Errorf("columns: %w", err)
	}
	return gpiomatrix.New(rows, columns, opts)
}

func (w GPIOMatrix) solder(t *Twins, squares []rules.Square) error {
	direction := chips.DiodesToRows
	if w.ActiveHigh {
		direction = chips.DiodesToColumns
	}
	t.Matrix = t.pins.Matrix(squares, diodes(w.Bare, direction))
	t.name(chips.NewGPIO(t.Matrix, 16), append(append([]string{}, w.Rows...), w.Columns...)...)
	return nil
}
