package broadcast

import (
	"net"
	"net/netip"
	"net/url"
	"slices"

	"golang.org/x/net/proxy"
)

// through returns what connects to the host of a URL: the proxy, or dialer if the host is an address of this
// computer.
func through(uri *url.URL, dialer *net.Dialer) proxy.Dialer {
	if isOwn(uri.Hostname()) {
		return dialer
	}
	return proxy.FromEnvironmentUsing(dialer)
}

// isOwn reports whether a host is this computer, by its address or as localhost.
func isOwn(host string) bool {
	if host == "localhost" {
		return true
	}
	at, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	if at.Unmap().IsLoopback() {
		return true
	}
	list, _ := net.InterfaceAddrs() // without them, only loopback is known
	return slices.ContainsFunc(list, func(a net.Addr) bool {
		p, err := netip.ParsePrefix(a.String())
		return err == nil && p.Addr() == at.Unmap().WithZone("")
	})
}
