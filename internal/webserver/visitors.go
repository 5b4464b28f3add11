package webserver

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/gorilla/websocket"
)

// Proxies are the addresses of the proxies that are trusted to name their visitors, in the
// header X-Forwarded-For. Whatever anybody else writes there is ignored.
type Proxies []netip.Prefix

// ParseProxy parses the address of a proxy, such as 192.168.7.2, or a network of proxies, such
// as 10.0.0.0/8. The error says what is wrong with it. A name is refused, since somebody else
// could make it stand for another address, and so is a network of all addresses.
func ParseProxy(text string) (netip.Prefix, error) {
	network := netip.Prefix{}
	if ip, err := netip.ParseAddr(text); err == nil && ip.Zone() == "" {
		ip = ip.Unmap()
		network = netip.PrefixFrom(ip, ip.BitLen())
	} else if network, err = netip.ParsePrefix(text); err != nil || network.Addr().Is4In6() {
		return netip.Prefix{}, fmt.Errorf("%q is not an address of a proxy", text)
	}
	if network.Bits() == 0 {
		return netip.Prefix{}, fmt.Errorf("%q stands for every computer, so anybody could name any visitor", text)
	}
	if network != network.Masked() {
		return netip.Prefix{}, fmt.Errorf("%q is an address within %s, not a network", text, network.Masked())
	}
	return network, nil
}

// Has reports whether an address is that of a trusted proxy.
func (p Proxies) Has(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	return slices.ContainsFunc(p, func(n netip.Prefix) bool { return n.Contains(ip) })
}

// Visitor returns the address of the computer that a request comes from. If the connection is
// that of a trusted proxy, this is the last address in X-Forwarded-For that is not a trusted
// proxy too: each proxy adds the address from which it was asked at the end, and whatever
// stands before that may have been written by the visitor. It is the proxy's own address if the
// header names nobody, or the proxy's own computer: 127.0.0.1 there, such as another proxy in front
// that is not named, is not this computer. The port is that of the connection.
func (p Proxies) Visitor(r *http.Request) netip.AddrPort {
	line, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.AddrPort{}
	}
	at := line.Addr()
	rest := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
	for p.Has(at) && rest != "" {
		cut := strings.LastIndexByte(rest, ',')
		named, ok := parseForwarded(rest[cut+1:])
		if !ok || named.Unmap().IsLoopback() && !p.Has(named) {
			break // the proxy that has just been passed is the last that is known
		}
		at, rest = named, rest[:max(cut, 0)]
	}
	return netip.AddrPortFrom(at, line.Port())
}

// parseForwarded parses one address of X-Forwarded-For, to which some proxies add a port.
func parseForwarded(text string) (netip.Addr, bool) {
	text = strings.TrimSpace(text)
	if at, err := netip.ParseAddrPort(text); err == nil {
		return at.Addr(), true
	}
	ip, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	return ip, err == nil
}

// Visited is a connection that a proxy makes for one visitor. From a call of ServeVisitor on it
// counts as that visitor's, and its remote address is the visitor's. It returns false if the
// visitor may not have another one.
type Visited interface {
	net.Conn
	ServeVisitor(netip.AddrPort) bool
}

type connKey struct{}

// KeepConn keeps a connection in the context of its requests, for Behind
// (http.Server.ConnContext).
func KeepConn(ctx context.Context, line net.Conn) context.Context {
	if secure, ok := line.(*tls.Conn); ok {
		line = secure.NetConn()
	}
	return context.WithValue(ctx, connKey{}, line)
}

// Behind gives each request that comes through a trusted proxy the address of its visitor
// (http.Request.RemoteAddr). So does the connection of a WebSocket, which is one visitor's
// alone; all others are counted as the proxy's.
func Behind(next http.Handler, p Proxies) http.Handler {
	if len(p) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		line, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil || !p.Has(line.Addr()) {
			next.ServeHTTP(w, r)
			return
		}
		visitor := p.Visitor(r)
		whose := line
		if websocket.IsWebSocketUpgrade(r) {
			whose = visitor
		}
		if c, ok := r.Context().Value(connKey{}).(Visited); ok && !c.ServeVisitor(whose) {
			w.Header().Set("Connection", "close")
			http.Error(w, "this address has too many connections", http.StatusTooManyRequests)
			return
		}
		r.RemoteAddr = visitor.String()
		next.ServeHTTP(w, r)
	})
}
