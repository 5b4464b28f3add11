package chips

import (
	"touchmove/rules"
)

// MCPMatrix puts one MCP23017 on the bus, with the rows of a matrix on GPA0 to GPA7
// and its columns on GPB0 to GPB7. Row r and column c serve squares[8r+c].
func (b *Board) MCPMatrix(bus *Bus, squares []rules.Square, diodes Diodes, addr uint16) (*Matrix, *MCP23017) {
	m := b.Matrix(squares, diodes)
	chip := NewMCP23017(m)
	bus.Attach(addr, chip)
	b.attach(chip)
	return m, chip
}

// onBus is a chip that the board notifies of changes.
type onBus interface {
	Chip
	settler
}

// row puts chips on the bus, one for each address, and wires the squares to their
// pins: pin p of chip n serves squares[width*n+p].
func row[C onBus](b *Board, bus *Bus, squares []rules.Square, addrs []uint16, width int, make func(Circuit) C) []C {
	var all []C
	for i, addr := range addrs {
		from, to := min(i*width, len(squares)), min((i+1)*width, len(squares))
		chip := make(b.Contacts(squares[from:to]))
		bus.Attach(addr, chip)
		b.attach(chip)
		all = append(all, chip)
	}
	return all
}
