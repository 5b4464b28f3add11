package daemon

import (
	"net"
	"strconv"

	"touchmove/daemon/discovery"
)

// announcer returns what announces the open services in the local network; nil if that is turned
// off or no service is open.
func (d *Daemon) announcer() *discovery.Announcer {
	if d.config.MDNS.Name == "" {
		return nil
	}
	var services []discovery.Service
	add := func(kind, address string, text ...string) {
		host, port, err := net.SplitHostPort(address)
		n, wrong := strconv.Atoi(port)
		if ip := net.ParseIP(host); err == nil && wrong == nil && (ip == nil || !ip.IsLoopback()) {
			services = append(services, discovery.Service{Type: kind, Port: n, Text: text})
		}
	}
	if d.Web != nil {
		add("_http._tcp", d.Web.Addr(), "path=/")
	}
	if d.Broker != nil {
		add("_mqtt._tcp", d.Broker.Addr(), "base="+d.config.PublicBase())
	}
	if len(services) == 0 {
		return nil
	}
	return discovery.New(d.config.MDNS.Name, services, d.log)
}
