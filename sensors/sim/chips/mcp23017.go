package chips

import (
	"periph.io/x/conn/v3/gpio"

	"touchmove/rules"
)

// MCP23017 is Microchip's sixteen-bit port expander (DS20001952): all registers in
// both orders (IOCON.BANK), the address pointer in both modes (IOCON.SEQOP),
// polarity, pull-ups, outputs and interrupts on change. Pins 0 to 7 of its circuit
// are GPA0 to GPA7, pins 8 to 15 GPB0 to GPB7.
type MCP23017 struct{ mcp230xx }

// NewMCP23017 makes a powered chip whose pins are connected to a circuit.
func NewMCP23017(c Circuit) *MCP23017 {
	m := &MCP23017{}
	m.init(c, 2)
	return m
}

// INTA returns the level at the interrupt pin of port A, or of both ports if
// IOCON.MIRROR is set. An inactive open-drain pin is taken to be pulled up.
func (m *MCP23017) INTA() gpio.Level { return m.int(0) }

// INTB returns the level at the interrupt pin of port B, or of both ports.
func (m *MCP23017) INTB() gpio.Level { return m.int(1) }

func (m *mcp230xx) int(port int) gpio.Level {
	active := m.interrupt(port)
	m.mu.Lock()
	defer m.mu.Unlock()
	con := m.reg[0][mcpIOCON]
	if con&mcpODR != 0 { // open drain overrides the polarity (3.5.6)
		return gpio.Level(!active)
	}
	return gpio.Level(active == (con&mcpINTPOL != 0))
}

// MCP23017s puts one MCP23017 on the bus for each address and wires the squares to
// their pins: pin p of chip n serves squares[16n+p].
func (b *Board) MCP23017s(bus *Bus, squares []rules.Square, addrs ...uint16) []*MCP23017 {
	return row(b, bus, squares, addrs, 16, NewMCP23017)
}
