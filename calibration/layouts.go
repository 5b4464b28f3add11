package calibration

import (
	"touchmove/rules"
	"touchmove/sensors"
)

// Layout is a position that a technician sets up for a Capture.
type Layout struct {
	Name  string       // as "White on ranks 5 and 6, Black on ranks 3 and 4"
	Shown sensors.Scan // what is on each square
}

// Layouts returns the positions to capture, in an order in which pieces move
// to free ranks only. After them every square has been empty and has carried
// everything its sensor distinguishes; after the first three it has been empty and
// has carried one piece.
func Layouts(s sensors.Sensing) []Layout {
	if s == sensors.Occupancy {
		return []Layout{
			{"Empty board", ranks(0, 0, sensors.Empty, sensors.Empty)},
			{"Starting position", ranks(0xc3, 0, sensors.Occupied, sensors.Empty)},
			{"All pieces on ranks 3 to 6", ranks(0x3c, 0, sensors.Occupied, sensors.Empty)},
		}
	}
	return []Layout{
		{"Empty board", ranks(0, 0, sensors.Empty, sensors.Empty)},
		{"Starting position", ranks(0x03, 0xc0, sensors.White, sensors.Black)},
		{"White on ranks 5 and 6, Black on ranks 3 and 4", ranks(0x30, 0x0c, sensors.White, sensors.Black)},
		{"White on ranks 7 and 8, Black on ranks 1 and 2", ranks(0xc0, 0x03, sensors.White, sensors.Black)},
		{"White on ranks 3 and 4, Black on ranks 5 and 6", ranks(0x0c, 0x30, sensors.White, sensors.Black)},
	}
}

// LayoutsAfter are the positions that suffice where one piece stood alone on every
// square before, as when the wiring was sought: what remains are the other pole on
// every square and, once, every piece of the set. On a board that feels
// colours the one piece is taken to have been a white one.
func LayoutsAfter(s sensors.Sensing) []Layout {
	if s == sensors.Occupancy {
		return Layouts(s)[:2]
	}
	return []Layout{
		{"Empty board", ranks(0, 0, sensors.Empty, sensors.Empty)},
		{"Black on ranks 7 and 8", ranks(0, 0xc0, sensors.White, sensors.Black)},
		{"Black on ranks 5 and 6", ranks(0, 0x30, sensors.White, sensors.Black)},
		{"Black on ranks 3 and 4", ranks(0, 0x0c, sensors.White, sensors.Black)},
		{"White on ranks 7 and 8, Black on ranks 1 and 2", ranks(0xc0, 0x03, sensors.White, sensors.Black)},
	}
}

// LayoutsAfterBlack are the positions that remain on a board that feels colours once the first two of LayoutsAfter
// have shown that the one piece was a black one: White on every square. Black stands where it is, on ranks 7 and 8,
// until these are White's.
func LayoutsAfterBlack() []Layout {
	return []Layout{
		{"White on ranks 5 and 6, Black on ranks 7 and 8", ranks(0x30, 0xc0, sensors.White, sensors.Black)},
		{"White on ranks 3 and 4, Black on ranks 7 and 8", ranks(0x0c, 0xc0, sensors.White, sensors.Black)},
		{"Starting position", ranks(0x03, 0xc0, sensors.White, sensors.Black)},
		{"White on ranks 7 and 8, Black on ranks 1 and 2", ranks(0xc0, 0x03, sensors.White, sensors.Black)},
	}
}

// ranks sets up some ranks, a bit each from the first rank on, with one state
// and some with another.
func ranks(one, other byte, a, b sensors.State) sensors.Scan {
	var s sensors.Scan
	for sq := range rules.AllSquares.All() {
		switch {
		case one>>sq.Rank()&1 != 0:
			s[sq] = a
		case other>>sq.Rank()&1 != 0:
			s[sq] = b
		default:
			s[sq] = sensors.Empty
		}
	}
	return s
}
