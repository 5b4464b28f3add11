package broker

import (
	"strings"
	"time"

	"touchmove/broadcast/broker/guard"
	"touchmove/internal/webserver"
)

// Options configure the broker.
type Options struct {
	Listen    string     // host:port of MQTT over TCP; port 0 takes any free one
	Delayed   string     // base of the delayed feed, if there is one: without a credential, only that can be read, and nothing below Base
	Discovery string     // first level of Home Assistant's discovery, which everybody may read; empty means none
	WebSocket string     // host:port of MQTT over WebSocket; empty means none
	Base      string     // the topics that can be read without a credential are below it
	Users     []User     // users, who may do more
	TLS       *ServerTLS // nil means no TLS
	Origins   []string   // origins of web pages that may log in, as http://127.0.0.1:8080; all others may only read what is public
	Pages     string     // port of our own pages on this computer; they may log in too, under any of its names; "" means none

	// Proxies may name, for each WebSocket, the computer whose it is; of all others the address
	// of the connection is taken.
	Proxies webserver.Proxies

	// Patience is how long a client may take to identify itself, to finish a packet, to
	// read what it is sent and, if much is waiting for it, to acknowledge something; 0 is
	// ten seconds.
	Patience time.Duration
}

func (o Options) patience() time.Duration {
	if o.Patience > 0 {
		return o.Patience
	}
	return 10 * time.Second
}

// limits returns the limits of each class of clients, large enough for the topics of both
// feeds.
func (o Options) limits() [daemon + 1]guard.Limits {
	bytes, levels := len(o.Base), strings.Count(o.Base, "/")+1
	if o.Delayed != "" {
		bytes, levels = max(bytes, len(o.Delayed)), max(levels, strings.Count(o.Delayed, "/")+1)
	}
	l := guard.Standard(bytes, levels)
	return [...]guard.Limits{stranger: l, reader: l, named: l.Named(), daemon: l.Daemon()}
}
