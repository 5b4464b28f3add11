package chips

import (
	"periph.io/x/conn/v3/gpio"

	"touchmove/rules"
)

// MCP23008 is Microchip's eight-bit port expander (DS20001919): one port of the MCP23017,
// with registers at 0x00 to 0x0A.
type MCP23008 struct{ mcp230xx }

// NewMCP23008 makes a powered chip whose pins are connected to a circuit.
func NewMCP23008(c Circuit) *MCP23008 {
	m := &MCP23008{}
	m.init(c, 1)
	return m
}

// INT returns the level at the interrupt pin.
func (m *MCP23008) INT() gpio.Level { return m.int(0) }

// MCP23008s puts one MCP23008 on the bus for each address, with eight squares per chip in
// order.
func (b *Board) MCP23008s(bus *Bus, squares []rules.Square, addrs ...uint16) []*MCP23008 {
	return row(b, bus, squares, addrs, 8, NewMCP23008)
}
