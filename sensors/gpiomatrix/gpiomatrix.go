package gpiomatrix

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/sensors"
	"touchmove/sensors/internal/matrix"
)

// Rows are eight lines that can be written together; bit n is row n.
// *gpioioctl.LineSet and *RowPins implement it.
type Rows interface {
	Out(value, mask gpio.GPIOValue) error
}

// Columns are eight lines that can be read together; bit n is column n.
// *gpioioctl.LineSet implements it.
type Columns interface {
	Read(mask gpio.GPIOValue) (gpio.GPIOValue, error)
}

// Opts describes how the matrix is built. The zero value is a board whose rows are
// driven low against pulled-up columns, without diodes.
type Opts struct {
	// ActiveHigh means that the row being read is driven high, against pulled-down
	// columns.
	ActiveHigh bool
	// Diodes means that there is a diode at every switch.
	Diodes bool
	// OpenRows means that rows float when they are not driven, although they are
	// not RowPins: there are open-drain drivers between the lines and the board.
	OpenRows bool
	// Settle is how long a column needs to follow its row, 0 to 10 ms; 0 means
	// DefaultSettle.
	Settle time.Duration
	// Sleep waits for Settle; nil means time.Sleep.
	Sleep func(time.Duration)
	// RowNames and ColumnNames are the names of the lines in errors, such as
	// "GPIO17". They may be left out.
	RowNames, ColumnNames []string
}

// DefaultSettle is enough for the Raspberry Pi's own pull resistors and about 200
// pF of board and cable.
const DefaultSettle = 50 * time.Microsecond

// Dev is an eight by eight matrix. Channel 8·r + c is the crossing of row r
// and column c. It is for one goroutine at a time.
type Dev struct {
	rows    Rows
	columns Columns
	opts    Opts
	last    matrix.Reading
	errs    []error
}

// New returns the driver. It touches no line. It returns an error if Opts are
// invalid: rows that cannot float on a board without diodes, or a settle time out
// of range.
func New(rows Rows, columns Columns, opts Opts) (*Dev, error) {
	if _, floats := rows.(*RowPins); !opts.Diodes && !opts.OpenRows && !floats {
		return nil, errors.New("gpiomatrix: rows that drive both ways short each other on a board without diodes: use single pins as rows (NewRowPins), or say that there are diodes or open-drain rows")
	}
	if opts.Settle < 0 || opts.Settle > 10*time.Millisecond {
		return nil, fmt.Errorf("gpiomatrix: settle is %v and must be between 0 and 10ms", opts.Settle)
	}
	if opts.Settle == 0 {
		opts.Settle = DefaultSettle
	}
	if opts.Sleep == nil {
		opts.Sleep = time.Sleep
	}
	return &Dev{rows: rows, columns: columns, opts: opts, errs: make([]error, 0, 16)}, nil
}

// Channels returns 64.
func (d *Dev) Channels() int { return 64 }

// String returns "gpiomatrix".
func (d *Dev) String() string { return "gpiomatrix" }

// Read drives one row after the other and reads the columns: 0 for a low column and
// 1 for a high one. The eight channels of a row that cannot be driven or read are
// Lost, and so are those of a column that is active while no row is driven. The
// error joins a *sensors.LineError for each such line; the other channels are
// valid.
//
// A row whose line is broken cannot be distinguished from an empty one.
func (d *Dev) Read(into sensors.Counts) error {
	if len(into) < 64 {
		return fmt.Errorf("gpiomatrix: room for %d channels, and the matrix has 64", len(into))
	}
	d.errs = d.errs[:0]
	d.last = matrix.Reading{}
	for row := range 8 {
		var err error
		d.last.Closed[row], err = d.active(1 << row)
		if d.last.Known[row] = err == nil; err != nil {
			d.errs = append(d.errs, &sensors.LineError{Line: matrix.Line("row", row, name(d.opts.RowNames, row)), Channels: matrix.RowChannels(row), Err: err})
		}
	}
	if suspects := d.last.Suspects(); suspects != 0 {
		d.last.Stuck = d.stuck(suspects)
	}
	d.last.Fill(into, d.opts.ActiveHigh)
	return errors.Join(d.errs...)
}

// active drives the rows in the mask and returns the columns that follow.
func (d *Dev) active(rows gpio.GPIOValue) (byte, error) {
	value := rows
	if !d.opts.ActiveHigh {
		value = ^rows & 0xff
	}
	if err := d.rows.Out(value, 0xff); err != nil {
		return 0, fmt.Errorf("cannot be driven: %w", err)
	}
	d.opts.Sleep(d.opts.Settle)
	v, err := d.columns.Read(0xff)
	if err != nil {
		return 0, fmt.Errorf("the columns cannot be read: %w", err)
	}
	if d.opts.ActiveHigh {
		return byte(v), nil
	}
	return ^byte(v), nil
}

// stuck returns the suspects that are active while no row is driven.
func (d *Dev) stuck(suspects byte) byte {
	idle, err := d.active(0)
	if err != nil {
		return 0 // a row failed before and was reported; nothing is known about the columns
	}
	for column := range 8 {
		if suspects&idle>>column&1 != 0 {
			d.errs = append(d.errs, matrix.StuckColumn(column, name(d.opts.ColumnNames, column), d.opts.ActiveHigh))
		}
	}
	return suspects & idle
}

// Ghosts returns, as bits by channel, the closed switches of the last reading that
// may not really be closed. On a board without diodes these are the corners of
// every rectangle that reads closed at all four: one of them may have no piece.
// This is not a fault that can be repaired; the starting position is full of such
// rectangles. With diodes the result is always 0.
func (d *Dev) Ghosts() uint64 {
	if d.opts.Diodes {
		return 0
	}
	return d.last.Ghosts()
}

func name(names []string, n int) string {
	if n < len(names) {
		return names[n]
	}
	return ""
}
