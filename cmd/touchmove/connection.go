package main

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/internal/topic"
)

// connectOptions are the flags with which a command finds a broker and the topics
// of its boards.
type connectOptions struct {
	config, broker, base, username, password, ca string
}

// flags adds these flags to a command and its subcommands.
func (o *connectOptions) flags(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&o.config, "config", "", "a daemon's configuration `FILE`: its broker, and the topics that the public reads")
	f.StringVar(&o.broker, "broker", "", "the broker's `URL` (default tcp://127.0.0.1:1883): tcp, mqtt, ssl, mqtts, ws or wss")
	f.StringVar(&o.base, "base", "", "topic `LEVELS` before event and board (default touchmove/v1)")
	f.StringVar(&o.username, "username", "", "`NAME` to log in with; without one only public topics are read")
	f.StringVar(&o.password, "password-file", "", "`FILE` with the password")
	f.StringVar(&o.ca, "ca", "", "PEM `FILE` of the authorities that sign a secured broker's certificate")
}

// connection returns how to connect, and the base of the topics. Flags override the
// configuration.
func (o *connectOptions) connection() (b broadcast.Broker, base string, err error) {
	b.URL, base = "tcp://127.0.0.1:1883", "touchmove/v1"
	if o.config != "" {
		c, _, err := configs.Load(o.config)
		if err != nil {
			return b, "", fileError(err)
		}
		b.URL, base = brokerOf(c), c.PublicBase()
		if o.ca == "" && !c.MQTT.Embedded() {
			o.ca = c.MQTT.TLS.CA
		}
	}
	if o.broker != "" {
		b.URL = o.broker
	}
	if o.base != "" {
		base = o.base
	}
	for _, level := range strings.Split(base, "/") {
		if !topic.IsLevel(level) {
			return b, "", fmt.Errorf("--base: topic level %q: write 1 to 32 of the characters a-z, 0-9 and hyphen", level)
		}
	}
	u, err := url.Parse(b.URL)
	switch {
	case err != nil || u.Hostname() == "" || !slices.Contains([]string{"tcp", "mqtt", "ssl", "mqtts", "ws", "wss"}, u.Scheme):
		return b, "", fmt.Errorf("--broker %q: write a URL, such as tcp://127.0.0.1:1883", b.URL)
	case u.User != nil:
		return b, "", fmt.Errorf("--broker: leave user and password out, and write --username NAME --password-file FILE")
	}
	if b.TLS, err = authorities(o.ca); err != nil {
		return b, "", err
	}
	if (o.username == "") != (o.password == "") {
		return b, "", fmt.Errorf("--username and --password-file belong together: write both, or neither")
	}
	if o.username != "" {
		b.Username = o.username
		b.Password, err = configs.Secret{File: o.password}.Read()
	}
	return b, base, err
}

// brokerOf returns the URL at which other programs find the broker of a
// configuration.
func brokerOf(c *configs.Config) string {
	if !c.MQTT.Embedded() {
		return c.MQTT.Broker
	}
	scheme := "tcp"
	if c.MQTT.TLS.Cert != "" {
		scheme = "mqtts"
	}
	host, port, err := net.SplitHostPort(c.MQTT.Listen)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		return scheme + "://" + net.JoinHostPort("127.0.0.1", port)
	}
	return scheme + "://" + c.MQTT.Listen
}
