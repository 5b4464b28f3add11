package chips

import (
	"sync"

	"touchmove/rules"
	"touchmove/sensors"
)

// Diodes says whether a matrix has a diode at every switch, and in which direction
// it conducts.
type Diodes uint8

// Without diodes, current flows through every closed switch. DiodesToRows suits
// rows driven low against pulled-up columns, DiodesToColumns rows driven high
// against pulled-down columns. The wrong way round, nothing is ever felt.
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
	closed  [64]bool  // closed switches, during Levels
	state   [16]Drive // the state that each line has reached, during Levels
}

// Matrix wires squares to crossings: row r and column c serve squares[8r+c].
// Crossings beyond the end of the list have no switch.
func (b *Board) Matrix(squares []rules.Square, diodes Diodes) *Matrix {
	m := &Matrix{board: b, diodes: diodes}
	for i := range m.squares {
		m.squares[i] = rules.NoSquare
	}
	copy(m.squares[:], squares)
	return m
}

// BreakRow gives a row's line a fault; Whole repairs it.
func (m *Matrix) BreakRow(row int, f Fault) { m.fault(row, f) }

// BreakColumn gives a column's line a fault; Whole repairs it.
func (m *Matrix) BreakColumn(column int, f Fault) { m.fault(8+column, f) }

func (m *Matrix) fault(pin int, f Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faults[pin] = f
}

// Shorts returns the number of readings in which a pin driven high was connected to
// one driven low, through the switches or a fault. On real hardware that makes a
// chip hot.
func (m *Matrix) Shorts() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.shorts
}

// Levels implements Circuit. The drive of a line spreads through closed switches,
// as far as diodes allow: first low, then high, then the pull resistors.
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

// spread spreads one drive from line to line through closed switches until nothing
// changes: from columns to rows if toRow, and from rows to columns if toColumn. It
// reports whether it met a line that is driven the other way.
//
// With diodes to the rows, a row driven low draws current from its columns, so low
// passes only from rows to columns. With diodes to the columns, a row driven high
// feeds its columns, so high passes only in that direction.
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

// silentRows reports whether one of the rows has a square that cannot be read.
func (m *Matrix) silentRows(rows byte) bool {
	scan := m.board.Scan()
	for i, sq := range m.squares {
		if rows>>(i/8)&1 != 0 && sq < rules.NoSquare && scan[sq] == sensors.Unknown {
			return true
		}
	}
	return false
}
