package guard

import (
	"bufio"
	"net"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Conn is a client's connection as the MQTT library reads it: whole packets that have been
// checked, and nothing else. The first read that meets a forbidden packet answers it if the
// standard has an answer, closes the connection, and returns the *Violation. All later
// reads return the same error.
//
// Only one goroutine may read; any may set limits.
type Conn struct {
	net.Conn
	in       *bufio.Reader
	limits   atomic.Pointer[Limits]
	patience time.Duration // time for a packet to be complete, from its first byte
	hold     func(bytes int)

	idle      time.Time // when the next packet must begin; zero is no limit
	connected bool      // a CONNECT has been accepted
	ready     []byte    // rest of an accepted packet, to be read
	packet    []byte    // memory of the packet
	refused   error
	pacers    [paces]*rate.Limiter
}

// chunk is how much memory is allocated ahead of the bytes of a packet, and how much of it
// a connection keeps.
const chunk = 2 << 10

// New guards a connection. Until SetLimits is called, its client is a stranger with the
// limits l. The connection's current read deadline applies to the CONNECT. hold is called
// with the size of the memory that a long packet takes, and with its negative when it is
// freed.
func New(line net.Conn, l Limits, patience time.Duration, hold func(bytes int)) *Conn {
	c := &Conn{Conn: line, in: bufio.NewReaderSize(line, 512), patience: patience, hold: hold}
	c.limits.Store(&l)
	return c
}

// SetLimits changes what the client may send, from the next packet on.
func (c *Conn) SetLimits(l Limits) { c.limits.Store(&l) }

// Limits returns what the client may send.
func (c *Conn) Limits() Limits { return *c.limits.Load() }

// HasMore reports whether more has been received from the client than it has been asked
// for: the rest of a packet, or another one. Only the goroutine that reads may call it.
func (c *Conn) HasMore() bool { return len(c.ready) > 0 || c.in.Buffered() > 0 }

// SetReadDeadline implements net.Conn. It sets the time by which the next packet must
// begin. It is called by the goroutine that reads.
func (c *Conn) SetReadDeadline(t time.Time) error {
	c.idle = t
	return c.Conn.SetReadDeadline(t)
}

// Read implements net.Conn.
func (c *Conn) Read(p []byte) (int, error) {
	if len(c.ready) == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, c.ready)
	c.ready = c.ready[n:]
	return n, nil
}

// next reads the next packet.
func (c *Conn) next() error {
	if c.refused != nil {
		return c.refused
	}
	err := c.read()
	if v, ok := err.(*Violation); ok {
		c.refused = v
		if len(v.Answer) > 0 {
			c.Write(v.Answer) //nolint:errcheck // it is closed anyway
		}
		c.Close()
	}
	return err
}

// read reads a packet from the client and checks it.
func (c *Conn) read() error {
	if cap(c.packet) > chunk { // one long packet must not keep its memory for ever
		c.hold(-cap(c.packet))
		c.packet = nil
	}
	if ahead := c.Limits().Ahead; ahead > c.in.Size() && c.in.Buffered() == 0 {
		c.in = bufio.NewReaderSize(c.Conn, ahead)
	}
	head, err := c.in.ReadByte()
	if err != nil {
		return err
	}
	if err := c.checkTurn(head); err != nil {
		return err
	}
	if err := c.hurry(); err != nil {
		return err
	}
	c.packet = append(c.packet[:0], head)
	n, err := c.length()
	if err != nil {
		return err
	}
	l := c.Limits()
	if n > l.Packet {
		return tooLong(head>>4, n, l)
	}
	begins := len(c.packet)
	if err := c.body(n); err != nil {
		return err
	}
	if err := Check(head, c.packet[begins:], l); err != nil {
		return err
	}
	c.connected = true
	c.wait(head>>4, l)
	c.ready = c.packet
	return nil
}

// checkTurn checks the first byte of a packet before the rest has come. The first packet
// must be a CONNECT [MQTT-3.1.0-1], and no other may be one [MQTT-3.1.0-2].
func (c *Conn) checkTurn(head byte) error {
	if err := checkHeader(head); err != nil {
		return err
	}
	switch first := head>>4 == connect; {
	case !c.connected && !first:
		return wrong("%s before a CONNECT [MQTT-3.1.0-1]", names[head>>4])
	case c.connected && first:
		return wrong("a second CONNECT [MQTT-3.1.0-2]")
	}
	return nil
}

// hurry sets the deadline for the rest of a packet. That for a CONNECT was set when the
// connection was made.
func (c *Conn) hurry() error {
	if !c.connected {
		return nil
	}
	limit := time.Now().Add(c.patience)
	if !c.idle.IsZero() && c.idle.Before(limit) {
		return nil
	}
	return c.Conn.SetReadDeadline(limit)
}

// length reads the remaining length (2.2.3).
func (c *Conn) length() (int, error) {
	n := 0
	for i := range maxLengthBytes {
		b, err := c.in.ReadByte()
		if err != nil {
			return 0, err
		}
		c.packet = append(c.packet, b)
		n |= int(b&0x7f) << (7 * i)
		if b&0x80 == 0 {
			return n, nil
		}
	}
	return 0, wrong("a remaining length of more than four bytes (MQTT 3.1.1, 2.2.3)")
}

// body reads n bytes. Memory is allocated as they come, not as announced.
func (c *Conn) body(n int) error {
	for n > 0 {
		size := min(n, chunk)
		at := len(c.packet)
		if cap(c.packet)-at < size {
			c.grow(min(at+n, 2*at+size))
		}
		got, err := c.in.Read(c.packet[at : at+size])
		if err != nil {
			return err
		}
		c.packet = c.packet[:at+got]
		n -= got
	}
	return nil
}

// grow makes room for a packet of n bytes.
func (c *Conn) grow(n int) {
	grown := make([]byte, len(c.packet), n)
	copy(grown, c.packet)
	before := 0
	if cap(c.packet) > chunk {
		before = cap(c.packet)
	}
	c.packet = grown
	if n > chunk {
		c.hold(n - before)
	}
}
