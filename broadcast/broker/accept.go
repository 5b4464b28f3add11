package broker

import (
	"container/list"
	"crypto/tls"
	"net"
	"net/netip"
	"sync"

	"touchmove/internal/openfiles"
)

// Limits of open connections, before anything is read from them. Each costs a file
// descriptor and a goroutine, and the boards need file descriptors too.
const (
	maxOpen        = 3000
	maxFromAddress = 200 // many times the screens of a hall behind one router
)

// entrance counts the open connections of all listeners, in all and by address. Connections
// from this computer count only in all: a proxy here connects for many clients. When all
// places are taken, a newcomer gets that of a client that has not identified itself: the
// oldest from the address with the most of them.
type entrance struct {
	mu     sync.Mutex
	most   int
	open   int
	byAddr map[netip.Prefix]int
	fresh  map[netip.Prefix]*list.List // of *entered, those that have not identified themselves, the oldest first
}

func newEntrance() *entrance {
	return &entrance{most: openfiles.Places(maxOpen), byAddr: map[netip.Prefix]int{}, fresh: map[netip.Prefix]*list.List{}}
}

// part returns how many connections a kind of client may have here if it may have most of
// maxOpen: the same share of those that this process can open, but at least 3, since with
// fewer a flood of connections leaves nobody time to log in.
func (e *entrance) part(most int) int { return min(most, max(3, most*e.most/maxOpen)) }

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

// enter counts a connection. It returns nil if there are too many.
func (e *entrance) enter(line net.Conn) *entered {
	n, local := neighbourhood(line.RemoteAddr())
	c := &entered{Conn: line, entrance: e, from: n, local: local}
	e.mu.Lock()
	defer e.mu.Unlock()
	if !local && e.byAddr[n] >= maxFromAddress || e.open >= e.most && !e.makeRoom() {
		return nil
	}
	e.open++
	if !local {
		e.byAddr[n]++
	}
	if e.fresh[n] == nil {
		e.fresh[n] = list.New()
	}
	c.place = e.fresh[n].PushBack(c)
	return c
}

// makeRoom closes the connection of a client that has not identified itself; it returns false
// if there is none.
func (e *entrance) makeRoom() bool {
	var most *list.List
	for _, l := range e.fresh {
		if most == nil || l.Len() > most.Len() {
			most = l
		}
	}
	if most == nil {
		return false
	}
	out := most.Front().Value.(*entered)
	e.drop(out)
	out.Conn.Close()
	return true
}

// drop takes a connection out of all counts, once.
func (e *entrance) drop(c *entered) {
	if c.left {
		return
	}
	c.left = true
	e.settle(c)
	e.open--
	if c.local {
		return
	}
	if e.byAddr[c.from]--; e.byAddr[c.from] == 0 {
		delete(e.byAddr, c.from)
	}
}

// settle notes that a client has identified itself.
func (e *entrance) settle(c *entered) {
	if c.place == nil {
		return
	}
	l := e.fresh[c.from]
	if l.Remove(c.place); l.Len() == 0 {
		delete(e.fresh, c.from)
	}
	c.place = nil
}

// identified notes that the client of a connection, over TLS or not, has identified itself.
func (e *entrance) identified(line net.Conn) {
	if secure, ok := line.(*tls.Conn); ok {
		line = secure.NetConn()
	}
	if c, ok := line.(*entered); ok {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.settle(c)
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
		if c := l.entrance.enter(line); c != nil {
			boundKernel(line)
			return c, nil
		}
		line.Close()
		l.turned(line.RemoteAddr())
	}
}

// entered is a connection that an entrance counts, until it is closed.
type entered struct {
	net.Conn
	entrance *entrance
	from     netip.Prefix
	local    bool

	// Guarded by the mutex of entrance.
	place *list.Element // in fresh; nil once the client has identified itself
	left  bool
}

// Close implements net.Conn.
func (c *entered) Close() error {
	c.entrance.mu.Lock()
	c.entrance.drop(c)
	c.entrance.mu.Unlock()
	return c.Conn.Close()
}
