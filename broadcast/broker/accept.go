package broker

import (
	"net"
	"net/netip"
	"sync"
)

// Limits of open connections, before anything is read from them. Each costs a file
// descriptor and a goroutine, and the boards need file descriptors too.
const (
	maxOpen        = 3000
	maxFromAddress = 200 // many times the screens of a hall behind one router
)

// entrance counts the open connections of all listeners, in all and by address. Connections
// from this computer count only in all: a proxy here connects for many clients.
type entrance struct {
	mu     sync.Mutex
	open   int
	byAddr map[netip.Prefix]int
}

func newEntrance() *entrance { return &entrance{byAddr: map[netip.Prefix]int{}} }

// neighbourhood is the unit in which an address is counted: itself, or for IPv6 its /64
// network, as one computer may use all its addresses (RFC 4291, 2.5.4).
func neighbourhood(a net.Addr) (n netip.Prefix, local bool) {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}, true
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	n, _ = ip.Prefix(bits)
	return n, ip.IsLoopback()
}

// enter counts a connection, and returns false if there are too many.
func (e *entrance) enter(from net.Addr) bool {
	n, local := neighbourhood(from)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.open >= maxOpen || !local && e.byAddr[n] >= maxFromAddress {
		return false
	}
	e.open++
	if !local {
		e.byAddr[n]++
	}
	return true
}

func (e *entrance) leave(from net.Addr) {
	n, local := neighbourhood(from)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open--
	if local {
		return
	}
	if e.byAddr[n]--; e.byAddr[n] == 0 {
		delete(e.byAddr, n)
	}
}

// counted is a listener whose connections an entrance counts. Excess ones are closed.
type counted struct {
	net.Listener
	entrance *entrance
	turned   func(from net.Addr) // called for each connection that is closed
}

// kernelBuffer limits what the kernel holds of a connection, in bytes, each way; Linux
// allows twice as much, for its own bookkeeping (socket(7), SO_RCVBUF). Without it a client
// whose packets wait for their pace, or that reads nothing, could use megabytes that this
// process does not count; and all connections of the computer share the memory of TCP
// (tcp(7), tcp_mem), an eighth of its memory.
const kernelBuffer = 32 << 10

func boundKernel(line net.Conn) {
	if tcp, ok := line.(*net.TCPConn); ok {
		tcp.SetReadBuffer(kernelBuffer)  //nolint:errcheck // if the connection has gone, reading reports it
		tcp.SetWriteBuffer(kernelBuffer) //nolint:errcheck // likewise
	}
}

// Accept implements net.Listener.
func (l *counted) Accept() (net.Conn, error) {
	for {
		line, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := line.RemoteAddr()
		if l.entrance.enter(from) {
			boundKernel(line)
			return &countedConn{Conn: line, leave: func() { l.entrance.leave(from) }}, nil
		}
		line.Close()
		l.turned(from)
	}
}

// countedConn leaves the entrance when it is closed.
type countedConn struct {
	net.Conn
	once  sync.Once
	leave func()
}

// Close implements net.Conn.
func (c *countedConn) Close() error {
	c.once.Do(c.leave)
	return c.Conn.Close()
}
