// Package matrix holds what the drivers of eight by eight switch matrices have in
// common: how to interpret one reading of all rows.
package matrix

import (
	"fmt"

	"touchmove/sensors"
)

// Reading is one reading of every row. In the zero value no row is known.
type Reading struct {
	Closed [8]byte // by row: the columns that followed it; none if it could not be read
	Known  [8]bool // by row: whether it could be read
	Stuck  byte    // columns that are active whichever row is driven
}

// Suspects returns the columns that were active in every row that could be read:
// eight pieces on a file, or a line that is stuck at its active level. A reading
// with no row driven tells these apart.
func (r *Reading) Suspects() byte {
	always, any := byte(0xff), false
	for row, known := range r.Known {
		if known {
			always &= r.Closed[row]
			any = true
		}
	}
	if !any {
		return 0
	}
	return always
}

// Fill writes the reading channel by channel, 8·row + column: the level of the
// column while its row was driven, 0 for low and 1 for high, and Lost for rows that
// could not be read and for stuck columns.
func (r *Reading) Fill(into sensors.Counts, activeHigh bool) {
	var open, closed int32 = 1, 0
	if activeHigh {
		open, closed = 0, 1
	}
	for ch := range 64 {
		row, column := ch/8, ch%8
		switch {
		case !r.Known[row] || r.Stuck>>column&1 != 0:
			into[ch] = sensors.Lost
		case r.Closed[row]>>column&1 != 0:
			into[ch] = closed
		default:
			into[ch] = open
		}
	}
}

// Ghosts returns, as bits by channel, the corners of every rectangle that is closed
// at all four: on a board without diodes, one of them may have no piece.
func (r *Reading) Ghosts() uint64 {
	var ghosts uint64
	for a := range 8 {
		for b := range a {
			both := r.Closed[a] & r.Closed[b] &^ r.Stuck
			if both&(both-1) != 0 {
				ghosts |= uint64(both)<<(8*a) | uint64(both)<<(8*b)
			}
		}
	}
	return ghosts
}

// RowChannels returns the channels of a row, as bits.
func RowChannels(row int) uint64 { return 0xff << (8 * row) }

// ColumnChannels returns the channels of a column, as bits.
func ColumnChannels(column int) uint64 { return 0x0101010101010101 << column }

// Line returns the name of a line in errors: "row 3 (GPIO17)", or "row 3" if it has
// no name.
func Line(kind string, n int, name string) string {
	if name == "" {
		return fmt.Sprintf("%s %d", kind, n)
	}
	return fmt.Sprintf("%s %d (%s)", kind, n, name)
}

// StuckColumn returns the error for a column that is active while no row is driven.
func StuckColumn(n int, name string, activeHigh bool) error {
	level, to := "low", "ground"
	if activeHigh {
		level, to = "high", "the supply"
	}
	return &sensors.LineError{
		Line: Line("column", n, name), Channels: ColumnChannels(n),
		Err: fmt.Errorf("%s with no row driven: look for a short to %s on it or on the row of a piece, or a missing pull resistor", level, to),
	}
}
