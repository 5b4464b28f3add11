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

// Pulses are how long the line of a chain of LEDs is high and low for each bit, as the
// datasheet has them.
type Pulses struct {
	High, Low [2]time.Duration // of a 0 and of a 1
	Within    time.Duration    // each of the four may be shorter or longer by this much
	Reset     time.Duration    // low for as long: the chain shows what it has
	Bytes     int              // for one LED, in the order green, red, blue, white
}

// WS2812B returns the pulses of its datasheet's table "Data transfer time", version 1.0.
func WS2812B() Pulses {
	return Pulses{High: [2]time.Duration{400, 800}, Low: [2]time.Duration{850, 450}, Within: 150, Reset: 50 * time.Microsecond, Bytes: 3}
}

// SK6812 returns those of an SK6812, revision 01; white says that it has a white LED too.
func SK6812(white bool) Pulses {
	p := Pulses{High: [2]time.Duration{300, 600}, Low: [2]time.Duration{900, 600}, Within: 150, Reset: 80 * time.Microsecond, Bytes: 3}
	if white {
		p.Bytes = 4
	}
	return p
}

// Strip is a chain of LEDs at the data output of an SPI port, and that port. It takes the
// line's level bit by bit and decodes it as LEDs do, by the length of pulses alone. As on
// a real one nobody notices there whether an LED has understood: Err says so.
type Strip struct {
	mu    sync.Mutex
	name  string
	core  physic.Frequency
	clock physic.Frequency
	is    Pulses
	fail  error
	cut   int // LEDs from this one on get no data
	led   [][4]byte
	err   error
	high  bool
	held  int // how many bits of SPI the level has lasted
	bits  []byte
	last  int // bits of SPI that the last high pulse lasted
}

// NewStrip makes a chain of n LEDs at a port, all dark. core is the clock that the port
// divides by an even number, as a Raspberry Pi does; 250 MHz on most.
func NewStrip(name string, is Pulses, n int, core physic.Frequency) *Strip {
	return &Strip{name: name, is: is, led: make([][4]byte, n), cut: n, core: core}
}

// Cut cuts the wire before an LED: that one and those behind it keep what they show.
func (s *Strip) Cut(before int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cut = before
}

// Fail lets every transfer fail with this error, as a port does whose device file is gone,
// or none with nil.
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

// Err returns the first pulse that an LED need not understand by its datasheet, or nil.
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

// Connect implements spi.Port. The clock is the fastest one that the port can make and that
// is not above f.
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

// MaxTxSize implements conn.Limits: what Linux's spidev takes at once.
func (c stripConn) MaxTxSize() int { return 4096 }

// TxPackets implements spi.Conn.
func (c stripConn) TxPackets([]spi.Packet) error { return errors.New("not simulated") }

// Tx implements conn.Conn. The line lies low between two transfers.
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

// low takes a low pulse that has ended, and the high one before it: a bit, unless it is
// the line at rest.
func (s *Strip) low(lasted time.Duration) {
	if s.last == 0 {
		return
	}
	s.bit(lasted)
	if lasted >= s.is.Reset {
		s.latch()
	}
}

// bit decides which bit the last high pulse was; rest is how long the line was low after it.
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

// latch lets the LEDs show what they have received.
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
