package main

import (
	"time"

	"touchmove/configs"
)

// What is assumed of the computer: Linux needs about 0.1 ms for an I2C transfer
// beside what is on the wire, and some 20 µs to set or read GPIO lines, on a
// small Raspberry Pi.
const (
	perBit      = time.Second / 400_000
	perTransfer = 100 * time.Microsecond
	perCall     = 20 * time.Microsecond
)

// effort is what a scan asks of buses, lines and patience.
type effort struct {
	transfers, bytes, calls int
	took                    time.Duration
}

// transfer adds n transfers that write w bytes and read r.
func (e *effort) transfer(n, w, r int) {
	e.transfers += n
	e.bytes += n * bytesOf(w, r)
	e.took += time.Duration(n) * (perTransfer + wireTime(w, r))
}

// call adds n system calls on GPIO lines.
func (e *effort) call(n int) {
	e.calls += n
	e.took += time.Duration(n) * perCall
}

func (e *effort) wait(n int, d time.Duration) { e.took += time.Duration(n) * d }

// bytesOf is how many bytes a transfer has on the wire: the address, what is
// written, and, when something is read after that, the address again.
func bytesOf(w, r int) int {
	n := 1 + w + r
	if w > 0 && r > 0 {
		n++
	}
	return n
}

// wireTime is the time of a transfer on the wire: nine clocks a byte, a start, a
// stop, and a repeated start between writing and reading.
func wireTime(w, r int) time.Duration {
	bits := 9*bytesOf(w, r) + 2
	if w > 0 && r > 0 {
		bits++
	}
	return time.Duration(bits) * perBit
}

// arithmetic is the effort of a wiring as its chips' datasheets have it. Buses
// of a mixed board are read at the same time: the slowest decides.
func arithmetic(w configs.Wiring) effort {
	mixed, ok := w.(configs.Mixed)
	if !ok {
		var e effort
		e.add(w)
		return e
	}
	buses := map[string]*effort{}
	var all effort
	for _, part := range mixed.Parts {
		name := busOf(part)
		if buses[name] == nil {
			buses[name] = &effort{}
		}
		buses[name].add(part)
	}
	for _, e := range buses {
		all.transfers += e.transfers
		all.bytes += e.bytes
		all.calls += e.calls
		all.took = max(all.took, e.took)
	}
	return all
}

func busOf(w configs.Wiring) string {
	switch w := w.(type) {
	case configs.MCP23017:
		return w.Bus
	case configs.Expanders:
		return w.Bus
	case configs.MCPMatrix:
		return w.Bus
	case configs.ADS1115:
		return w.Bus
	case configs.Converters:
		return w.Bus
	case configs.Multiplexed:
		return w.Bus
	}
	return ""
}

// conversion is how long the driver of an ADS1115 waits at 860 samples a
// second: an eighth longer than the chip should need, and 50 µs to wake it.
const conversion = (time.Second/860)*9/8 + 50*time.Microsecond

func (e *effort) add(w configs.Wiring) {
	switch w := w.(type) {
	case configs.MCP23017: // GPPUA to GPIOB
		e.transfer(len(w.Addrs), 1, 8)
	case configs.Expanders:
		switch w.Chip {
		case "mcp23008": // GPPU to GPIO
			e.transfer(len(w.Addrs), 1, 4)
		case "pcf8574":
			e.transfer(len(w.Addrs), 0, 1)
		case "pcf8575":
			e.transfer(len(w.Addrs), 0, 2)
		case "tca9555": // both input ports
			e.transfer(len(w.Addrs), 1, 2)
		}
	case configs.MCPMatrix: // a row: IODIR, and GPPUA to GPIOB
		e.transfer(8, 2, 0)
		e.transfer(8, 1, 8)
		e.wait(8, w.Settle)
	case configs.ADS1115:
		chips := len(w.Addrs) * max(1, len(w.Ports))
		for range 4 { // inputs
			e.transfer(chips, 3, 0) // start
			e.wait(1, conversion)
			e.transfer(1, 1, 2)     // done?
			e.transfer(chips, 1, 2) // results
			if len(w.Ports) > 1 {
				e.transfer(2*len(w.Ports), 1, 0) // the switch, for each pass
			}
		}
	case configs.Converters:
		chips := len(w.Addrs) * max(1, len(w.Ports))
		if w.Chip == "ads7138" { // eight results and an old one
			e.transfer(chips, 0, 18)
			return
		}
		e.transfer(8*chips, 1, 2)
		if len(w.Ports) > 1 {
			e.transfer(len(w.Ports), 1, 0)
		}
	case configs.Multiplexed:
		e.call(16 + 2) // addresses, and two looks at the lines
		e.wait(16, w.Settle)
		switch inputs := len(w.Inputs); w.Converter {
		case "ads7138":
			e.transfer(16, 0, 2*(inputs+1))
		case "ads7828":
			e.transfer(16*inputs, 1, 2)
		case "ads1115":
			e.transfer(16*inputs, 3, 0)
			e.transfer(16*inputs*2, 1, 2)
			e.wait(16*inputs, conversion)
		}
	case configs.GPIOMatrix:
		e.call(16)
		e.wait(8, w.Settle)
	}
}
