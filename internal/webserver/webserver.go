// Package webserver limits what a stranger can cost a web server: connections, headers,
// bodies, and time.
package webserver

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"touchmove/internal/openfiles"
)

// Limits of every server. Pages are small and no request has a body; a WebSocket has
// deadlines of its own.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 15 * time.Second
	writeTimeout  = time.Minute
	idleTimeout   = 2 * time.Minute
	mostHeader    = 16 << 10
	mostBody      = 4 << 10
)

// New makes a server with these limits, which logs its own faults, such as that no file can be opened
// for a connection, as warnings. Serve it on a listener made by Listen.
func New(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: http.MaxBytesHandler(h, mostBody), MaxHeaderBytes: mostHeader,
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		ConnContext: KeepConn, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// Listen listens on a TCP address and limits the number of open connections to most, or to fewer
// where the process may open few files (openfiles.Places). When the limit is reached, the address with the most connections gets no more, and its newest
// one is closed if an address with fewer connects. So one computer cannot keep the others
// out, and many people behind one address lose nothing as long as there is room.
func Listen(address string, most int) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	return &listener{Listener: l, most: openfiles.Places(most), from: map[netip.Prefix][]*conn{}}, nil
}

type listener struct {
	net.Listener
	most int

	mu   sync.Mutex
	open int
	from map[netip.Prefix][]*conn // the newest is the last
}

// conn is an accepted connection, which counts towards the limit.
type conn struct {
	net.Conn
	l       *listener
	visitor atomic.Pointer[net.TCPAddr] // nil while it is nobody's but the remote computer's

	// Guarded by the mutex of l.
	at   netip.Prefix
	gone bool
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	for {
		line, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := l.accept(line); c != nil {
			boundKernel(line)
			return c, nil
		}
		line.Close()
	}
}

// kernelBuffer limits what the kernel holds of a connection, in bytes, each way; Linux
// allows twice as much (socket(7), SO_RCVBUF). Otherwise a visitor that reads nothing could
// use megabytes, and all connections of the computer share the memory of TCP.
const kernelBuffer = 64 << 10

func boundKernel(line net.Conn) {
	if tcp, ok := line.(*net.TCPConn); ok {
		tcp.SetReadBuffer(kernelBuffer)  //nolint:errcheck // if the connection has gone, reading reports it
		tcp.SetWriteBuffer(kernelBuffer) //nolint:errcheck // likewise
	}
}

// accept takes a connection, or returns nil if there is no room for it.
func (l *listener) accept(line net.Conn) *conn {
	c := &conn{Conn: line, l: l, at: Neighbourhood(line.RemoteAddr().String())}
	l.mu.Lock()
	var out *conn
	if l.open >= l.most {
		var densest netip.Prefix
		for at, list := range l.from {
			if len(list) > len(l.from[densest]) {
				densest = at
			}
		}
		list := l.from[densest]
		if len(l.from[c.at])+1 >= len(list) {
			l.mu.Unlock()
			return nil
		}
		out = list[len(list)-1]
	}
	l.from[c.at] = append(l.from[c.at], c)
	l.open++
	l.mu.Unlock()
	if out != nil {
		out.Close()
	}
	return c
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.l.mu.Lock()
	if !c.gone {
		c.gone = true
		c.l.forget(c)
		c.l.open--
	}
	c.l.mu.Unlock()
	return c.Conn.Close()
}

// forget takes a connection out of those of its address.
func (l *listener) forget(c *conn) {
	list := l.from[c.at]
	if i := slices.Index(list, c); i >= 0 {
		list = slices.Delete(list, i, i+1)
	}
	if l.from[c.at] = list; len(list) == 0 {
		delete(l.from, c.at)
	}
}

// ServeVisitor implements Visited.
func (c *conn) ServeVisitor(visitor netip.AddrPort) bool {
	c.l.mu.Lock()
	defer c.l.mu.Unlock()
	if c.gone {
		return false
	}
	if at := Neighbourhood(visitor.String()); at != c.at {
		c.l.forget(c)
		c.at = at
		c.l.from[at] = append(c.l.from[at], c)
	}
	c.visitor.Store(net.TCPAddrFromAddrPort(visitor))
	return true
}

// RemoteAddr implements net.Conn.
func (c *conn) RemoteAddr() net.Addr {
	if visitor := c.visitor.Load(); visitor != nil {
		return visitor
	}
	return c.Conn.RemoteAddr()
}

// Neighbourhood returns what counts as one address, from host:port: an IPv4 address, or a
// /64 network of IPv6, since one computer may use all of it. The zero value stands for
// everything else.
func Neighbourhood(remote string) netip.Prefix {
	a, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Prefix{}
	}
	ip := a.Addr().Unmap().WithZone("")
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	at, err := ip.Prefix(bits)
	if err != nil {
		panic(fmt.Sprintf("webserver: %v has no %d bits", ip, bits))
	}
	return at
}
