package tca9548a

import (
	"fmt"
	"sync"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// Dev is one switch. Its ports may be used from several goroutines: one lock covers
// both selecting a port and the transaction on it. Other code that uses the bus
// above must not send to an address behind a port.
type Dev struct {
	mu       sync.Mutex
	bus      i2c.Bus
	addr     uint16
	name     string
	selected int // the port that is connected; -1 if not known
	w        [1]byte
	ports    [8]port
}

// New returns the switch at an address, 0x70 to 0x77 (table 1). It sends nothing
// yet.
func New(bus i2c.Bus, addr uint16) (*Dev, error) {
	if addr>>3 != 0x70>>3 {
		return nil, fmt.Errorf("tca9548a: 0x%02x is not an address this chip can have: write 0x70 to 0x77", addr)
	}
	d := &Dev{bus: bus, addr: addr, name: fmt.Sprintf("tca9548a 0x%02x on %s", addr, bus), selected: -1}
	for i := range d.ports {
		d.ports[i] = port{dev: d, n: i, name: fmt.Sprintf("port %d of %s", i, d.name)}
	}
	return d, nil
}

// String names the part, its address and its bus.
func (d *Dev) String() string { return d.name }

// Port returns the bus behind port n, 0 to 7. The error names a port that the chip
// does not have.
func (d *Dev) Port(n int) (i2c.Bus, error) {
	if n < 0 || n >= len(d.ports) {
		return nil, fmt.Errorf("%s: there is no port %d, only 0 to 7", d.name, n)
	}
	return &d.ports[n], nil
}

type port struct {
	dev  *Dev
	n    int
	name string
}

// String names the port: "port 3 of tca9548a 0x70 on I2C1".
func (p *port) String() string { return p.name }

// SetSpeed sets the speed of the bus above, if that is possible.
func (p *port) SetSpeed(f physic.Frequency) error { return p.dev.bus.SetSpeed(f) }

// Tx selects the port, unless it was the last one used, and carries out the
// transaction. After an error, the port is selected again the next time.
func (p *port) Tx(addr uint16, w, r []byte) error {
	d := p.dev
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.selected != p.n {
		d.selected = -1
		d.w[0] = 1 << p.n
		if err := d.bus.Tx(d.addr, d.w[:], nil); err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		d.selected = p.n
	}
	err := d.bus.Tx(addr, w, r)
	if err != nil {
		d.selected = -1
	}
	return err
}
