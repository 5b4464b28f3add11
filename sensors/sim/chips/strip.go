package chips

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Pulses says how long the line of a chain of LEDs is high and low for each bit, according
// to the datasheet.
type Pulses struct {
	High, Low [2]time.Duration // for a 0 and for a 1
	Within    time.Duration    // each of the four may be shorter or longer by this much
	Reset     time.Duration    // after the line was low for this long, the LEDs show what they have received
	Bytes     int              // per LED, in the order green, red, blue, white
}

// WS2812B returns the pulses of its datasheet's table "Data transfer time", version 1.0.
func WS2812B() Pulses {
	return Pulses{High: [2]time.Duration{400, 800}, Low: [2]time.Duration{850, 450}, Within: 150, Reset: 50 * time.Microsecond, Bytes: 3}
}

// SK6812 returns the pulses of an SK6812, revision 01. white means that it also has a white
// LED.
func SK6812(white bool) Pulses {
	p := Pulses{High: [2]time.Duration{300, 600}, Low: [2]time.Duration{900, 600}, Within: 150, Reset: 80 * time.Microsecond, Bytes: 3}
	if white {
		p.Bytes = 4
	}
	return p
}

// Strip is a chain of LEDs at the data output of an SPI port, and that port. It takes the
// line's level bit by bit and decodes it as LEDs do, only by the length of pulses. On a real
// chain an error goes unnoticed; here Err reports it.
type Strip struct {
	mu    sync.Mutex
	name  string
	core  physic.Frequency
	clock physic.Frequency
	is    Pulses
	fail  error
	cut   int // this LED and the ones after it get no data
	led   [][4]byte
	err   error
	high  bool
	held  int // number of SPI bits since the level last changed
	bits  []byte
	last  int // length of the last high pulse, in SPI bits
}

// NewStrip makes a chain of n dark LEDs at a port. core is the clock that the port divides
// by an even number, as on a Raspberry Pi: 250 MHz on most.
func NewStrip(name string, is Pulses, n int, core physic.Frequency) *Strip {
	return &Strip{name: name, is: is, led: make([][4]byte, n), cut: n, core: core}
}

// Cut cuts the wire in front of an LED. It and the LEDs after it keep what they show.
func (s *Strip) Cut(before int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cut = before
}

// Fail makes every transfer return this error, like a port whose device file is gone. nil
// ends that.
func (s *Strip) Fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

// Colours returns what each LED shows: red, green, blue and white.
func (s *Strip) Colours() [][4]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([][4]byte, len(s.led))
	for i, grb := range s.led {
		all[i] = [4]byte{grb[1], grb[0], grb[2], grb[3]}
	}
	return all
}

// Err returns an error for the first pulse outside the limits of the LEDs' datasheet, or
// nil.
func (s *Strip) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// String implements spi.Port.
func (s *Strip) String() string { return s.name }

// Close implements spi.PortCloser.
func (s *Strip) Close() error { return nil }

// LimitSpeed implements spi.PortCloser.
func (s *Strip) LimitSpeed(physic.Frequency) error { return nil }

// Connect implements spi.Port. The clock is the fastest that the port can make without
// exceeding f.
func (s *Strip) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	if bits != 8 || mode&spi.Mode2 != 0 {
		return nil, errors.New("spi: mode not supported")
	}
	divider := (s.core + f - 1) / f
	s.clock = s.core / (divider + divider%2)
	return stripConn{s}, nil
}

type stripConn struct{ s *Strip }

// String implements conn.Conn.
func (c stripConn) String() string { return c.s.name }

// Duplex implements conn.Conn.
func (c stripConn) Duplex() conn.Duplex { return conn.Full }

// MaxTxSize implements conn.Limits: the most that Linux's spidev accepts at once.
func (c stripConn) MaxTxSize() int { return 4096 }

// TxPackets implements spi.Conn.
func (c stripConn) TxPackets([]spi.Packet) error { return errors.New("not simulated") }

// Tx implements conn.Conn. Between two transfers the line is low.
func (c stripConn) Tx(w, _ []byte) error {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return s.fail
	}
	for _, b := range w {
		for bit := 7; bit >= 0; bit-- {
			s.level(b>>bit&1 != 0)
		}
	}
	if !s.high && s.lasts(s.held) >= s.is.Reset {
		s.latch()
	}
	return nil
}

func (s *Strip) lasts(bits int) time.Duration {
	return time.Duration(int64(bits) * int64(time.Second) / int64(s.clock/physic.Hertz))
}

// level takes one bit of SPI.
func (s *Strip) level(high bool) {
	if high == s.high {
		s.held++
		return
	}
	if high {
		s.low(s.lasts(s.held))
	} else {
		s.last = s.held
	}
	s.high, s.held = high, 1
}

// low takes a low pulse that has ended, with the high pulse before it. Together they are a
// bit, unless the line was at rest.
func (s *Strip) low(lasted time.Duration) {
	if s.last == 0 {
		return
	}
	s.bit(lasted)
	if lasted >= s.is.Reset {
		s.latch()
	}
}

// bit decides whether the last high pulse was a 0 or a 1. rest is how long the line was low
// after it.
func (s *Strip) bit(rest time.Duration) {
	near := func(t, want time.Duration) bool { return t >= want-s.is.Within && t <= want+s.is.Within }
	high := s.lasts(s.last)
	s.last = 0
	for value := range byte(2) {
		if near(high, s.is.High[value]) && (near(rest, s.is.Low[value]) || rest >= s.is.Reset) {
			s.bits = append(s.bits, value)
			return
		}
	}
	if s.err == nil {
		s.err = fmt.Errorf("bit %d: %v high and %v low is neither a 0 nor a 1", len(s.bits), high, rest)
	}
	s.bits = append(s.bits, 0)
}

// latch makes the LEDs show what they have received.
func (s *Strip) latch() {
	if s.last != 0 {
		s.bit(s.is.Reset)
	}
	whole := 8 * s.is.Bytes
	if len(s.bits)%whole != 0 && s.err == nil {
		s.err = fmt.Errorf("%d bits before a reset are not a whole number of LEDs", len(s.bits))
	}
	for n := 0; n < len(s.led) && n < s.cut && (n+1)*whole <= len(s.bits); n++ {
		s.led[n] = [4]byte{}
		for i, bit := range s.bits[n*whole : (n+1)*whole] {
			s.led[n][i/8] |= bit << (7 - i%8)
		}
	}
	s.bits = s.bits[:0]
}

var _ spi.PortCloser = (*Strip)(nil)
