package chips

import "periph.io/x/conn/v3/gpio"

// The registers of TI's port expanders, each one byte per port (SCPS200E, 9.5.4;
// SCPS193D, 8.6.1).
const (
	tcaInput = iota
	tcaOutput
	tcaPolarity
	tcaConfig
)

// tcaChip holds what the TCA9555 and the TCA6424A have in common: ports of eight
// pins, their registers and the interrupt pin. They differ in how registers are
// addressed.
type tcaChip struct {
	supply
	circuit Circuit
	ports   int
	pullUps bool
	reg     [4][3]byte // by register and port; the entry for the input register is not used
	command byte
	address tcaAddress
	seen    [3]byte
	drive   [24]Drive
	level   [24]bool
}

// tcaAddress is how a kind of chip addresses its registers.
type tcaAddress struct {
	reset byte // the command byte after power-on
	// of returns the register that a command byte names, and false if there is none.
	of func(command byte) (group, port int, ok bool)
	// next is the command byte of the register after it.
	next func(command byte) byte
	// restarts: a transfer without a command byte begins at the last command byte again,
	// not where the last transfer ended.
	restarts bool
}

// Circuit returns what the chip's pins are connected to.
func (t *tcaChip) Circuit() Circuit { return t.circuit }

// Power switches the chip's supply. When it comes on, all registers are as after
// power-on. Without supply the chip does not answer.
func (t *tcaChip) Power(on bool) {
	t.power(on, func() {
		t.reg = [4][3]byte{tcaOutput: {0xff, 0xff, 0xff}, tcaConfig: {0xff, 0xff, 0xff}}
		t.command = t.address.reset
		t.seen = t.pins()
	})
}

// Write implements Chip: a command byte, then values for that register and those after it.
func (t *tcaChip) Write(w []byte) error {
	return t.transfer(t.circuit, func() {
		if len(w) == 0 {
			return
		}
		t.command = w[0]
		t.each(w[1:], func(v *byte, group, port int, ok bool) {
			if ok {
				t.reg[group][port] = *v
			}
		})
	})
}

// Read implements Chip: the register of the last command byte and those after it.
func (t *tcaChip) Read(r []byte) error {
	return t.transfer(t.circuit, func() {
		now := t.pins()
		t.each(r, func(v *byte, group, port int, ok bool) {
			switch {
			case !ok:
				*v = 0
			case group == tcaInput: // inputs can be inverted (SCPS193D, 8.6.2)
				t.seen[port] = now[port]
				*v = now[port] ^ t.reg[tcaPolarity][port]&t.reg[tcaConfig][port]
			default:
				*v = t.reg[group][port]
			}
		})
	})
}

// each goes through the bytes of a transfer with the registers that they are for.
func (t *tcaChip) each(bytes []byte, do func(v *byte, group, port int, ok bool)) {
	command := t.command
	for i := range bytes {
		group, port, ok := t.address.of(command)
		do(&bytes[i], group, port, ok)
		command = t.address.next(command)
	}
	if !t.address.restarts {
		t.command = command
	}
}

// Settle does nothing: INT compares the pins when it is called.
func (t *tcaChip) Settle() {}

// INT returns the level at the interrupt pin, which is pulled up: low while an
// input differs from its level when its port was last read (SCPS193D, 8.5.3).
func (t *tcaChip) INT() gpio.Level {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.pins()
	for port := range t.ports {
		if (now[port]^t.seen[port])&t.reg[tcaConfig][port] != 0 {
			return gpio.Low
		}
	}
	return gpio.High
}

func (t *tcaChip) pins() (v [3]byte) {
	drive, level := t.drive[:8*t.ports], t.level[:8*t.ports]
	for pin := range drive {
		port, bit := pin/8, byte(1)<<(pin%8)
		switch {
		case t.reg[tcaConfig][port]&bit != 0 && t.pullUps:
			drive[pin] = PullUp
		case t.reg[tcaConfig][port]&bit != 0:
			drive[pin] = Float
		case t.reg[tcaOutput][port]&bit != 0:
			drive[pin] = DriveHigh
		default:
			drive[pin] = DriveLow
		}
	}
	t.circuit.Levels(drive, level)
	for pin, high := range level {
		if high {
			v[pin/8] |= 1 << (pin % 8)
		}
	}
	return v
}
