package broadcast

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/url"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// open connects to a broker and stores the connection. Paho's own way of ending a
// connection sends DISCONNECT if it can, and the broker would then discard the will.
func (c *connection) open(uri *url.URL, o mqtt.ClientOptions) (net.Conn, error) {
	line, err := dialURL(uri, o)
	if err != nil {
		return nil, err
	}
	c.line = newBoundedLine(line, c.most, c.log.With("broker", uri.Redacted()))
	return c.line, nil
}

// dialURL connects to the address of a broker. TCP and TLS use the proxy named in the
// environment (ALL_PROXY), WebSocket the HTTP proxy (HTTP_PROXY, HTTPS_PROXY); no proxy leads to this computer,
// as to the embedded broker.
func dialURL(uri *url.URL, o mqtt.ClientOptions) (net.Conn, error) {
	dialer := &net.Dialer{Timeout: connectTimeout}
	switch uri.Scheme {
	case "ws", "wss":
		address := *uri
		address.User = nil // not part of a WebSocket's address
		return mqtt.NewWebsocket(address.String(), o.TLSConfig, connectTimeout, nil, &mqtt.WebsocketOptions{Proxy: httpProxy})
	case "tcp", "mqtt":
		line, err := through(uri, dialer).Dial("tcp", uri.Host)
		if err != nil {
			return nil, err
		}
		return prompt(line), nil
	case "ssl", "tls", "mqtts", "tcps", "mqtt+ssl":
		line, err := through(uri, dialer).Dial("tcp", uri.Host)
		if err != nil {
			return nil, err
		}
		config := o.TLSConfig.Clone()
		if config.ServerName == "" {
			config.ServerName = uri.Hostname()
		}
		secured := tls.Client(prompt(line), config)
		ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
		defer cancel()
		if err := secured.HandshakeContext(ctx); err != nil {
			line.Close()
			return nil, err
		}
		return secured, nil
	}
	return nil, fmt.Errorf("%s:// is not the scheme of a broker: use tcp, ssl, ws or wss", uri.Scheme)
}
