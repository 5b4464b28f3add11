package gpiomatrix

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/sensors"
)

// Rows are eight lines that can be written together, bit n being row n.
// *gpioioctl.LineSet is one, RowPins another.
type Rows interface {
	Out(value, mask gpio.GPIOValue) error
}

// Columns are eight lines that can be read together, bit n being column n.
// *gpioioctl.LineSet is one, ColumnPins another.
type Columns interface {
	Read(mask gpio.GPIOValue) (gpio.GPIOValue, error)
}

// Opts is how the matrix is built. The zero value is a board whose rows are
// driven low against pulled-up columns, without diodes.
type Opts struct {
	// ActiveHigh drives the row that is read high, against pulled-down columns.
	ActiveHigh bool
	// Diodes says that there is one at every switch.
	Diodes bool
	// OpenRows says that rows float when they are not driven, though they are
	// not RowPins: open-drain drivers between the lines and the board.
	OpenRows bool
	// Settle is how long a column needs to follow its row, 0 to 10 ms; 0 stands
	// for DefaultSettle.
	Settle time.Duration
	// Sleep waits for Settle; nil stands for time.Sleep.
	Sleep func(time.Duration)
	// RowNames and ColumnNames are what errors call the lines, as "GPIO17". They
	// may be left out.
	RowNames, ColumnNames []string
}

// DefaultSettle is enough for the Raspberry Pi's own pull resistors and some
// 200 pF of board and cable.
const DefaultSettle = 50 * time.Microsecond

// Dev is an eight by eight matrix. Channel 8·r + c is the crossing of row r
// and column c. It is for one goroutine at a time.
type Dev struct {
	rows    Rows
	columns Columns
	opts    Opts
	closed  [8]byte // by row: the columns that were felt
	known   [8]bool // by row: whether it could be read
	ghosts  uint64
	errs    []error
}

// New returns the driver. It touches no line yet. It fails when Opts cannot be
// right: rows that cannot float on a board without diodes, a settle time out
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

// Read drives one row after the other and reads the columns: 0 for a low
// column and 1 for a high one. A row that cannot be driven or read gives Lost
// in its eight channels, and so does a column that is at its active level while
// no row is driven. The error joins a *sensors.LineError for each; the other
// channels stand.
//
// A row whose line is broken cannot be told from an empty one.
func (d *Dev) Read(into sensors.Counts) error {
	if len(into) < 64 {
		return fmt.Errorf("gpiomatrix: room for %d channels, and the matrix has 64", len(into))
	}
	d.errs = d.errs[:0]
	always, rowsKnown := byte(0xff), 0
	for row := range 8 {
		var err error
		d.closed[row], err = d.active(1 << row)
		if d.known[row] = err == nil; err != nil {
			d.errs = append(d.errs, &sensors.LineError{Line: line("row", row, name(d.opts.RowNames, row)), Err: err})
			continue
		}
		rowsKnown++
		always &= d.closed[row]
	}
	var stuck byte
	if rowsKnown > 0 && always != 0 {
		// Eight pieces on a file, or a column that hangs at its active level?
		stuck = d.stuck(always)
	}
	d.fill(into, stuck)
	d.findGhosts(stuck)
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

// stuck returns those of the columns that are active with no row driven.
func (d *Dev) stuck(suspects byte) byte {
	idle, err := d.active(0)
	if err != nil {
		return 0 // a row has failed already and was told of; nothing is known against the columns
	}
	level, to := "low", "ground"
	if d.opts.ActiveHigh {
		level, to = "high", "the supply"
	}
	for column := range 8 {
		if suspects&idle>>column&1 != 0 {
			d.errs = append(d.errs, &sensors.LineError{
				Line: line("column", column, name(d.opts.ColumnNames, column)),
				Err:  fmt.Errorf("%s with no row driven: look for a short to %s on it or on the row of a piece, or a missing pull resistor", level, to),
			})
		}
	}
	return suspects & idle
}

func (d *Dev) fill(into sensors.Counts, stuck byte) {
	var open, closed int32 = 1, 0
	if d.opts.ActiveHigh {
		open, closed = 0, 1
	}
	for ch := range 64 {
		row, column := ch/8, ch%8
		switch {
		case !d.known[row] || stuck>>column&1 != 0:
			into[ch] = sensors.Lost
		case d.closed[row]>>column&1 != 0:
			into[ch] = closed
		default:
			into[ch] = open
		}
	}
}

// findGhosts marks the corners of every rectangle that is closed at all four.
func (d *Dev) findGhosts(stuck byte) {
	d.ghosts = 0
	if d.opts.Diodes {
		return
	}
	for a := range 8 {
		for b := range a {
			both := d.closed[a] & d.closed[b] &^ stuck
			if d.known[a] && d.known[b] && both&(both-1) != 0 {
				d.ghosts |= uint64(both)<<(8*a) | uint64(both)<<(8*b)
			}
		}
	}
}

// Ghosts returns, as bits by channel, which closed switches of the last
// reading may be none: on a board without diodes the corners of every
// rectangle that reads closed at all four, of which one may have no piece. It
// is not a fault that could be mended: the starting position is full of such
// rectangles. Always 0 with diodes.
func (d *Dev) Ghosts() uint64 { return d.ghosts }

func name(names []string, n int) string {
	if n < len(names) {
		return names[n]
	}
	return ""
}
