package broker

import (
	"strings"
	"time"

	"touchmove/broadcast/broker/guard"
)

// Options configure the broker.
type Options struct {
	Listen    string     // host:port of MQTT over TCP; port 0 takes a free one
	Delayed   string     // base of the delayed feed: then that is what can be read without a credential, and nothing below Base
	Discovery string     // first level of Home Assistant's discovery, which everybody may read; empty is none
	WebSocket string     // host:port of MQTT over WebSocket; empty is none
	Base      string     // the topics that can be read without a credential stand below it
	Users     []User     // who may do more
	TLS       *ServerTLS // nil is plain
	Origins   []string   // web pages that may log in, as http://127.0.0.1:8080; all others only read in public
	Pages     string     // port of our own pages on this computer, which may log in too, by whatever name of it they are reached; "" is none

	// Patience is how long a client may take to say who it is, to send a packet that it
	// has begun, to take what it is sent and, when much waits for it, to acknowledge
	// something; 0 is ten seconds.
	Patience time.Duration
}

func (o Options) patience() time.Duration {
	if o.Patience > 0 {
		return o.Patience
	}
	return 10 * time.Second
}

// limits are those of each class of clients, long enough for both feeds' topics.
func (o Options) limits() [daemon + 1]guard.Limits {
	bytes, levels := len(o.Base), strings.Count(o.Base, "/")+1
	if o.Delayed != "" {
		bytes, levels = max(bytes, len(o.Delayed)), max(levels, strings.Count(o.Delayed, "/")+1)
	}
	l := guard.Standard(bytes, levels)
	return [...]guard.Limits{stranger: l, reader: l, named: l.Named(), daemon: l.Daemon()}
}
