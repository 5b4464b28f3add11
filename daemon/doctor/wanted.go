package doctor

import (
	"regexp"
	"slices"
	"strconv"

	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// wanted is what a configuration needs of the computer.
type wanted struct {
	buses []int   // numbers of I2C buses, each once, in order
	chips []place // in the order of the configuration
	lines []line
	ports []spiPort // of lamps
	named bool      // whether there is a configuration with a board that is not simulated
}

// place is a chip that a board's wiring names.
type place struct {
	board   string
	bus     int
	mux     uint16 // address of the switch in front of it, or 0
	port    int
	addr    uint16
	kind    string         // in the words of identify
	squares []rules.Square // that it reads
	lamps   bool           // whether it is for lamps, and reads nothing
}

// line is a GPIO line that a board's wiring names.
type line struct {
	board, name, use string
	group            string // lines of one group must be on one chip
	squares          []rules.Square
}

func wantedOf(c *configs.Config) wanted {
	var w wanted
	if c == nil {
		return w
	}
	for _, b := range c.Boards {
		w.wiring(b.ID, b.Wiring)
		w.add(b.ID, wiring.ClockLines(b.Clock))
		w.signals(b)
	}
	slices.Sort(w.buses)
	w.buses = slices.Compact(w.buses)
	w.named = len(w.chips)+len(w.lines) > 0
	return w
}

func (w *wanted) wiring(board string, all wiring.Wiring) {
	for _, part := range all.Parts() {
		var behind uint16 // address of the switch named last
		for _, c := range part.Chips() {
			n := busNumber(c.Bus)
			w.buses = append(w.buses, n)
			if c.Mux != 0 && c.Mux != behind {
				behind = c.Mux
				w.chips = append(w.chips, place{board: board, bus: n, addr: c.Mux, kind: wiring.SwitchDriver, squares: part.Served()})
			}
			w.chips = append(w.chips, place{board: board, bus: n, mux: c.Mux, port: c.Port, addr: c.Addr, kind: c.Driver, squares: c.Squares})
		}
		w.add(board, part.Lines())
	}
}

// add adds lines of a board.
func (w *wanted) add(board string, needed []wiring.NeededLine) {
	for _, l := range needed {
		w.lines = append(w.lines, line{board: board, name: l.Name, use: l.Use, group: board + " " + l.Group, squares: l.Squares})
	}
}

var digits = regexp.MustCompile(`[0-9]+$`)

// busNumber returns the number in a bus's name: "1", "I2C1" or "/dev/i2c-1"; -1 if
// there is none.
func busNumber(name string) int {
	n, err := strconv.Atoi(digits.FindString(name))
	if err != nil {
		return -1
	}
	return n
}

// squareNames returns the names of squares, in their order; none for a chip without
// squares.
func squareNames(squares []rules.Square) []string {
	var names []string
	for _, sq := range squares {
		if sq != rules.NoSquare {
			names = append(names, sq.String())
		}
	}
	return names
}
