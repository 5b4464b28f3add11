package scan

import (
	"errors"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// Board is the sensors of one board, opened, and what their counts mean. Open
// makes one; a literal of Buses, Table and Period will do for drivers that are
// there already.
type Board struct {
	Buses   []Bus
	Table   Table
	Squares []rules.Square // by channel, NoSquare for none: for words about faults; nil when not known

	Period time.Duration // from one scan to the next
	// IdlePeriod is the same when nothing has happened for IdleAfter and nothing
	// is to be decided; 0 makes no difference.
	IdlePeriod, IdleAfter time.Duration

	Clock *Clock             // of the chess clock's lines; nil is none
	Sheet *calibration.Sheet // that Table is made of; nil when the board was not measured

	Stats  *Stats  // counted into
	Faults *Faults // what is wrong is put there

	groups  []Group                 // channels that share a wire
	ranges  []span                  // by channel: what it can read
	levels  *[64]calibration.Levels // nil for digital inputs
	closers []func() error
}

// Table turns counts into squares; calibration.Table does.
type Table interface {
	Scan(c sensors.Counts, last sensors.Scan) sensors.Scan
}

// Sensor is one driver: a chip, a row of chips or a matrix.
type Sensor interface {
	// Read reads every channel. One that did not answer reads sensors.Lost, and
	// the error says why; the others remain.
	Read(into sensors.Counts) error
	Channels() int
	String() string
}

// Bus is what shares a wire, so that it must be read one after the other; the
// channels of its parts are numbered through in this order.
type Bus struct {
	Parts []Part
	wire  *retryingBus // nil without an I2C bus
}

// name is what faults call the bus: "I2C1", or its only part.
func (b *Bus) name() string {
	switch {
	case b.wire != nil:
		return b.wire.String()
	case len(b.Parts) > 0:
		return b.Parts[0].Sensor.String()
	}
	return ""
}

// channels counts those of all parts.
func (b *Bus) channels() (n int) {
	for _, p := range b.Parts {
		n += p.Sensor.Channels()
	}
	return n
}

// Close ends what reads the clock's lines, once the context that it runs under
// has ended, and gives buses and lines back.
func (b *Board) Close() error {
	var errs []error
	for _, c := range b.closers {
		errs = append(errs, c())
	}
	b.closers = nil
	return errors.Join(errs...)
}

// Calibrate has the board read as it was measured. Whether the sheet belongs to
// this board is to be asked before (Sheet.Fits). A sheet that holds nothing but
// the wiring that was found moves the configured levels to the squares that the
// channels serve.
func (b *Board) Calibrate(s *calibration.Sheet) error {
	table, ok := b.Table.(*calibration.Table)
	if !ok {
		return nil
	}
	setup := s.Setup()
	if !s.Measured() {
		setup = calibration.Board{Sensing: table.Sensing(), Wiring: s.Wiring, Unwired: s.Unwired, ActiveLow: table.ActiveLow() && !table.Linear()}
		if table.Linear() {
			setup.Levels = b.moved(s.Wiring)
		}
	}
	var err error
	if b.Table, err = calibration.NewTable(setup); err != nil {
		return err
	}
	b.Squares = s.Wiring
	if setup.Levels != nil {
		b.levels = setup.Levels
	}
	if s.Measured() {
		b.Sheet = s
	}
	return nil
}

// moved are the configured levels, which belong to channels, by the squares that
// the channels were found to serve.
func (b *Board) moved(found []rules.Square) *[64]calibration.Levels {
	var levels [64]calibration.Levels
	for ch, sq := range found {
		if sq == rules.NoSquare {
			continue
		}
		if was := b.Squares[ch]; was != rules.NoSquare {
			levels[sq] = b.levels[was]
		} else {
			levels[sq] = b.levels[sq]
		}
	}
	return &levels
}

// NewBoard makes a board of drivers that are there already, on one wire.
func NewBoard(table Table, period time.Duration, drivers ...Sensor) *Board {
	return &Board{Buses: []Bus{BusOf(drivers...)}, Table: table, Period: period, Stats: &Stats{}, Faults: &Faults{}}
}

// BusOf is drivers that share a wire.
func BusOf(drivers ...Sensor) Bus {
	parts := make([]Part, len(drivers))
	for i, d := range drivers {
		parts[i].Sensor = d
	}
	return Bus{Parts: parts}
}
