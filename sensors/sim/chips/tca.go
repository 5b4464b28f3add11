package chips

import (
	"sync"

	"periph.io/x/conn/v3/gpio"
)

// The registers of TI's port expanders, each one byte a port (SCPS200E, 9.5.4;
// SCPS193D, 8.6.1).
const (
	tcaInput = iota
	tcaOutput
	tcaPolarity
	tcaConfig
)

// tcaChip is what the TCA9555 and the TCA6424A have in common: ports of eight pins,
// their registers and the interrupt pin. How registers are addressed differs.
type tcaChip struct {
	mu      sync.Mutex
	circuit Circuit
	ports   int
	pullUps bool
	powered bool
	reg     [4][3]byte // by register and port; the input register is not used
	command byte
	reset   byte // of command
	seen    [3]byte
	drive   [24]Drive
	level   [24]bool
}

// Circuit returns what the chip's pins are soldered to.
func (t *tcaChip) Circuit() Circuit { return t.circuit }

// Power takes the chip's supply away, or gives it back; with it all registers
// are as after power-on. Without supply the chip does not answer.
func (t *tcaChip) Power(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.powered = on
	t.reg = [4][3]byte{tcaOutput: {0xff, 0xff, 0xff}, tcaConfig: {0xff, 0xff, 0xff}}
	t.command = t.reset
	t.seen = t.pins()
}

// Settle has nothing to do: the interrupt pin compares by itself.
func (t *tcaChip) Settle() {}

// INT is the level at the interrupt pin, pulled up: low while an input differs
// from what was there when its port was last read (SCPS193D, 8.5.3).
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
