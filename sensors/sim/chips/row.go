package chips

import "touchmove/rules"

// MCP23017s puts one MCP23017 on the bus for each address and wires the
// squares to their pins: chip n, pin p serves squares[16n+p].
func (b *Board) MCP23017s(bus *Bus, squares []rules.Square, addrs ...uint16) []*MCP23017 {
	return row(b, bus, squares, addrs, 16, NewMCP23017)
}

// MCP23008s does the same with MCP23008, eight squares a chip.
func (b *Board) MCP23008s(bus *Bus, squares []rules.Square, addrs ...uint16) []*MCP23008 {
	return row(b, bus, squares, addrs, 8, NewMCP23008)
}

// PCF8574s does the same with PCF8574, eight squares a chip.
func (b *Board) PCF8574s(bus *Bus, squares []rules.Square, addrs ...uint16) []*PCF857x {
	return row(b, bus, squares, addrs, 8, NewPCF8574)
}

// PCF8575s does the same with PCF8575, sixteen squares a chip.
func (b *Board) PCF8575s(bus *Bus, squares []rules.Square, addrs ...uint16) []*PCF857x {
	return row(b, bus, squares, addrs, 16, NewPCF8575)
}

// TCA9555s does the same with TCA9555, sixteen squares a chip.
func (b *Board) TCA9555s(bus *Bus, squares []rules.Square, addrs ...uint16) []*TCA9555 {
	return row(b, bus, squares, addrs, 16, NewTCA9555)
}

// MCPMatrix puts one MCP23017 on the bus, with the rows of a matrix on GPA0 to
// GPA7 and its columns on GPB0 to GPB7: row r and column c serve squares[8r+c].
func (b *Board) MCPMatrix(bus *Bus, squares []rules.Square, diodes Diodes, addr uint16) (*Matrix, *MCP23017) {
	m := b.Matrix(squares, diodes)
	chip := NewMCP23017(m)
	bus.Attach(addr, chip)
	b.attach(chip)
	return m, chip
}

// onBus is a chip that the board can tell of changes.
type onBus interface {
	Chip
	settler
}

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
