package ws2812b

import (
	"fmt"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Model is a kind of LED.
type Model uint8

// The LEDs of this family. An SK6812RGBW has a white LED besides the three colours.
const (
	WS2812B Model = iota
	SK6812
	SK6812RGBW
)

var models = [...]struct {
	name   string
	one    byte // how a 1 is sent, as eight bits of SPI
	colour int  // bytes of data per LED
}{{"ws2812b", 0b1111_1000, 3}, {"sk6812", 0b1111_0000, 3}, {"sk6812rgbw", 0b1111_0000, 4}}

// zero is how a 0 is sent to every model, as eight bits of SPI.
const zero = 0b1100_0000

// Clock is the bit rate of the SPI port; see the package comment.
const Clock = 6250 * physic.KiloHertz

// reset is how long the line stays low before and after the data, so that earlier data has
// ended.
const reset = 300 * time.Microsecond

// Colour is what one LED shows: red, green and blue, each from 0 to 255.
type Colour [3]byte

// Opts describes a chain.
type Opts struct {
	Model Model
	Count int // number of LEDs, 1 to 120
}

// Dev is a chain of LEDs. It is for one goroutine at a time.
type Dev struct {
	conn   conn.Conn
	name   string
	opts   Opts
	buffer []byte
}

// New returns the driver of a chain at a port, whose rate it sets to Clock. It sends nothing
// yet. The error names the port.
func New(port spi.Port, opts Opts) (*Dev, error) {
	name := fmt.Sprintf("%s on %s", models[opts.Model].name, port)
	if opts.Count < 1 || opts.Count > 120 {
		return nil, fmt.Errorf("%s: %d LEDs; a chain has 1 to 120", name, opts.Count)
	}
	c, err := port.Connect(Clock, spi.Mode0, 8)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	quiet := int(reset.Seconds() * float64(Clock/physic.Hertz) / 8)
	d := &Dev{conn: c, name: name, opts: opts, buffer: make([]byte, 2*quiet+8*opts.Count*models[opts.Model].colour)}
	if limit, ok := c.(conn.Limits); ok && limit.MaxTxSize() > 0 && limit.MaxTxSize() < len(d.buffer) {
		return nil, fmt.Errorf("%s: %d LEDs need %d bytes at once, and the port takes %d: write spidev.bufsiz=4096 into cmdline.txt", name, opts.Count, len(d.buffer), limit.MaxTxSize())
	}
	return d, nil
}

// String names the model and the port: "ws2812b on SPI0.0".
func (d *Dev) String() string { return d.name }

// Show sends a colour to each LED, in the order of the chain. LEDs without a colour become
// dark. The error is the port's and names the chain. Show allocates nothing.
func (d *Dev) Show(colours []Colour) error {
	if len(colours) > d.opts.Count {
		return fmt.Errorf("%s: %d colours for %d LEDs", d.name, len(colours), d.opts.Count)
	}
	m := models[d.opts.Model]
	at := (len(d.buffer) - 8*d.opts.Count*m.colour) / 2
	put := func(b byte) {
		for bit := 7; bit >= 0; bit-- {
			if d.buffer[at] = zero; b>>bit&1 != 0 {
				d.buffer[at] = m.one
			}
			at++
		}
	}
	for n := range d.opts.Count {
		var c Colour
		if n < len(colours) {
			c = colours[n]
		}
		white := byte(0)
		if m.colour == 4 { // the white LED takes over what the three have in common
			white = min(c[0], c[1], c[2])
			c[0], c[1], c[2] = c[0]-white, c[1]-white, c[2]-white
		}
		put(c[1])
		put(c[0])
		put(c[2])
		if m.colour == 4 {
			put(white)
		}
	}
	if err := d.conn.Tx(d.buffer, nil); err != nil {
		return fmt.Errorf("%s: %w", d.name, err)
	}
	return nil
}
