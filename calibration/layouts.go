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

// Layouts returns the positions to capture, in an order in which pieces move only to free
// ranks. After all of them, every square has been empty and has carried everything that its
// sensor distinguishes; after the first three, it has been empty and has carried one piece.
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

// LayoutsAfter returns the positions that remain if one piece has stood alone on every
// square, as while the wiring was found: they bring the other pole on every square and,
// once, every piece of the set. If the sensors distinguish colours, that piece is assumed
// to be white.
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

// LayoutsAfterBlack returns the positions that remain, if the sensors distinguish colours,
// once the first two of LayoutsAfter have shown that the single piece was black: White on
// every square. Black stays on ranks 7 and 8 until White is measured there.
func LayoutsAfterBlack() []Layout {
	return []Layout{
		{"White on ranks 5 and 6, Black on ranks 7 and 8", ranks(0x30, 0xc0, sensors.White, sensors.Black)},
		{"White on ranks 3 and 4, Black on ranks 7 and 8", ranks(0x0c, 0xc0, sensors.White, sensors.Black)},
		{"Starting position", ranks(0x03, 0xc0, sensors.White, sensors.Black)},
		{"White on ranks 7 and 8, Black on ranks 1 and 2", ranks(0xc0, 0x03, sensors.White, sensors.Black)},
	}
}

// ranks puts state a on some ranks and state b on others; bit 0 is the first rank.
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
