// Package origin tells this computer from others: its web pages by the Origin header, and its names.
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
	return strings.EqualFold(u.Hostname(), asked.Hostname()) && standard(u.Port()) == standard(port) && (net.ParseIP(u.Hostname()) != nil || IsOwnName(u.Hostname()))
}

// IsOwnName reports whether a host, without a port, is a name of this computer: localhost (RFC 6761, section 6.3),
// the names that Debian gives ::1, the host name with or without its domain, and the name that mDNS makes of it
// (RFC 6762). Upper case and a dot at the end do not matter. It asks no DNS, and knows no other aliases.
func IsOwnName(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	switch host {
	case "localhost", "ip6-localhost", "ip6-loopback":
		return true
	}
	own, err := os.Hostname()
	if err != nil {
		return false
	}
	own = strings.ToLower(own)
	short, _, _ := strings.Cut(own, ".")
	return short != "" && (host == own || host == short || host == short+".local")
}
