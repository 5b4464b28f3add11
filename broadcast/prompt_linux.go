package broadcast

import (
	"bufio"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// promptLine acknowledges each packet as soon as it is read. The kernel would wait up to 40 ms for
// something to send along with the acknowledgement (delayed ACK, RFC 1122, section 4.2.3.2), and
// a broker that keeps to Nagle's algorithm (RFC 896), as mosquitto does by default, holds back its
// further packets until then. So each batch of messages would take 40 ms.
type promptLine struct {
	net.Conn
	read *bufio.Reader
	raw  syscall.RawConn
}

// prompt makes a TCP connection acknowledge at once. Other connections are returned as they are.
func prompt(line net.Conn) net.Conn {
	tcp, ok := line.(*net.TCPConn)
	if !ok {
		return line // a proxy's, perhaps
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return line // it has just broken, as the first read will report
	}
	p := &promptLine{Conn: line, raw: raw}
	p.read = bufio.NewReader(promptly{p})
	return p
}

// Read implements net.Conn. Packets are read from a buffer, as paho reads their headers byte by
// byte.
func (p *promptLine) Read(b []byte) (int, error) { return p.read.Read(b) }

// promptly reads from the connection itself.
type promptly struct{ line *promptLine }

func (p promptly) Read(b []byte) (int, error) {
	n, err := p.line.Conn.Read(b)
	// The option holds for a short while only (tcp(7)). Without it, everything works, but slowly.
	p.line.raw.Control(func(fd uintptr) { unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_QUICKACK, 1) })
	return n, err
}
