package web

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"strings"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
	"touchmove/configs"
	"touchmove/screen"
)

// OpenFor opens the screen of a configuration, with its organiser; nil if none is configured. embedded is the
// embedded broker, nil for an external one; secured is the TLS configuration for the external
// one.
func OpenFor(c *configs.Config, organiser screen.Organiser, embedded *broker.Server, secured *tls.Config, log *slog.Logger) (*Server, error) {
	if c.Screen.Listen == "" {
		return nil, nil
	}
	o, err := optionsOf(c, embedded, secured, log)
	if err != nil {
		return nil, fmt.Errorf("screen: %w", err)
	}
	o.Organiser = organiser
	return Open(c.Screen.Listen, c.Screen.Proxies, o, log)
}

// optionsOf determines how browsers reach the broker: by its own WebSocket if it has one, and
// otherwise over the server of the page. A page without TLS also reaches a broker with TLS that
// way.
func optionsOf(c *configs.Config, embedded *broker.Server, secured *tls.Config, log *slog.Logger) (screen.Options, error) {
	o := screen.Options{Base: c.PublicBase()}
	if o.Base != c.MQTT.Base {
		o.Live = c.MQTT.Base // arbiters see the live topics
	}
	own := broadcast.Broker{URL: c.MQTT.Broker, TLS: secured} // without a user name, as visitors of the pages have none
	if embedded != nil {
		own = embedded.Broker()
	}
	o.Cards = screen.NewCards(o.Base, own, log)
	o.Origins, o.Site = c.Screen.Origins, c.Screen.Site
	if embedded == nil && (strings.HasPrefix(c.MQTT.Broker, "ws://") || strings.HasPrefix(c.MQTT.Broker, "wss://")) {
		o.Broker = c.MQTT.Broker
		return o, nil
	}
	if embedded != nil && embedded.WebAddr() != "" && c.MQTT.TLS.Cert == "" {
		host, port, err := net.SplitHostPort(embedded.WebAddr())
		if err != nil {
			return o, err
		}
		o.Broker = ":" + port // on the host that served the page
		screenHost, _, err := net.SplitHostPort(c.Screen.Listen)
		ip, page := net.ParseIP(host), net.ParseIP(screenHost)
		switch {
		case ip != nil && ip.IsLoopback() && screenHost != "localhost" && (page == nil || !page.IsLoopback()):
			// Visitors from the network cannot reach it: the page's own server forwards to it.
		case err == nil && host != screenHost && (ip == nil || !ip.IsUnspecified()):
			o.Broker = net.JoinHostPort(host, port)
			return o, nil
		default:
			return o, nil
		}
	}
	o.Broker = screen.BridgePath
	if embedded != nil && c.MQTT.TLS.CA == "" { // with an authority, every client shows its certificate
		o.Bridge = embedded.ForPages(c.Origins())
		return o, nil
	}
	address := c.MQTT.Broker
	if embedded != nil {
		address, secured = own.URL, own.TLS // accepts its certificate, whoever signed it
	}
	bridge, err := screen.NewBridge(address, secured, log)
	if err != nil {
		return o, err
	}
	bridge.Origins = c.Origins()
	o.Bridge = bridge
	return o, nil
}
