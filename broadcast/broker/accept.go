package broker

import (
	"container/list"
	"crypto/tls"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"

	"touchmove/internal/openfiles"
	"touchmove/internal/webserver"
)

// Limits of open connections, before anything is read from them. Each costs a file
// descriptor and a goroutine, and the boards need file descriptors too.
const (
	maxOpen        = 3000
	maxFromAddress = 200 // many times the screens of a hall behind one router
)

// entrance counts the open connections of all listeners, in all and by address. Connections
// from this computer and from trusted proxies count only in all, as a proxy connects for many
// clients, until a proxy has named its client (entered.ServeVisitor). When all
// places are taken, a newcomer gets that of a client that has not identified itself: the
// oldest from the address with the most of them.
type entrance struct {
	proxies webserver.Proxies

	mu     sync.Mutex
	most   int
	open   int
	byAddr map[netip.Prefix]int
	fresh  map[netip.Prefix]*list.List // of *entered, those that have not identified themselves, the oldest first
}

func newEntrance(proxies webserver.Proxies) *entrance {
	return &entrance{proxies: proxies, most: openfiles.Places(maxOpen), byAddr: map[netip.Prefix]int{}, fresh: map[netip.Prefix]*list.List{}}
}

// part returns how many connections a kind of client may have here if it may have most of
// maxOpen: the same share of those that this process can open, but at least 3, since with
// fewer a flood of connections leaves nobody time to log in.
func (e *entrance) part(most int) int { return min(most, max(3, most*e.most/maxOpen)) }

// neighbourhood is the unit in which an address is counted: itself, or for IPv6 its /64
// network, as one computer may use all its addresses (RFC 4291, 2.5.4).
func neighbourhood(a net.Addr) netip.Prefix {
	ip, ok := ipOf(a)
	if !ok {
		return netip.Prefix{}
	}
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	n, _ := ip.Prefix(bits)
	return n
}

// ipOf returns the IP address of a, if it has one.
func ipOf(a net.Addr) (netip.Addr, bool) {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}, false
	}
	return tcp.AddrPort().Addr().Unmap().WithZone(""), true
}

// isUncounted reports whether connections from an address count only in all.
func (e *entrance) isUncounted(a net.Addr) bool {
	ip, ok := ipOf(a)
	return !ok || ip.IsLoopback() || e.proxies.Has(ip)
}

// enter counts a connection. It returns nil if there are too many.
func (e *entrance) enter(line net.Conn) *entered {
	c := &entered{Conn: line, entrance: e}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.isFull(line.RemoteAddr()) || e.open >= e.most && !e.makeRoom() {
		return nil
	}
	e.open++
	e.add(c, line.RemoteAddr())
	return c
}

// isFull reports whether there may be no more connections from an address.
func (e *entrance) isFull(a net.Addr) bool {
	return !e.isUncounted(a) && e.byAddr[neighbourhood(a)] >= maxFromAddress
}

// add counts a connection as one from an address, of a client that has not identified itself.
func (e *entrance) add(c *entered, a net.Addr) {
	n := neighbourhood(a)
	c.from, c.uncounted = n, e.isUncounted(a)
	if !c.uncounted {
		e.byAddr[n]++
	}
	if e.fresh[n] == nil {
		e.fresh[n] = list.New()
	}
	c.place = e.fresh[n].PushBack(c)
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
	e.open--
	e.remove(c)
}

// remove undoes add.
func (e *entrance) remove(c *entered) {
	e.settle(c)
	if c.uncounted {
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
	visitor  atomic.Pointer[net.TCPAddr] // for whom a proxy has made the connection; nil if that is not known

	// Guarded by the mutex of entrance.
	from      netip.Prefix
	uncounted bool          // it counts only in all
	place     *list.Element // in fresh; nil once the client has identified itself
	left      bool
}

// ServeVisitor implements webserver.Visited.
func (c *entered) ServeVisitor(visitor netip.AddrPort) bool {
	a := net.TCPAddrFromAddrPort(visitor)
	e := c.entrance
	e.mu.Lock()
	defer e.mu.Unlock()
	if c.left || e.isFull(a) {
		return false
	}
	e.remove(c)
	e.add(c, a)
	c.visitor.Store(a)
	return true
}

// RemoteAddr implements net.Conn.
func (c *entered) RemoteAddr() net.Addr {
	if visitor := c.visitor.Load(); visitor != nil {
		return visitor
	}
	return c.Conn.RemoteAddr()
}

// Close implements net.Conn.
func (c *entered) Close() error {
	c.entrance.mu.Lock()
	c.entrance.drop(c)
	c.entrance.mu.Unlock()
	return c.Conn.Close()
}
