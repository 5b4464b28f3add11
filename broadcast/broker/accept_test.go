package broker

import (
	"net"
	"net/netip"
	"testing"

	"touchmove/internal/webserver"
)

// from is a connection from an address that notes whether it is closed.
type from struct {
	net.Conn
	ip     string
	closed bool
}

func (f *from) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(f.ip), Port: 40000} }

func (f *from) Close() error { f.closed = true; return nil }

// One address, or one /64 network of IPv6, may have two hundred connections. This computer
// is only subject to the limit of all connections. A place that is given up can be used
// again.
func TestEntrance(t *testing.T) {
	e := newEntrance(nil)
	enter := func(ip string) *entered {
		c := e.enter(&from{ip: ip})
		if c != nil {
			e.identified(c)
		}
		return c
	}
	var first *entered
	for n := range maxFromAddress {
		if first = enter("192.0.2.7"); first == nil {
			t.Fatalf("connection %d of an address is turned away", n+1)
		}
	}
	if enter("192.0.2.7") != nil || enter("::ffff:192.0.2.7") != nil {
		t.Error("an address has one connection too many")
	}
	if enter("192.0.2.8") == nil {
		t.Error("another address is turned away")
	}
	first.Close()
	first.Close()
	if enter("192.0.2.7") == nil || enter("192.0.2.7") != nil {
		t.Error("a place that was left once is not free once")
	}
	for range maxFromAddress {
		enter("2001:db8::1")
	}
	if enter("2001:db8::2") != nil {
		t.Error("a computer with many IPv6 addresses has one connection too many")
	}
	var own []*entered
	for c := enter("127.0.0.1"); c != nil; c = enter("127.0.0.1") {
		own = append(own, c)
	}
	if want := maxOpen - 2*maxFromAddress - 1; len(own) != want {
		t.Errorf("%d connections from this computer, want %d", len(own), want)
	}
	for _, c := range own {
		c.Close()
	}
	if enter("127.0.0.1") == nil || len(e.byAddr) != 3 || len(e.fresh) != 0 {
		t.Errorf("after they left, %d addresses are counted, want 3", len(e.byAddr))
	}
}

// When all places are taken, those who have not identified themselves make room, the oldest
// of the address with the most of them first; those who have stay.
func TestNewcomersGetThePlacesOfTheSilent(t *testing.T) {
	e := newEntrance(nil)
	e.most = 10
	enter := func(ip string, identified bool) (*from, *entered) {
		t.Helper()
		f := &from{ip: ip}
		c := e.enter(f)
		if c == nil {
			t.Fatal("turned away")
		}
		if identified {
			e.identified(c)
		}
		return f, c
	}
	reader, _ := enter("127.0.0.1", true)
	slow, late := enter("127.0.0.3", false)
	var silent []*from
	for range 8 {
		f, _ := enter("127.0.0.2", false)
		silent = append(silent, f)
	}
	enter("127.0.0.1", true)
	enter("127.0.0.2", false)
	if reader.closed || slow.closed || !silent[0].closed || !silent[1].closed || silent[2].closed || e.open != 10 {
		t.Errorf("reader %v, slow %v, silent %v, %d open", reader.closed, slow.closed, silent[:3], e.open)
	}
	e.identified(late)
	for range 7 {
		enter("127.0.0.1", true)
	}
	if e.enter(&from{ip: "127.0.0.4"}) != nil || slow.closed {
		t.Error("somebody who had identified himself made room")
	}
}

// A trusted proxy may have any number of connections. Those that it makes for one visitor count
// as the visitor's; when it has no room left, only that visitor is turned away.
func TestEntranceBehindAProxy(t *testing.T) {
	e := newEntrance(webserver.Proxies{netip.MustParsePrefix("192.0.2.1/32")})
	enter := func(visitor string) (*entered, bool) {
		c := e.enter(&from{ip: "192.0.2.1"})
		if c == nil {
			t.Fatal("the proxy is turned away")
		}
		return c, c.ServeVisitor(netip.MustParseAddrPort(visitor))
	}
	for n := range maxFromAddress {
		if c, ok := enter("198.51.100.7:5"); !ok || c.RemoteAddr().String() != "198.51.100.7:5" {
			t.Fatalf("connection %d of a visitor is turned away, or is that of %v", n+1, c.RemoteAddr())
		}
	}
	full, ok := enter("198.51.100.7:5")
	if ok {
		t.Error("a visitor has one connection too many")
	}
	full.Close()
	other, ok := enter("[2001:db8::7]:5")
	if !ok {
		t.Error("another visitor is turned away")
	}
	if len(e.byAddr) != 2 || len(e.fresh) != 2 {
		t.Errorf("%d addresses are counted, %d of them have clients without a name; want 2 and 2", len(e.byAddr), len(e.fresh))
	}
	if e.identified(other); other.ServeVisitor(netip.MustParseAddrPort("192.0.2.1:5")) {
		other.Close()
	}
	if other.ServeVisitor(netip.MustParseAddrPort("198.51.100.8:5")) || len(e.byAddr) != 1 || len(e.fresh) != 1 || e.open != maxFromAddress {
		t.Errorf("after one has left: %d addresses, %d with clients without a name, %d connections", len(e.byAddr), len(e.fresh), e.open)
	}
}
