package chips

import (
	"sync"

	"touchmove/rules"
	"touchmove/sensors"
)

// Diodes reports whether a matrix has a diode at every switch, and which way it
// lets current pass.
type Diodes uint8

// Without diodes current goes wherever a switch is closed. DiodesToRows fits
// rows that are driven low against pulled-up columns, DiodesToColumns rows
// that are driven high against pulled-down ones; the wrong way round nothing
// is ever felt.
const (
	NoDiodes Diodes = iota
	DiodesToRows
	DiodesToColumns
)

// Matrix is a circuit of eight rows and eight columns with a switch at every
// crossing. Pins 0 to 7 are the rows and 8 to 15 the columns.
type Matrix struct {
	board   *Board
	mu      sync.Mutex
	squares [64]rules.Square
	diodes  Diodes
	faults  [16]Fault
	shorts  int
	closed  [64]bool  // which switches are, while Levels works it out
	state   [16]Drive // the level that each line has settled at
}

// Matrix wires squares to crossings: row r and column c serve squares[8r+c].
// Crossings beyond the list have no switch.
func (b *Board) Matrix(squares []rules.Square, diodes Diodes) *Matrix {
	m := &Matrix{board: b, diodes: diodes}
	for i := range m.squares {
		m.squares[i] = rules.NoSquare
	}
	copy(m.squares[:], squares)
	return m
}

// BreakRow gives a row's line a fault, or mends it with Whole.
func (m *Matrix) BreakRow(row int, f Fault) { m.fault(row, f) }

// BreakColumn gives a column's line a fault, or mends it with Whole.
func (m *Matrix) BreakColumn(column int, f Fault) { m.fault(8+column, f) }

func (m *Matrix) fault(pin int, f Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faults[pin] = f
}

// Shorts counts the readings in which a pin that drove high was joined to one
// that drove low, through the switches or a fault. On a table that is a hot
// chip.
func (m *Matrix) Shorts() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.shorts
}

// Levels implements Circuit. What a line is driven to spreads through closed
// switches, as far as diodes let it: low first, then high, then the pulls.
func (m *Matrix) Levels(drive []Drive, level []bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	scan := m.board.Scan()
	for i, sq := range m.squares {
		m.closed[i] = sq < rules.NoSquare && scan[sq].Full()
	}
	for pin := range m.state {
		m.state[pin] = m.faults[pin].through(drive[pin])
	}
	short := m.spread(DriveLow, m.diodes != DiodesToRows, m.diodes != DiodesToColumns)
	short = m.spread(DriveHigh, m.diodes != DiodesToColumns, m.diodes != DiodesToRows) || short
	if m.diodes == NoDiodes {
		m.spread(PullUp, true, true)
		m.spread(PullDown, true, true)
	}
	for pin := range m.state {
		if level[pin] = m.state[pin].level(); m.faults[pin] == Open {
			level[pin] = drive[pin].level()
		}
		stuck := m.faults[pin] == StuckLow && drive[pin] == DriveHigh || m.faults[pin] == StuckHigh && drive[pin] == DriveLow
		short = short || stuck
	}
	if short {
		m.shorts++
	}
}

// spread carries one drive from line to line through closed switches until
// nothing changes, from rows to columns and from columns to rows as allowed.
// It reports whether a line that drives the other way was met.
//
// A diode to the row lets a low row draw current out of its column, so low
// passes from row to column only; a diode to the column lets a high row feed
// its column, so high passes that way only.
func (m *Matrix) spread(d Drive, toRow, toColumn bool) (met bool) {
	for again := true; again; {
		again = false
		for i, closed := range m.closed {
			if !closed {
				continue
			}
			row, column := i/8, 8+i%8
			for _, way := range [2]struct {
				from, to int
				open     bool
			}{{row, column, toColumn}, {column, row, toRow}} {
				if !way.open || m.state[way.from] != d || m.state[way.to] == d {
					continue
				}
				if m.state[way.to] >= DriveLow {
					met = met || d == DriveHigh
					continue
				}
				if d >= DriveLow || m.state[way.to] == Float {
					m.state[way.to] = d
					again = true
				}
			}
		}
	}
	return met
}

// Silent implements Circuit.
func (m *Matrix) Silent() bool { return m.silentRows(0xff) }

// silentRows reports whether one of the rows holds a square that cannot be
// read.
func (m *Matrix) silentRows(rows byte) bool {
	scan := m.board.Scan()
	for i, sq := range m.squares {
		if rows>>(i/8)&1 != 0 && sq < rules.NoSquare && scan[sq] == sensors.Unknown {
			return true
		}
	}
	return false
}
