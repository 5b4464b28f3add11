package broadcast

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"

	"golang.org/x/net/proxy"

	"touchmove/internal/origin"
)

// through returns what connects to the host of a URL: the proxy, or dialer if the host is this computer.
func through(uri *url.URL, dialer *net.Dialer) proxy.Dialer {
	if isOwn(uri.Hostname()) {
		return dialer
	}
	return proxy.FromEnvironmentUsing(dialer)
}

// httpProxy returns the proxy of a request, nil for none. http.ProxyFromEnvironment alone spares only localhost
// and loopback addresses.
func httpProxy(r *http.Request) (*url.URL, error) {
	if isOwn(r.URL.Hostname()) {
		return nil, nil
	}
	return http.ProxyFromEnvironment(r)
}

// isOwn reports whether a host is this computer, by one of its addresses or names. It asks no DNS, which could take
// long while a connection is wanted.
func isOwn(host string) bool {
	at, err := netip.ParseAddr(host)
	if err != nil {
		return origin.IsOwnName(host)
	}
	at = at.Unmap()
	if at.IsLoopback() || at.IsUnspecified() { // to connect to 0.0.0.0 or :: is to connect to oneself
		return true
	}
	if over, err := net.InterfaceByName(at.Zone()); err == nil && over.Flags&net.FlagLoopback != 0 {
		return true
	}
	list, _ := net.InterfaceAddrs() // without them, only loopback is known
	return slices.ContainsFunc(list, func(a net.Addr) bool {
		p, err := netip.ParsePrefix(a.String())
		return err == nil && p.Addr() == at.WithZone("")
	})
}
