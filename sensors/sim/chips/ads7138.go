package chips

import (
	"math/bits"
	"sync"
)

// The registers of the ADS7138 that do something here (SBAS976A, 8.6), and its
// opcodes (table 9).
const (
	ads71Status   = 0x00
	ads71General  = 0x01
	ads71Data     = 0x02
	ads71Pin      = 0x05
	ads71Sequence = 0x10
	ads71Channel  = 0x11
	ads71Select   = 0x12

	ads71OpWrite      = 0x08
	ads71OpRead       = 0x10
	ads71OpSet        = 0x18
	ads71OpClear      = 0x20
	ads71OpBlockWrite = 0x28
	ads71OpBlockRead  = 0x30
)

// ADS7138 is TI's twelve-bit converter of eight inputs (SBAS976A): registers by
// opcodes, conversions of one channel or of a sequence of them as the host
// reads. Averaging, autonomous conversions, comparators, checksums and digital
// pins are left out; their registers can be written and read.
type ADS7138 struct {
	mu       sync.Mutex
	inputs   Analog
	avddMV   float64 // the reference
	powered  bool
	late     bool // a read begins with the conversion before
	reg      [256]byte
	opcode   byte // of a register read that is under way, else 0
	pointer  byte
	channel  int    // the sequencer's
	previous uint16 // the last result
}

// NewADS7138 makes a chip, powered by avddMV, whose inputs AIN0 to AIN7 are
// the first eight of a row.
func NewADS7138(inputs Analog, avddMV float64) *ADS7138 {
	a := &ADS7138{inputs: inputs, avddMV: avddMV}
	a.Power(true)
	return a
}

// Late has every read begin with the result of the conversion before, as users
// have seen it; the datasheet's figures begin with a new one.
func (a *ADS7138) Late(late bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.late = late
}

// Power takes the chip's supply away, or gives it back; with it all registers
// are as after power-on. Without supply the chip does not answer.
func (a *ADS7138) Power(on bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.powered = on
	a.reset()
}

// Reset is a dip of the supply too short to be noticed on the bus.
func (a *ADS7138) Reset() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reset()
}

func (a *ADS7138) reset() {
	a.reg = [256]byte{ads71Status: 0x81}
	a.opcode, a.pointer, a.channel, a.previous = 0, 0, 0, 0
}

// Write implements Chip: an opcode, a register and data.
func (a *ADS7138) Write(w []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.powered || a.inputs.Silent() {
		return ErrNoAnswer
	}
	a.opcode = 0
	if len(w) < 2 {
		return nil
	}
	reg, data := w[1], w[2:]
	switch w[0] {
	case ads71OpRead, ads71OpBlockRead:
		a.opcode, a.pointer = w[0], reg
	case ads71OpWrite:
		if len(data) > 0 {
			a.set(reg, data[len(data)-1])
		}
	case ads71OpBlockWrite:
		for i, v := range data {
			a.set(reg+byte(i), v)
		}
	case ads71OpSet:
		if len(data) > 0 {
			a.set(reg, a.reg[reg]|data[0])
		}
	case ads71OpClear:
		if len(data) > 0 {
			a.set(reg, a.reg[reg]&^data[0])
		}
	}
	return nil
}

// set writes a register; some bits do something.
func (a *ADS7138) set(reg, v byte) {
	switch reg {
	case ads71Status: // BOR and the error flags are cleared by writing 1
		a.reg[reg] &^= v & 0x0f
	case ads71General:
		if v&1 != 0 { // RST
			a.reset()
			return
		}
		a.reg[reg] = v &^ 0x06 // CAL and CH_RST fall back by themselves
		if v&4 != 0 {
			a.reg[ads71Pin] = 0
		}
	case ads71Sequence:
		if a.reg[reg]&0x10 == 0 && v&0x10 != 0 {
			a.channel = bits.TrailingZeros8(a.reg[ads71Select]) & 7
		}
		a.reg[reg] = v
	default:
		a.reg[reg] = v
	}
}

// Read implements Chip: the register asked for last, or conversions, two bytes
// each, for as long as the host reads.
func (a *ADS7138) Read(r []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.powered || a.inputs.Silent() {
		return ErrNoAnswer
	}
	if op := a.opcode; op != 0 {
		for i := range r {
			r[i] = a.reg[a.pointer]
			if op == ads71OpBlockRead {
				a.pointer++
			}
		}
		a.opcode = 0
		return nil
	}
	for i := 0; i < len(r); i += 2 {
		v := a.previous
		if !a.late || i > 0 {
			v = a.convert()
		}
		r[i] = byte(v >> 8)
		if i+1 < len(r) {
			r[i+1] = byte(v)
		}
	}
	if a.late { // the next one's first
		a.convert()
	}
	return nil
}

// convert is one conversion as it is sent (8.3.10): twelve bits, and the
// channel's number if DATA_CFG says so.
func (a *ADS7138) convert() uint16 {
	channel := int(a.reg[ads71Channel] & 7)
	if a.reg[ads71Sequence]&0x11 == 0x11 {
		channel = a.channel
		a.channel = next(a.reg[ads71Select], channel)
	}
	mv := 0.0
	if a.reg[ads71Pin]>>channel&1 == 0 {
		mv = a.inputs.Millivolts(channel)
	}
	v := code12(mv, a.avddMV)
	if a.reg[ads71Data]&0x80 != 0 {
		v = 0xa5a
	}
	v <<= 4
	if a.reg[ads71Data]>>4&3 == 1 {
		v |= uint16(channel)
	}
	a.previous = v
	return v
}

// next is the channel after this one among those of the mask.
func next(mask byte, channel int) int {
	for i := 1; i <= 8; i++ {
		if c := (channel + i) % 8; mask>>c&1 != 0 {
			return c
		}
	}
	return channel
}
