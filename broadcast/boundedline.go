package broadcast

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync/atomic"
	"time"
)

// The longest packets that are read from a broker, in bytes after the fixed header. The MQTT
// library allocates whatever a packet announces, up to 256 MB, and anybody who may publish
// at a broker elsewhere can have one sent to us.
const (
	mostForBoards  = 128 << 10 // commands, of at most maxCommand, with the longest topic of MQTT, 64 KB
	mostForReaders = 1 << 20   // what boards publish: the embedded broker takes no longer packets
)

// longPacket is the length from which on the rest of a packet must come within ackTimeout.
const longPacket = 4 << 10

// Types of packets in the first byte of the fixed header (MQTT 3.1.1, 2.2.1).
const packetPublish = 3

// boundedLine is a connection to a broker of which the MQTT library reads no long packets.
// The rest of a message that is too long is left out: the sender is some other client, and
// closing the connection would let it keep us away from the broker. Whoever reads the
// message finds it too long, or incomplete. A broker that breaks the rules itself is
// disconnected: with another packet that is too long, with one that does not end, or with a
// message at QoS 2, which the library would keep until it is released. Nothing is subscribed
// above QoS 1.
//
// Only one goroutine may read.
type boundedLine struct {
	net.Conn
	most int
	log  *slog.Logger

	in     *bufio.Reader
	header []byte // still to be read
	left   int    // bytes of the packet that are still to be read, after the header
	rest   int    // and those that are left out after them
	timed  bool   // a deadline is set for this packet
	cut    bool   // that a message was cut is logged

	fault atomic.Pointer[string] // why the connection was closed
}

func newBoundedLine(line net.Conn, most int, log *slog.Logger) *boundedLine {
	return &boundedLine{Conn: line, most: most, log: log, in: bufio.NewReaderSize(line, longPacket)}
}

// Fault returns why the broker was disconnected, or "".
func (l *boundedLine) Fault() string {
	if why := l.fault.Load(); why != nil {
		return *why
	}
	return ""
}

// Read implements net.Conn.
func (l *boundedLine) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(l.header) == 0 && l.left == 0 {
		if err := l.next(); err != nil {
			return 0, l.explain(err)
		}
	}
	if len(l.header) > 0 {
		n := copy(p, l.header)
		l.header = l.header[n:]
		return n, nil
	}
	n, err := l.in.Read(p[:min(len(p), l.left)])
	l.left -= n
	if l.left == 0 && l.rest == 0 {
		l.hurry(0)
	}
	return n, l.explain(err)
}

// next reads the fixed header of the next packet.
func (l *boundedLine) next() error {
	if l.rest > 0 {
		n, err := l.in.Discard(l.rest)
		if l.rest -= n; err != nil {
			return err
		}
		l.hurry(0)
	}
	head, err := l.in.ReadByte()
	if err != nil {
		return err
	}
	n, err := l.length()
	if err != nil {
		return err
	}
	kind, qos := head>>4, head>>1&3
	switch {
	case kind == packetPublish && qos > 1:
		return l.refuse("the broker sends a message at QoS %d, and was asked for none above 1 (MQTT 3.1.1, 3.8.4)", qos)
	case kind != packetPublish && n > l.most:
		return l.refuse("the broker announces a packet of type %d with %d bytes, and no such packet has more than %d", kind, n, l.most)
	case n > l.most && !l.cut:
		l.cut = true
		l.log.Warn("a message from the broker is too long, and only its beginning is read: find out who sends it, and let nobody else write on the topics of a board (docs/mosquitto.acl)",
			"bytes", n, "read", l.most)
	}
	l.left = min(n, l.most)
	l.rest = n - l.left
	l.header = binary.AppendUvarint([]byte{head}, uint64(l.left))
	l.hurry(n)
	return nil
}

// length reads the remaining length, of at most four bytes (2.2.3).
func (l *boundedLine) length() (n int, err error) {
	for i := range 4 {
		b, err := l.in.ReadByte()
		if err != nil {
			return 0, err
		}
		n |= int(b&0x7f) << (7 * i)
		if b&0x80 == 0 {
			return n, nil
		}
	}
	return 0, l.refuse("the broker sends a remaining length of more than four bytes (MQTT 3.1.1, 2.2.3)")
}

// hurry sets the time limit for a packet of n bytes, or removes it.
func (l *boundedLine) hurry(n int) {
	switch {
	case n > longPacket:
		l.timed = true
		l.Conn.SetReadDeadline(time.Now().Add(ackTimeout)) //nolint:errcheck // Read reports errors
	case l.timed:
		l.timed = false
		l.Conn.SetReadDeadline(time.Time{}) //nolint:errcheck // likewise
	}
}

// refuse closes the connection.
func (l *boundedLine) refuse(format string, args ...any) error {
	why := fmt.Sprintf(format, args...)
	l.fault.CompareAndSwap(nil, &why)
	l.Conn.Close()
	return fmt.Errorf("%s", l.Fault())
}

// explain turns the end of a packet's time into the fault of the broker.
func (l *boundedLine) explain(err error) error {
	if late, ok := err.(net.Error); ok && late.Timeout() && l.timed {
		return l.refuse("the broker does not finish a packet within %v", ackTimeout)
	}
	if err == io.EOF && (l.left > 0 || l.rest > 0 || len(l.header) > 0) {
		return io.ErrUnexpectedEOF
	}
	return err
}
