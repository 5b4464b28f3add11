package broadcast

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/url"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"golang.org/x/net/proxy"
)

// open makes the line to a broker and keeps hold of it: paho's own way of
// ending a connection says goodbye to the broker when it can, which then throws
// the will away.
func (c *connection) open(uri *url.URL, o mqtt.ClientOptions) (net.Conn, error) {
	line, err := openLine(uri, o)
	if err == nil {
		c.line = line
	}
	return line, err
}

// openLine connects as the address asks. Over TCP and TLS it goes through the
// proxy that the environment names (ALL_PROXY), over WebSocket through that for
// HTTP.
func openLine(uri *url.URL, o mqtt.ClientOptions) (net.Conn, error) {
	dialer := &net.Dialer{Timeout: connectTimeout}
	switch uri.Scheme {
	case "ws", "wss":
		address := *uri
		address.User = nil // not part of a WebSocket's address
		return mqtt.NewWebsocket(address.String(), o.TLSConfig, connectTimeout, nil, nil)
	case "tcp", "mqtt":
		return proxy.FromEnvironmentUsing(dialer).Dial("tcp", uri.Host)
	case "ssl", "tls", "mqtts", "tcps", "mqtt+ssl":
		line, err := proxy.FromEnvironmentUsing(dialer).Dial("tcp", uri.Host)
		if err != nil {
			return nil, err
		}
		config := o.TLSConfig.Clone()
		if config.ServerName == "" {
			config.ServerName = uri.Hostname()
		}
		secured := tls.Client(line, config)
		ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
		defer cancel()
		if err := secured.HandshakeContext(ctx); err != nil {
			line.Close()
			return nil, err
		}
		return secured, nil
	}
	return nil, fmt.Errorf("%s:// is not a way to reach a broker", uri.Scheme)
}
