package chips

import (
	"math"
	"time"
)

// The registers of the ADS1115 (SBAS444D, table 6).
const (
	adsConversion = iota
	adsConfig
	adsLoThresh
	adsHiThresh
)

// adsReset is the config register after power-on (SBAS444D, 9.6.3).
const adsReset = 0x8583

// adsScale lists the full-scale ranges in mV, and adsRate the samples per second,
// by the bits PGA and DR of the config register.
var (
	adsScale = [8]float64{6144, 4096, 2048, 1024, 512, 256, 256, 256}
	adsRate  = [8]time.Duration{8, 16, 32, 64, 128, 250, 475, 860}
)

// ADS1115 is TI's sixteen-bit converter with four inputs (SBAS444D): input
// multiplexer, gain, and single or continuous conversions that take their real
// time. The comparator is left out; its registers can be written and read.
type ADS1115 struct {
	supply
	inputs  Analog
	now     func() time.Duration
	slow    float64
	pointer byte
	reg     [4]uint16
	busy    bool // a conversion is running
	done    time.Duration
	input   byte   // MUX of the running conversion
	scale   uint16 // PGA of the running conversion
}

// NewADS1115 makes a powered chip whose inputs AIN0 to AIN3 are the first four of a
// row. now is the clock by which conversions end.
func NewADS1115(inputs Analog, now func() time.Duration) *ADS1115 {
	a := &ADS1115{inputs: inputs, now: now}
	a.Power(true)
	return a
}

// Slow makes the chip's oscillator slower by this fraction. The datasheet allows
// 0.1 either way.
func (a *ADS1115) Slow(by float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.slow = by
}

// Power switches the chip's supply. When it comes on, all registers are as after
// power-on. Without supply the chip does not answer.
func (a *ADS1115) Power(on bool) { a.power(on, a.reset) }

// Reset acts like a dip of the supply that is too short to be noticed on the bus,
// or like the general-call reset.
func (a *ADS1115) Reset() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reset()
}

func (a *ADS1115) reset() {
	a.pointer, a.busy = 0, false
	a.reg = [4]uint16{adsConfig: adsReset, adsLoThresh: 0x8000, adsHiThresh: 0x7fff}
}

// begin starts a conversion with the settings of the config register.
func (a *ADS1115) begin(at time.Duration) {
	config := a.reg[adsConfig]
	period := time.Second / adsRate[config>>5&7]
	a.busy, a.input, a.scale = true, byte(config>>12&7), config>>9&7
	a.done = at + time.Duration(float64(period)*(1+a.slow))
}

// settle ends the conversions that are over by now.
func (a *ADS1115) settle() {
	for a.busy && a.now() >= a.done {
		a.reg[adsConversion] = a.convert()
		if a.busy = false; a.reg[adsConfig]&0x0100 == 0 {
			a.begin(a.done)
		}
	}
}

// convert returns the voltage between the inputs, as two's complement (9.3.1).
func (a *ADS1115) convert() uint16 {
	pairs := [8][2]int{{0, 1}, {0, 3}, {1, 3}, {2, 3}, {0, -1}, {1, -1}, {2, -1}, {3, -1}}
	mv := a.inputs.Millivolts(pairs[a.input][0])
	if negative := pairs[a.input][1]; negative >= 0 {
		mv -= a.inputs.Millivolts(negative)
	}
	code := math.Round(mv / adsScale[a.scale] * 32768)
	return uint16(int16(max(-32768, min(32767, code))))
}

// Write implements Chip: the address pointer, then sixteen bits for that
// register, high byte first.
func (a *ADS1115) Write(w []byte) error {
	return a.transfer(a.inputs, func() {
		a.settle()
		if len(w) == 0 {
			return
		}
		a.pointer = w[0] & 3
		if len(w) < 3 || a.pointer == adsConversion {
			return
		}
		v := uint16(w[1])<<8 | uint16(w[2])
		if a.pointer != adsConfig {
			a.reg[a.pointer] = v
			return
		}
		a.reg[adsConfig] = v
		single, start := v&0x0100 != 0, v&0x8000 != 0
		if !a.busy && (start || !single) {
			a.begin(a.now())
		}
	})
}

// Read implements Chip: the register of the address pointer, high byte first.
func (a *ADS1115) Read(r []byte) error {
	return a.transfer(a.inputs, func() {
		a.settle()
		v := a.reg[a.pointer]
		if a.pointer == adsConfig {
			if v |= 0x8000; a.busy { // OS reads 0 while a conversion is running
				v &^= 0x8000
			}
		}
		for i := range r {
			r[i] = byte(v >> (8 * (1 - i%2)))
		}
	})
}
