package chips

import (
	"sync"

	"periph.io/x/conn/v3/gpio"
)

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
	mu      sync.Mutex
	circuit Circuit
	ports   int
	pullUps bool
	powered bool
	reg     [4][3]byte // by register and port; the entry for the input register is not used
	command byte
	reset   byte // the command byte after power-on
	seen    [3]byte
	drive   [24]Drive
	level   [24]bool
}

// Circuit returns what the chip's pins are connected to.
func (t *tcaChip) Circuit() Circuit { return t.circuit }

// Power switches the chip's supply. When it comes on, all registers are as after
// power-on. Without supply the chip does not answer.
func (t *tcaChip) Power(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.powered = on
	t.reg = [4][3]byte{tcaOutput: {0xff, 0xff, 0xff}, tcaConfig: {0xff, 0xff, 0xff}}
	t.command = t.reset
	t.seen = t.pins()
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
