package configs

import "time"

// Effort is what one scan asks of one bus, or of GPIO lines, by the datasheets of
// its chips.
type Effort struct {
	Transfers, Bytes int           // on the bus, addresses among the bytes
	Bits             int           // clocks of the bus
	Calls            int           // that set or read GPIO lines
	Rest             time.Duration // all that does not depend on the bus's clock rate
}

// What is assumed of the computer: Linux needs about 0.1 ms for an I2C transfer
// beside what is on the wire, and some 20 µs to set or read GPIO lines, on a
// small Raspberry Pi.
const (
	PerTransfer = 100 * time.Microsecond
	PerCall     = 20 * time.Microsecond
)

// Took is how long the scan takes at a clock rate of the bus in Hz.
func (e Effort) Took(hz int) time.Duration {
	if e.Bits == 0 {
		return e.Rest
	}
	return e.Rest + time.Duration(int64(e.Bits)*int64(time.Second)/int64(hz))
}

// Needs is the clock rate of the bus in Hz with which the scan takes a time; ok
// is false when none does.
func (e Effort) Needs(took time.Duration) (hz int, ok bool) {
	room := took - e.Rest
	if room <= 0 {
		return 0, false
	}
	return int((int64(e.Bits)*int64(time.Second) + int64(room) - 1) / int64(room)), true
}

// And is the effort of two scans, one after the other.
func (e Effort) And(o Effort) Effort {
	return Effort{e.Transfers + o.Transfers, e.Bytes + o.Bytes, e.Bits + o.Bits, e.Calls + o.Calls, e.Rest + o.Rest}
}

// Transfer adds n transfers that write w bytes and read r.
func (e *Effort) Transfer(n, w, r int) {
	bytes, bits := onWire(w, r)
	e.Transfers += n
	e.Bytes += n * bytes
	e.Bits += n * bits
	e.Rest += time.Duration(n) * PerTransfer
}

// onWire is what a transfer has on the wire: the address, what is written, and,
// when something is read after that, the address again; nine clocks a byte, a
// start, a stop, and a repeated start between writing and reading.
func onWire(w, r int) (bytes, bits int) {
	bytes = 1 + w + r
	if w > 0 && r > 0 {
		return bytes + 1, 9*(bytes+1) + 3
	}
	return bytes, 9*bytes + 2
}

func (e *Effort) call(n int) {
	e.Calls += n
	e.Rest += time.Duration(n) * PerCall
}

func (e *Effort) wait(n int, d time.Duration) { e.Rest += time.Duration(n) * d }

// Efforts is what one scan of a wiring asks, by the shortest names of its
// buses, as "1"; "" is of lines alone. Buses are read at the same time.
func Efforts(w Wiring) map[string]Effort {
	parts := []Wiring{w}
	if mixed, ok := w.(Mixed); ok {
		parts = mixed.Parts
	}
	all := map[string]Effort{}
	for _, part := range parts {
		if _, simulated := part.(Simulated); simulated {
			continue
		}
		name := sameBus(busOf(part))
		all[name] = all[name].And(effort(part))
	}
	return all
}

func busOf(w Wiring) string {
	switch w := w.(type) {
	case MCP23017:
		return w.Bus
	case Expanders:
		return w.Bus
	case MCPMatrix:
		return w.Bus
	case ADS1115:
		return w.Bus
	case Converters:
		return w.Bus
	case Multiplexed:
		return w.Bus
	}
	return ""
}

// conversion is how long the driver of an ADS1115 waits at 860 samples a
// second: an eighth longer than the chip should need, and 50 µs to wake it.
const conversion = (time.Second/860)*9/8 + 50*time.Microsecond

// effort is that of one part, as its driver reads the chips.
func effort(w Wiring) (e Effort) {
	switch w := w.(type) {
	case MCP23017: // GPPUA to GPIOB
		e.Transfer(len(w.Addrs), 1, 8)
	case Expanders:
		switch w.Chip {
		case "mcp23008": // GPPU to GPIO
			e.Transfer(len(w.Addrs), 1, 4)
		case "pcf8574":
			e.Transfer(len(w.Addrs), 0, 1)
		case "pcf8575":
			e.Transfer(len(w.Addrs), 0, 2)
		case "tca9555": // both input ports
			e.Transfer(len(w.Addrs), 1, 2)
		}
	case MCPMatrix: // a row: IODIR, and GPPUA to GPIOB
		e.Transfer(8, 2, 0)
		e.Transfer(8, 1, 8)
		e.wait(8, w.Settle)
	case ADS1115:
		chips := len(w.Addrs) * max(1, len(w.Ports))
		for range 4 { // inputs
			e.Transfer(chips, 3, 0) // start
			e.wait(1, conversion)
			e.Transfer(1, 1, 2)     // done?
			e.Transfer(chips, 1, 2) // results
			if len(w.Ports) > 1 {
				e.Transfer(2*len(w.Ports), 1, 0) // the switch, for each pass
			}
		}
	case Converters:
		chips := len(w.Addrs) * max(1, len(w.Ports))
		if w.Chip == "ads7138" { // eight results and an old one
			e.Transfer(chips, 0, 18)
			return e
		}
		e.Transfer(8*chips, 1, 2)
		if len(w.Ports) > 1 {
			e.Transfer(len(w.Ports), 1, 0)
		}
	case Multiplexed:
		e.call(16 + 2) // addresses, and two looks at the lines
		e.wait(16, w.Settle)
		switch inputs := len(w.Inputs); w.Converter {
		case "ads7138":
			e.Transfer(16, 0, 2*(inputs+1))
		case "ads7828":
			e.Transfer(16*inputs, 1, 2)
		case "ads1115":
			e.Transfer(16*inputs, 3, 0)
			e.Transfer(16*inputs*2, 1, 2)
			e.wait(16*inputs, conversion)
		}
	case GPIOMatrix:
		e.call(16)
		e.wait(8, w.Settle)
	}
	return e
}
