package web

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"strings"

	"touchmove/broadcast/broker"
	"touchmove/configs"
	"touchmove/screen"
)

// OpenFor opens the screen of a configuration; nil when none is wanted. embedded is our
// own broker, nil when it is another one, to which secured is the way.
func OpenFor(c *configs.Config, embedded *broker.Server, secured *tls.Config, log *slog.Logger) (*Server, error) {
	if c.Screen.Listen == "" {
		return nil, nil
	}
	o, err := optionsOf(c, embedded, secured, log)
	if err != nil {
		return nil, fmt.Errorf("screen: %w", err)
	}
	return Open(c.Screen.Listen, o, log)
}

// optionsOf says how browsers reach the broker: by its own WebSocket where
// it has one, else over a bridge. Pages that come without TLS cannot go to a
// WebSocket with it, so that a secured broker is reached over the bridge.
func optionsOf(c *configs.Config, embedded *broker.Server, secured *tls.Config, log *slog.Logger) (screen.Options, error) {
	o := screen.Options{Base: c.PublicBase()}
	if o.Base != c.MQTT.Base {
		o.Live = c.MQTT.Base // arbiters do not wait
	}
	if embedded == nil && (strings.HasPrefix(c.MQTT.Broker, "ws://") || strings.HasPrefix(c.MQTT.Broker, "wss://")) {
		o.Broker = c.MQTT.Broker
		return o, nil
	}
	if embedded != nil && embedded.WebAddr() != "" && c.MQTT.TLS.Cert == "" {
		host, port, err := net.SplitHostPort(embedded.WebAddr())
		if err != nil {
			return o, err
		}
		o.Broker = ":" + port // of the host that served the page
		screenHost, _, err := net.SplitHostPort(c.Screen.Listen)
		ip := net.ParseIP(host)
		if err == nil && host != screenHost && (ip == nil || !ip.IsUnspecified()) {
			o.Broker = net.JoinHostPort(host, port)
		}
		return o, nil
	}
	address := c.MQTT.Broker
	if embedded != nil {
		own := embedded.Broker()
		address, secured = own.URL, own.TLS // knows its certificate, whoever signed it
	}
	var err error
	if o.Bridge, err = screen.NewBridge(address, secured, log); err != nil {
		return o, err
	}
	o.Bridge.Origins = c.Screen.Origins
	o.Broker = screen.BridgePath
	return o, nil
}
