package doctor

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"touchmove/configs"
	"touchmove/rules"
)

// wanted is what a configuration needs of the computer.
type wanted struct {
	buses []int   // numbers of I2C buses, each once, in order
	chips []place // in the order of the configuration
	lines []line
	named bool // there is a configuration with a board that is not simulated
}

// place is a chip that a board's wiring names.
type place struct {
	board   string
	bus     int
	mux     uint16 // of the switch in front of it, 0 for none
	port    int
	addr    uint16
	kind    string         // as identify has it
	squares []rules.Square // that it reads
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
		for _, one := range [][2]string{{b.Clock.Lever, "the clock's lever"}, {b.Clock.White, "White's clock button"}, {b.Clock.Black, "Black's clock button"}} {
			if one[0] != "" {
				w.lines = append(w.lines, line{board: b.ID, name: one[0], use: one[1], group: b.ID + " clock"})
			}
		}
	}
	slices.Sort(w.buses)
	w.buses = slices.Compact(w.buses)
	w.named = len(w.chips)+len(w.lines) > 0
	return w
}

func (w *wanted) wiring(board string, wiring configs.Wiring) {
	switch v := wiring.(type) {
	case configs.MCP23017:
		w.row(board, v.Bus, "mcp23017", v.Addrs, 16, v.Squares)
	case configs.Expanders:
		width := 8
		if v.Chip == "pcf8575" || v.Chip == "tca9555" {
			width = 16
		}
		w.row(board, v.Bus, v.Chip, v.Addrs, width, v.Squares)
	case configs.MCPMatrix:
		w.row(board, v.Bus, "mcp23017", []uint16{v.Addr}, 64, v.Squares)
	case configs.ADS1115:
		w.switched(board, v.Bus, "ads1115", v.Mux, v.Ports, v.Addrs, 4, v.Squares)
	case configs.Converters:
		w.switched(board, v.Bus, v.Chip, v.Mux, v.Ports, v.Addrs, 8, v.Squares)
	case configs.Multiplexed:
		w.row(board, v.Bus, v.Converter, []uint16{v.Addr}, 64, v.Squares)
		for i, name := range v.Select {
			w.lines = append(w.lines, line{board: board, name: name, use: fmt.Sprintf("select line S%d", i), group: board + " select", squares: v.Squares})
		}
	case configs.GPIOMatrix:
		for i, name := range v.Rows {
			w.lines = append(w.lines, line{board: board, name: name, use: fmt.Sprintf("row %d", i), group: board + " rows", squares: every(v.Squares, 8*i, 1)})
		}
		for i, name := range v.Columns {
			w.lines = append(w.lines, line{board: board, name: name, use: fmt.Sprintf("column %d", i), group: board + " columns", squares: every(v.Squares, i, 8)})
		}
	case configs.Mixed:
		for _, part := range v.Parts {
			w.wiring(board, part)
		}
	}
}

// row adds chips that are on the bus itself.
func (w *wanted) row(board, bus, kind string, addrs []uint16, width int, squares []rules.Square) {
	n := busNumber(bus)
	w.buses = append(w.buses, n)
	for i, addr := range addrs {
		w.chips = append(w.chips, place{board: board, bus: n, addr: addr, kind: kind, squares: part(squares, i*width, width)})
	}
}

// switched adds chips behind the ports of a switch, and the switch.
func (w *wanted) switched(board, bus, kind string, mux uint16, ports []int, addrs []uint16, width int, squares []rules.Square) {
	if mux == 0 {
		w.row(board, bus, kind, addrs, width, squares)
		return
	}
	n := busNumber(bus)
	w.buses = append(w.buses, n)
	w.chips = append(w.chips, place{board: board, bus: n, addr: mux, kind: "tca9548a", squares: squares})
	for i, port := range ports {
		for j, addr := range addrs {
			from := (i*len(addrs) + j) * width
			w.chips = append(w.chips, place{board: board, bus: n, mux: mux, port: port, addr: addr, kind: kind, squares: part(squares, from, width)})
		}
	}
}

// part is a stretch of the channels' squares, as far as there are any.
func part(squares []rules.Square, from, n int) []rules.Square {
	return squares[min(from, len(squares)):min(from+n, len(squares))]
}

// every takes eight channels of a matrix, step apart.
func every(squares []rules.Square, from, step int) []rules.Square {
	var list []rules.Square
	for i := from; i < len(squares) && len(list) < 8; i += step {
		list = append(list, squares[i])
	}
	return list
}

var digits = regexp.MustCompile(`[0-9]+$`)

// busNumber is the number in a bus's name: "1", "I2C1" or "/dev/i2c-1"; -1 when
// it has none.
func busNumber(name string) int {
	n, err := strconv.Atoi(digits.FindString(name))
	if err != nil {
		return -1
	}
	return n
}

// squareNames names squares in their order; none for a chip without any.
func squareNames(squares []rules.Square) []string {
	var names []string
	for _, sq := range squares {
		if sq != rules.NoSquare {
			names = append(names, sq.String())
		}
	}
	return names
}
