package configs

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

func (k *checker) mqtt(raw *mqttTable, m *MQTT) {
	if raw.Broker != nil && *raw.Broker != "embedded" {
		m.Broker = *raw.Broker
		k.broker("mqtt.broker", m.Broker)
	}
	if raw.Listen != nil {
		m.Listen = *raw.Listen
		k.listen("mqtt.listen", m.Listen, false)
	}
	if raw.WebSocket != nil {
		m.WebSocket = *raw.WebSocket
		k.listen("mqtt.websocket", m.WebSocket, true)
	}
	if raw.Base != nil {
		m.Base = *raw.Base
		for _, level := range strings.Split(m.Base, "/") {
			k.Level("mqtt.base", "base", level, "touchmove")
		}
	}
	if raw.Node != nil {
		m.Node = *raw.Node
		k.Level("mqtt.node", "node", m.Node, "pi-7")
	}
	m.Username = raw.Username
	m.Password = k.secret("mqtt", raw.PasswordFile, raw.PasswordEnv)
	m.TLS = TLS{CA: k.path(raw.TLS.CA), Cert: k.path(raw.TLS.Cert), Key: k.path(raw.TLS.Key)}
	if (m.TLS.Cert == "") != (m.TLS.Key == "") {
		k.Fault("mqtt.tls", "tls: a certificate needs both cert and key", "write both, or neither")
	}
	k.users(raw.User, m)
	if m.Embedded() {
		k.embeddedOnly(raw, m)
	} else {
		k.outsideOnly(raw, m)
	}
}

// embeddedOnly checks the settings of the embedded broker. It refuses what only a
// connection to another broker can use.
func (k *checker) embeddedOnly(raw *mqttTable, m *MQTT) {
	if m.TLS.CA != "" && m.TLS.Cert == "" {
		k.Fault("mqtt.tls.ca", "tls: ca requires certificates from clients of the embedded broker, which has none of its own", "write cert and key too")
	}
	if m.Username != "" || !m.Password.IsZero() {
		k.Fault(k.FirstWritten("mqtt.username", "mqtt.password_file", "mqtt.password_env"), "mqtt: username and password are for a broker elsewhere; the embedded one is meant here",
			`write broker = "mqtts://HOST:8883", or remove them; logins of the embedded broker are listed under [[mqtt.user]]`)
	}
	if !isLoopback(m.Listen) && raw.Listen != nil && len(m.Users) == 0 {
		k.Warn("mqtt.listen", fmt.Sprintf("listen: the broker is open to the network and knows no users: everybody may read %s, nobody may send commands", m.Base),
			`add a [[mqtt.user]] with name, role = "arbiter" and password_file`)
	}
}

// outsideOnly checks the settings of a connection to another broker. It refuses what only
// the embedded broker can use.
func (k *checker) outsideOnly(raw *mqttTable, m *MQTT) {
	for _, key := range []struct {
		name string
		set  bool
	}{{"listen", raw.Listen != nil}, {"websocket", raw.WebSocket != nil}, {"user", len(raw.User) > 0}} {
		if key.set {
			k.Fault("mqtt."+key.name, fmt.Sprintf("mqtt: %s is for the embedded broker, and broker names another one", key.name),
				`remove it, or write broker = "embedded"`)
		}
	}
	secure := strings.HasPrefix(m.Broker, "ssl:") || strings.HasPrefix(m.Broker, "mqtts:") || strings.HasPrefix(m.Broker, "wss:")
	if m.TLS != (TLS{}) && !secure {
		k.Fault("mqtt.tls", "tls: the broker's address does not use TLS", "write broker = \"mqtts://HOST:8883\"")
	}
	if !m.Password.IsZero() && m.Username == "" {
		k.Fault(k.FirstWritten("mqtt.password_file", "mqtt.password_env"), "mqtt: a password without a username", `write username = "touchmove" beside it`)
	}
}

func (k *checker) broker(path, broker string) {
	u, err := url.Parse(broker)
	remedy := "write tcp://HOST:1883, mqtts://HOST:8883, ws://HOST:PORT, wss://HOST:PORT or embedded"
	if err != nil || u.Hostname() == "" {
		k.Fault(path, fmt.Sprintf("broker: %q is not a broker's address", broker), remedy)
		return
	}
	switch u.Scheme {
	case "tcp", "mqtt", "ssl", "mqtts", "ws", "wss":
	default:
		k.Fault(path, fmt.Sprintf("broker: %s:// is not a way to reach a broker", u.Scheme), remedy)
	}
	if u.User != nil {
		k.Fault(path, "broker: a password does not belong in this file", `write username = "NAME" and password_file = "FILE"`)
	}
}

// isLoopback reports whether a listening address can be reached only from this computer.
func isLoopback(listen string) bool {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return false
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
