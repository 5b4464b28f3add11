package configs

import (
	"fmt"
	"net"
	"strconv"
	"strings"
)

// ports refuses two services with the same address.
func (k *checker) ports(c *Config) {
	type service struct{ path, addr string }
	all := []service{{"screen.listen", c.Screen.Listen}, {"metrics.listen", c.Metrics.Listen}}
	if c.MQTT.Embedded() {
		all = append([]service{{"mqtt.listen", c.MQTT.Listen}, {"mqtt.websocket", c.MQTT.WebSocket}}, all...)
	}
	seen := map[string]string{}
	for _, s := range all {
		if s.addr == "" || strings.HasSuffix(s.addr, ":0") {
			continue
		}
		if other, ok := seen[s.addr]; ok {
			at := s.path
			if !k.Written(at) {
				at = other
			}
			k.Fault(at, fmt.Sprintf("%s and %s are both %s", other, s.path, s.addr), "give each a port of its own")
		}
		seen[s.addr] = s.path
	}
}

func (k *checker) listen(path, addr string, optional bool) {
	if addr == "" && optional {
		return
	}
	if CheckListen(addr) != nil {
		k.Fault(path, fmt.Sprintf("%s: %q is not an address to listen on", path[strings.LastIndexByte(path, '.')+1:], addr), "write host:port, for example `127.0.0.1:1883`")
	}
}

// CheckListen returns an error unless addr is an address that a service can listen on:
// host:port, where an empty host means all of this computer's addresses, and the port is
// from 0 (any free one) to 65535.
func CheckListen(addr string) error {
	host, port, err := net.SplitHostPort(addr)
	n, perr := strconv.Atoi(port)
	if err != nil || perr != nil || n < 0 || n > 65535 || strings.ContainsAny(host, " /") {
		return fmt.Errorf("%q is not an address to listen on: write host:port, for example 127.0.0.1:1883", addr)
	}
	return nil
}
