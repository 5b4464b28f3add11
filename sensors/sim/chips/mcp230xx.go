package chips

// The registers of one port, in the order of the MCP23008 and of the MCP23017 with
// IOCON.BANK = 1 (DS20001952, table 3-3; DS20001919, table 1-2).
const (
	mcpIODIR = iota
	mcpIPOL
	mcpGPINTEN
	mcpDEFVAL
	mcpINTCON
	mcpIOCON
	mcpGPPU
	mcpINTF
	mcpINTCAP
	mcpGPIO
	mcpOLAT
	mcpRegisters
)

// Bits of IOCON (3.5.6).
const (
	mcpBANK   = 1 << 7
	mcpMIRROR = 1 << 6
	mcpSEQOP  = 1 << 5
	mcpODR    = 1 << 2
	mcpINTPOL = 1 << 1
)

// mcp230xx holds what the MCP23008 and the MCP23017 have in common: one or two
// ports of eight pins, with eleven registers each.
type mcp230xx struct {
	supply
	circuit Circuit
	ports   int
	reg     [2][mcpRegisters]byte
	pointer byte
	before  [2]byte // pin levels at the last check for interrupts
	drive   []Drive
	level   []bool
}

func (m *mcp230xx) init(c Circuit, ports int) {
	m.circuit, m.ports = c, ports
	m.drive, m.level = make([]Drive, 8*ports), make([]bool, 8*ports)
	m.Power(true)
}

// reset restores the state after power-on and after a pulse on the RESET pin (3.1,
// table 3-5).
func (m *mcp230xx) reset() {
	m.reg, m.pointer = [2][mcpRegisters]byte{}, 0
	for p := range m.ports {
		m.reg[p][mcpIODIR] = 0xff
		m.before[p] = m.pins(p)
	}
}

// Circuit returns what the chip's pins are connected to.
func (m *mcp230xx) Circuit() Circuit { return m.circuit }

// Power switches the chip's supply. When it comes on, all registers are as after
// power-on. Without supply the chip does not answer.
func (m *mcp230xx) Power(on bool) { m.power(on, m.reset) }

// Reset acts like a pulse on the RESET pin, or like a dip of the supply that is too
// short to be noticed on the bus.
func (m *mcp230xx) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reset()
}

// Settle makes the chip check its pins for interrupts on change. The circuit calls
// it when something has moved.
func (m *mcp230xx) Settle() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look()
}

// pins returns the levels at a port's pins, bit 0 first.
func (m *mcp230xx) pins(port int) byte {
	for pin := range m.drive {
		p, bit := pin/8, byte(1)<<(pin%8)
		switch r := &m.reg[p]; {
		case r[mcpIODIR]&bit == 0 && r[mcpOLAT]&bit != 0:
			m.drive[pin] = DriveHigh
		case r[mcpIODIR]&bit == 0:
			m.drive[pin] = DriveLow
		case r[mcpGPPU]&bit != 0:
			m.drive[pin] = PullUp
		default:
			m.drive[pin] = Float
		}
	}
	m.circuit.Levels(m.drive, m.level)
	var b byte
	for i, high := range m.level[8*port : 8*port+8] {
		if high {
			b |= 1 << i
		}
	}
	return b
}

// gpio returns what the GPIO register shows: the pins, with inputs inverted where
// IPOL says so (3.5.2).
func (m *mcp230xx) gpio(port int) byte {
	r := &m.reg[port]
	return m.pins(port) ^ r[mcpIPOL]&r[mcpIODIR]
}

// look compares the pins with the conditions for interrupts (3.6). Once a port has
// interrupted, it stays so, with INTF and INTCAP unchanged, until GPIO or INTCAP is
// read.
func (m *mcp230xx) look() {
	for p := range m.ports {
		r := &m.reg[p]
		now := m.pins(p)
		differs := (now^m.before[p])&^r[mcpINTCON] | (now^r[mcpDEFVAL])&r[mcpINTCON]
		m.before[p] = now
		if raised := differs & r[mcpGPINTEN] & r[mcpIODIR]; raised != 0 && r[mcpINTF] == 0 {
			r[mcpINTF], r[mcpINTCAP] = raised, m.gpio(p)
		}
	}
}

// interrupt reports whether a port's interrupt pin is active.
func (m *mcp230xx) interrupt(port int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ports == 2 && m.reg[0][mcpIOCON]&mcpMIRROR != 0 {
		return m.reg[0][mcpINTF]|m.reg[1][mcpINTF] != 0
	}
	return m.reg[port][mcpINTF] != 0
}

// where returns the port and register at an address; ok is false if there is none.
func (m *mcp230xx) where(addr byte) (port, reg int, ok bool) {
	switch {
	case m.ports == 1:
		port, reg = 0, int(addr)
	case m.reg[0][mcpIOCON]&mcpBANK == 0:
		port, reg = int(addr&1), int(addr>>1)
	default:
		port, reg = int(addr>>4), int(addr&0x0f)
	}
	return port, reg, port < m.ports && reg < mcpRegisters
}

// last returns the highest register address.
func (m *mcp230xx) last() byte {
	switch {
	case m.ports == 1:
		return mcpOLAT
	case m.reg[0][mcpIOCON]&mcpBANK == 0:
		return 2*mcpOLAT + 1
	}
	return 0x10 | mcpOLAT
}

// step advances the address pointer after a byte (3.2.1, 3.2.2.3): to the next
// register, and from the last to the first. In byte mode it stays or, with two
// ports and BANK = 0, alternates between the registers of both ports.
func (m *mcp230xx) step() {
	con := m.reg[0][mcpIOCON]
	switch {
	case con&mcpSEQOP == 0 && m.pointer >= m.last():
		m.pointer = 0
	case con&mcpSEQOP == 0:
		m.pointer++
	case m.ports == 2 && con&mcpBANK == 0:
		m.pointer ^= 1
	}
}

// Write implements Chip: a register address, then values.
func (m *mcp230xx) Write(w []byte) error {
	return m.transfer(m.circuit, func() {
		if len(w) == 0 {
			return
		}
		m.pointer = w[0]
		for _, v := range w[1:] {
			if port, reg, ok := m.where(m.pointer); ok {
				m.put(port, reg, v)
			}
			m.step()
		}
		m.look()
	})
}

func (m *mcp230xx) put(port, reg int, v byte) {
	switch reg {
	case mcpINTF, mcpINTCAP: // read only (3.5.8, 3.5.9)
	case mcpGPIO: // writing goes to the latch (3.5.10)
		m.reg[port][mcpOLAT] = v
	case mcpIOCON: // one register, visible at the addresses of both ports (3.5.6)
		v &^= 1
		if m.ports == 1 {
			v &^= mcpBANK | mcpMIRROR
		}
		m.reg[0][mcpIOCON], m.reg[1][mcpIOCON] = v, v
	default:
		m.reg[port][reg] = v
	}
}

// Read implements Chip: values from the address pointer onwards.
func (m *mcp230xx) Read(r []byte) error {
	return m.transfer(m.circuit, func() {
		m.look()
		for i := range r {
			r[i] = 0 // addresses without a register read 0
			if port, reg, ok := m.where(m.pointer); ok {
				r[i] = m.reg[port][reg]
				if reg == mcpGPIO {
					r[i] = m.gpio(port)
				}
				if reg == mcpGPIO || reg == mcpINTCAP {
					m.reg[port][mcpINTF] = 0
				}
			}
			m.step()
		}
		m.look()
	})
}
