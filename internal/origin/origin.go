// Package origin tells our own web pages from those of others by the Origin header.
package origin

import (
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// Own reports whether the page that makes a request was served by this computer on the
// given port. Its Origin (RFC 6454) must have the host that the request itself names, and
// that host must be an address or a name of this computer, so that no foreign name can be
// pointed at us (DNS rebinding). If port is empty, the port of the request is used.
func Own(r *http.Request, port string) bool {
	u, err := url.Parse(r.Header.Get("Origin"))
	if err != nil || u.Host == "" {
		return false
	}
	asked := &url.URL{Host: r.Host}
	if port == "" {
		port = asked.Port()
	}
	standard := func(port string) string {
		switch {
		case port != "":
			return port
		case u.Scheme == "https":
			return "443"
		}
		return "80"
	}
	return strings.EqualFold(u.Hostname(), asked.Hostname()) && standard(u.Port()) == standard(port) && isOwnName(u.Hostname())
}

// isOwnName reports whether a host is an address, or a name of this computer.
func isOwnName(host string) bool {
	if net.ParseIP(host) != nil || host == "localhost" {
		return true
	}
	own, err := os.Hostname()
	if err != nil {
		return false
	}
	short, _, _ := strings.Cut(own, ".")
	return strings.EqualFold(host, own) || strings.EqualFold(host, short) || strings.EqualFold(host, short+".local")
}
