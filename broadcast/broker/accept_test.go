package broker

import (
	"net"
	"testing"
)

// One address, or one /64 network of IPv6, may have two hundred connections. This computer
// is only subject to the limit of all connections. A place that is given up can be used
// again.
func TestEntrance(t *testing.T) {
	at := func(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 40000} }
	e := newEntrance()
	for n := range maxFromAddress {
		if !e.enter(at("192.0.2.7")) {
			t.Fatalf("connection %d of an address is turned away", n+1)
		}
	}
	if e.enter(at("192.0.2.7")) || e.enter(at("::ffff:192.0.2.7")) {
		t.Error("an address has one connection too many")
	}
	if !e.enter(at("192.0.2.8")) {
		t.Error("another address is turned away")
	}
	e.leave(at("192.0.2.7"))
	if !e.enter(at("192.0.2.7")) {
		t.Error("a place that was left is not free")
	}
	for range maxFromAddress {
		e.enter(at("2001:db8::1"))
	}
	if e.enter(at("2001:db8::2")) {
		t.Error("a computer with many IPv6 addresses has one connection too many")
	}
	n := 0
	for e.enter(at("127.0.0.1")) {
		n++
	}
	if want := maxOpen - 2*maxFromAddress - 1; n != want {
		t.Errorf("%d connections from this computer, want %d", n, want)
	}
	for range n {
		e.leave(at("127.0.0.1"))
	}
	if !e.enter(at("127.0.0.1")) || len(e.byAddr) != 3 {
		t.Errorf("after they left, %d addresses are counted, want 3", len(e.byAddr))
	}
}
