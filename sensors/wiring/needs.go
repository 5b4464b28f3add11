package wiring

import (
	"fmt"
	"strings"

	"touchmove/rules"
)

// Chip is a chip that a wiring needs on an I2C bus.
type Chip struct {
	Driver  string // the word of its kind, such as "mcp23017"
	Bus     string
	Mux     uint16 // address of the switch in front of it; 0 for none
	Port    int    // of the switch; 0 without one
	Addr    uint16
	Key     string         // the key of the configuration that sets its address: "addr", "addrs[2]"
	Squares []rules.Square // the squares that it reads, by input
}

// NeededLine is a GPIO line that a wiring needs.
type NeededLine struct {
	Name    string         // as in a configuration: "GPIO17"
	Use     string         // what it is for: "row 3", "select line S0"
	Group   string         // "rows": the lines of one group must be on one chip
	Key     string         // the key of the configuration: "rows[3]"
	Squares []rules.Square // the squares that cannot be read without it
}

// On names a chip on a bus, by the bus's shortest name: "chip 0x20 on bus 1".
func On(bus string, addr uint16) string {
	return fmt.Sprintf("chip 0x%02x on bus %s", addr, BusName(bus))
}

// BusName returns one name for all the names that a bus may have: "1" for "1",
// "I2C1" and "/dev/i2c-1". Other names are unchanged.
func BusName(bus string) string {
	for _, prefix := range []string{"/dev/i2c-", "i2c-", "I2C"} {
		if number, ok := strings.CutPrefix(bus, prefix); ok && number != "" && strings.Trim(number, "0123456789") == "" {
			return number
		}
	}
	return bus
}

// row returns chips of one kind on a bus, or behind the ports of a switch.
func row(driver, bus string, mux uint16, ports []int, addrs []uint16, inputs int, squares []rules.Square) (all []Chip) {
	if mux == 0 {
		ports = []int{0}
	}
	for _, port := range ports {
		for i, addr := range addrs {
			from := len(all) * inputs
			all = append(all, Chip{
				Driver: driver, Bus: bus, Mux: mux, Port: port, Addr: addr, Key: fmt.Sprintf("addrs[%d]", i), Squares: stretch(squares, from, inputs),
			})
		}
	}
	return all
}

// lines returns the lines of one group.
func lines(names []string, key, use string, squares func(n int) []rules.Square) (all []NeededLine) {
	for n, name := range names {
		all = append(all, NeededLine{Name: name, Use: fmt.Sprintf(use, n), Group: key, Key: fmt.Sprintf("%s[%d]", key, n), Squares: squares(n)})
	}
	return all
}

// stretch returns the squares of n channels from a number on, or fewer if the list
// ends.
func stretch(squares []rules.Square, from, n int) []rules.Square {
	return squares[min(from, len(squares)):min(from+n, len(squares))]
}

// every returns the squares of eight channels of a matrix, step apart.
func every(squares []rules.Square, from, step int) (list []rules.Square) {
	for i := from; i < len(squares) && len(list) < 8; i += step {
		list = append(list, squares[i])
	}
	return list
}
