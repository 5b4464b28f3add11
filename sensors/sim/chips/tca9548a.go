package chips

import (
	"fmt"
	"sync"
)

// TCA9548A is TI's switch for eight I2C buses (SCPS207F). It has one control
// register, with one bit for each port that is connected to the bus above.
type TCA9548A struct {
	mu      sync.Mutex
	powered bool
	control byte
	ports   [8]*Bus
	open    [8]*Bus // scratch
}

// NewTCA9548A makes a powered switch with no port connected. The names of its ports
// begin with name.
func NewTCA9548A(name string) *TCA9548A {
	m := &TCA9548A{powered: true}
	for i := range m.ports {
		m.ports[i] = NewBus(fmt.Sprintf("%s port %d", name, i))
	}
	return m
}

// Port returns the bus behind a port, 0 to 7. Chips on it can be reached from the
// bus above while the port is connected.
func (m *TCA9548A) Port(n int) *Bus { return m.ports[n] }

// Power switches the supply of the switch. Either way, no port is connected
// afterwards (8.5.4).
func (m *TCA9548A) Power(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.powered, m.control = on, 0
}

// Reset acts like a pulse on the RESET pin, or like a dip of the supply that is too
// short to be noticed on the bus.
func (m *TCA9548A) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.control = 0
}

// through returns the buses of the connected ports.
func (m *TCA9548A) through() []*Bus {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.control == 0 {
		return nil
	}
	open := m.open[:0]
	for i, port := range m.ports {
		if m.control>>i&1 != 0 {
			open = append(open, port)
		}
	}
	return open
}

// Write implements Chip: the last byte goes to the control register.
func (m *TCA9548A) Write(w []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.powered {
		return ErrNoAnswer
	}
	if len(w) > 0 {
		m.control = w[len(w)-1]
	}
	return nil
}

// Read implements Chip: the control register.
func (m *TCA9548A) Read(r []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.powered {
		return ErrNoAnswer
	}
	for i := range r {
		r[i] = m.control
	}
	return nil
}
