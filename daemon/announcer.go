package daemon

import (
	"net"
	"strconv"

	"touchmove/daemon/discovery"
)

// announcer lets computers in the local network find what is open to them; nil when they are not to, or
// nothing is.
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
