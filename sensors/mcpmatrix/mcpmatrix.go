package mcpmatrix

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/expander"
	"touchmove/sensors/internal/matrix"
	"touchmove/sensors/internal/mcp"
)

// Opts describes how the matrix is built. With only Addr set, it is a matrix without
// diodes, with rows on port A and columns on port B.
type Opts struct {
	Addr    uint16 // 0x20 to 0x27
	RowsOnB bool   // rows on GPB0 to GPB7 and columns on GPA0 to GPA7
	// Crossed exchanges GPA0 and GPB7: rows are on GPB7 and GPA1 to GPA7, columns on
	// GPB0 to GPB6 and GPA0. GPA7 and GPB7 are then always outputs, as revision D of
	// the datasheet demands. It needs Diodes, because a row that is an output is driven
	// high while another is driven low.
	Crossed bool
	Diodes  bool // whether there is a diode at every switch
	// Settle is how long a column needs to rise after its row was released, 0 to 10 ms;
	// 0 means DefaultSettle.
	Settle time.Duration
	// Sleep waits for Settle; nil means time.Sleep.
	Sleep func(time.Duration)
}

// DefaultSettle is enough for the chip's own pull-ups and about 200 pF of board.
const DefaultSettle = 100 * time.Microsecond

// Dev is an eight by eight matrix. Channel 8·r + c is the crossing of row r
// and column c. It is for one goroutine at a time.
type Dev struct {
	bus   i2c.Bus
	on    string
	opts  Opts
	ready bool
	// The contents of the registers while the chip is ready: bit 0 is GPA0, bit 15
	// GPB7.
	direction, latch uint16
	last             matrix.Reading
	errs             []error
	wire             mcp.Wire
}

// New returns the driver, and sets up the chip if it answers. It returns an error only
// if Opts are invalid; Read reports a chip that is missing.
func New(bus i2c.Bus, opts Opts) (*Dev, error) {
	if !mcp.Allowed(opts.Addr) {
		return nil, fmt.Errorf("mcpmatrix: 0x%02x is not an address an MCP23017 can have: write 0x20 to 0x27", opts.Addr)
	}
	if opts.Settle < 0 || opts.Settle > 10*time.Millisecond {
		return nil, fmt.Errorf("mcpmatrix: settle is %v and must be between 0 and 10ms", opts.Settle)
	}
	if opts.Crossed && (opts.RowsOnB || !opts.Diodes) {
		return nil, errors.New("mcpmatrix: crossed rows are on port A except for one, and have a diode at every switch")
	}
	if opts.Settle == 0 {
		opts.Settle = DefaultSettle
	}
	if opts.Sleep == nil {
		opts.Sleep = time.Sleep
	}
	d := &Dev{bus: bus, on: bus.String(), opts: opts, errs: make([]error, 0, 16)}
	d.ready = d.setup() == nil
	return d, nil
}

// Channels returns 64.
func (d *Dev) Channels() int { return 64 }

// String names the part, its address and the bus.
func (d *Dev) String() string { return fmt.Sprintf("mcpmatrix 0x%02x on %s", d.opts.Addr, d.on) }

// Read drives one row after the other and reads the columns: 0 for a low column and 1
// for a high one. If the chip does not answer or has lost its set-up, the rows from
// there on read sensors.Lost, and the error holds a *sensors.ChipError; the chip is set
// up again as soon as it answers, and trusted from the reading after that. A row that
// stays high although it is driven low, and a column that is low while no row is
// driven, also read Lost, with a *sensors.LineError for each. The other channels are
// valid. Without errors Read allocates nothing.
//
// A row whose line is broken cannot be distinguished from an empty one.
func (d *Dev) Read(into sensors.Counts) error {
	if len(into) < 64 {
		return fmt.Errorf("mcpmatrix: room for %d channels, and the matrix has 64", len(into))
	}
	d.errs, d.last = d.errs[:0], matrix.Reading{}
	if err := d.scan(); err != nil {
		d.errs = append(d.errs, &sensors.ChipError{Chip: "mcpmatrix", Addr: d.opts.Addr, Bus: d.on, To: 64, Err: err})
	}
	d.last.Fill(into, false)
	return errors.Join(d.errs...)
}

// Ghosts returns, as bits by channel, the closed switches of the last reading that may
// not really be closed. On a board without diodes these are the corners of every
// rectangle that reads closed at all four: one of them may have no piece. This is not a
// fault that can be repaired; the starting position is full of such rectangles. With
// diodes the result is always 0.
func (d *Dev) Ghosts() uint64 {
	if d.opts.Diodes {
		return 0
	}
	return d.last.Ghosts()
}

// scan reads all rows until the chip fails.
func (d *Dev) scan() error {
	if !d.ready {
		err := d.setup()
		d.ready = err == nil
		return err
	}
	for row := range 8 {
		high, closed, err := d.row(row)
		if err != nil {
			return d.lose(err)
		}
		if high {
			d.errs = append(d.errs, &sensors.LineError{
				Line: matrix.Line("row", row, pinName(RowPin(d.opts, row))), Channels: matrix.RowChannels(row),
				Err: errors.New("high while it is driven low: look for a short to the supply"),
			})
			continue
		}
		d.last.Closed[row], d.last.Known[row] = closed, true
	}
	suspects := d.last.Suspects()
	if suspects == 0 {
		return nil
	}
	// Are there eight pieces on a file, or is the column stuck low?
	_, idle, err := d.row(none)
	if err != nil {
		return d.lose(err)
	}
	d.last.Stuck = suspects & idle
	for column := range 8 {
		if d.last.Stuck>>column&1 != 0 {
			d.errs = append(d.errs, matrix.StuckColumn(column, pinName(ColumnPin(d.opts, column)), false))
		}
	}
	return nil
}

// lose handles a failure of the chip. If it has lost its set-up, it is set up again at
// once.
func (d *Dev) lose(err error) error {
	if d.ready = false; errors.Is(err, expander.ErrReset) {
		d.ready = d.setup() == nil
	}
	return err
}

// none stands for no row.
const none = 8

// row drives one row low, or none. It returns whether the row is high nevertheless, and
// which columns are low.
func (d *Dev) row(n int) (high bool, closed byte, err error) {
	if err := d.drive(n); err != nil {
		return false, 0, err
	}
	d.opts.Sleep(d.opts.Settle)
	pullUps, levels, err := d.wire.Levels(d.bus, d.opts.Addr)
	if err != nil {
		return false, 0, err
	}
	if pullUps != d.columns() {
		return false, 0, expander.ErrReset
	}
	for column := range 8 {
		if levels>>ColumnPin(d.opts, column)&1 == 0 {
			closed |= 1 << column
		}
	}
	return n != none && levels>>RowPin(d.opts, n)&1 != 0, closed, nil
}

// drive makes row n the only low one. A row that floats while others are read has 0 in
// its latch, so it is low as soon as it becomes an output. A row that is always an
// output is driven high instead of floating.
func (d *Dev) drive(n int) error {
	var row uint16
	if n != none {
		row = 1 << RowPin(d.opts, n)
	}
	direction, latch := ^(row | d.outputs()), d.outputs()&^row
	if latch != d.latch {
		if err := d.wire.WriteBoth(d.bus, d.opts.Addr, mcp.OLAT, latch); err != nil {
			return err
		}
		d.latch = latch
	}
	for port := range 2 {
		was, is := byte(d.direction>>(8*port)), byte(direction>>(8*port))
		if was == is {
			continue
		}
		if err := d.wire.Write(d.bus, d.opts.Addr, mcp.IODIR+byte(port), is); err != nil {
			return err
		}
	}
	d.direction = direction
	return nil
}

// setup pulls the columns up and lets the rows float, except those that are always
// outputs.
func (d *Dev) setup() error {
	d.direction, d.latch = ^d.outputs(), 0
	return d.wire.Setup(d.bus, d.opts.Addr, d.direction, d.columns())
}

// columns returns the pins of the columns, which are pulled up.
func (d *Dev) columns() (pins uint16) {
	for n := range 8 {
		pins |= 1 << ColumnPin(d.opts, n)
	}
	return pins
}

// outputs returns the pins that are always outputs: GPA7 and GPB7 if rows are crossed.
func (d *Dev) outputs() uint16 {
	if d.opts.Crossed {
		return 0x8080
	}
	return 0
}

// RowPin returns the pin of a row in a matrix built according to opts: 0 is GPA0, 15 GPB7.
func RowPin(opts Opts, n int) int {
	switch {
	case opts.Crossed && n == 0:
		return 15
	case opts.RowsOnB:
		return 8 + n
	}
	return n
}

// ColumnPin returns the pin of a column, like RowPin.
func ColumnPin(opts Opts, n int) int {
	switch {
	case opts.Crossed && n == 7:
		return 0
	case opts.RowsOnB:
		return n
	}
	return 8 + n
}

// pinName returns the datasheet's name for a pin.
func pinName(pin int) string { return [...]string{"GPA", "GPB"}[pin/8] + string(rune('0'+pin%8)) }
