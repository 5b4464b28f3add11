package chips

import "touchmove/rules"

// MCP23017s puts one MCP23017 on the bus for each address and wires the
// squares to their pins: chip n, pin p serves squares[16n+p].
func (b *Board) MCP23017s(bus *Bus, squares []rules.Square, addrs ...uint16) []*MCP23017 {
	all := make([]*MCP23017, len(addrs))
	for i, addr := range addrs {
		all[i] = NewMCP23017(b.Contacts(part(squares, i, 16)))
		bus.Attach(addr, all[i])
		b.attach(all[i])
	}
	return all
}

// MCP23008s does the same with MCP23008, eight squares a chip.
func (b *Board) MCP23008s(bus *Bus, squares []rules.Square, addrs ...uint16) []*MCP23008 {
	all := make([]*MCP23008, len(addrs))
	for i, addr := range addrs {
		all[i] = NewMCP23008(b.Contacts(part(squares, i, 8)))
		bus.Attach(addr, all[i])
		b.attach(all[i])
	}
	return all
}

// part is what of a list falls to the nth chip.
func part(squares []rules.Square, n, width int) []rules.Square {
	from, to := min(n*width, len(squares)), min((n+1)*width, len(squares))
	return squares[from:to]
}
