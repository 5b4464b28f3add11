package scan

import (
	"errors"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// Board holds the opened sensors of one board and the meaning of their counts. Open
// makes one. For drivers that exist already, a literal with Buses, Table and Period
// is enough.
type Board struct {
	Buses   []Bus
	Table   Table
	Squares []rules.Square // by channel, NoSquare for none; used to describe faults; nil if not known

	Period time.Duration // from one scan to the next
	// IdlePeriod replaces Period once nothing has happened for IdleAfter and
	// nothing is undecided; 0 means no change.
	IdlePeriod, IdleAfter time.Duration

	Clock *Clock             // reads the chess clock; nil for none
	Sheet *calibration.Sheet // from which Table was made; nil if the board was not measured

	Stats  *Stats  // counts the scans
	Faults *Faults // receives the faults

	groups  []Group                 // channels that share a wire
	ranges  []span                  // by channel: what it can read; the zero span means anything
	levels  *[64]calibration.Levels // nil for digital inputs
	closers []func() error
}

// Table turns counts into squares. *calibration.Table implements it.
type Table interface {
	Scan(c sensors.Counts, last sensors.Scan) sensors.Scan
}

// Sensor is one driver: a chip, a row of chips or a matrix.
type Sensor interface {
	// Read reads every channel. A channel that did not answer reads sensors.Lost,
	// and the error says why; the others are valid.
	Read(into sensors.Counts) error
	Channels() int
	String() string
}

// Bus is a group of parts that share a wire and so must be read one after the
// other. Their channels are numbered consecutively in this order.
type Bus struct {
	Parts []Part
	wire  *retryingBus // nil for parts without an I2C bus
}

// name returns the name of the bus in faults: "I2C1", or that of its only part.
func (b *Bus) name() string {
	switch {
	case b.wire != nil:
		return b.wire.String()
	case len(b.Parts) > 0:
		return b.Parts[0].Sensor.String()
	}
	return ""
}

// channels returns the number of channels of all parts.
func (b *Bus) channels() (n int) {
	for _, p := range b.Parts {
		n += p.Sensor.Channels()
	}
	return n
}

// Close waits for the reader of the clock's lines, whose context must have ended,
// and closes buses and lines.
func (b *Board) Close() error {
	var errs []error
	for _, c := range b.closers {
		errs = append(errs, c())
	}
	b.closers = nil
	return errors.Join(errs...)
}

// Calibrate makes the board be read as it was measured. Check with Sheet.Fits first
// that the sheet belongs to this board. If the sheet holds only the wiring that was
// found, the configured levels move to the squares that the channels serve.
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

// moved returns the configured levels, which belong to channels, arranged by the
// squares that the channels were found to serve.
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

// NewBoard makes a board from existing drivers, on one wire.
func NewBoard(table Table, period time.Duration, drivers ...Sensor) *Board {
	return &Board{Buses: []Bus{BusOf(drivers...)}, Table: table, Period: period, Stats: &Stats{}, Faults: &Faults{}}
}

// BusOf returns a Bus for drivers that share a wire.
func BusOf(drivers ...Sensor) Bus {
	parts := make([]Part, len(drivers))
	for i, d := range drivers {
		parts[i].Sensor = d
	}
	return Bus{Parts: parts}
}
