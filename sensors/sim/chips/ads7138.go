package chips

import (
	"math/bits"
)

// The registers of the ADS7138 that have an effect here (SBAS976A, 8.6), and its
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

// ADS7138 is TI's twelve-bit converter with eight inputs (SBAS976A): registers
// accessed by opcodes, and conversions of one channel or of a sequence of channels
// while the host reads. Averaging, autonomous conversions, comparators, checksums
// and digital pins are left out; their registers can be written and read.
type ADS7138 struct {
	supply
	inputs   Analog
	avddMV   float64 // the reference voltage
	late     bool    // a read begins with the previous conversion
	reg      [256]byte
	opcode   byte // of the pending register read, else 0
	pointer  byte
	channel  int    // of the sequencer
	previous uint16 // the last result
}

// NewADS7138 makes a powered chip with the supply avddMV, whose inputs AIN0 to AIN7
// are the first eight of a row.
func NewADS7138(inputs Analog, avddMV float64) *ADS7138 {
	a := &ADS7138{inputs: inputs, avddMV: avddMV}
	a.Power(true)
	return a
}

// Late makes every read begin with the result of the previous conversion, as users
// have seen it. The datasheet's figures begin with a new one.
func (a *ADS7138) Late(late bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.late = late
}

// Power switches the chip's supply. When it comes on, all registers are as after
// power-on. Without supply the chip does not answer.
func (a *ADS7138) Power(on bool) { a.power(on, a.reset) }

// Reset acts like a dip of the supply that is too short to be noticed on the bus.
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
	return a.transfer(a.inputs, func() {
		a.opcode = 0
		if len(w) < 2 {
			return
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
	})
}

// set writes a register; some bits have an effect.
func (a *ADS7138) set(reg, v byte) {
	switch reg {
	case ads71Status: // writing 1 clears BOR and the error flags
		a.reg[reg] &^= v & 0x0f
	case ads71General:
		if v&1 != 0 { // RST
			a.reset()
			return
		}
		a.reg[reg] = v &^ 0x06 // CAL and CH_RST reset themselves
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

// Read implements Chip: the register asked for last, or conversions of two bytes
// each, for as long as the host reads.
func (a *ADS7138) Read(r []byte) error {
	return a.transfer(a.inputs, func() {
		if op := a.opcode; op != 0 {
			for i := range r {
				r[i] = a.reg[a.pointer]
				if op == ads71OpBlockRead {
					a.pointer++
				}
			}
			a.opcode = 0
			return
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
		if a.late { // the first result of the next read
			a.convert()
		}
	})
}

// convert returns one conversion in the form in which it is sent (8.3.10): twelve
// bits, followed by the channel's number if DATA_CFG says so.
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

// next returns the channel after this one among those in the mask.
func next(mask byte, channel int) int {
	for i := 1; i <= 8; i++ {
		if c := (channel + i) % 8; mask>>c&1 != 0 {
			return c
		}
	}
	return channel
}
