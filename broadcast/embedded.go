package broadcast

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"

	"touchmove/broadcast/broker/guard"
	"touchmove/rules"
)

// Role is what a user of the embedded broker may do beyond reading public
// topics, which everybody may.
type Role uint8

// A Reader also reads what is private but commands and their answers. A Seat is
// the device at one player's side of a board: it reads what is public and the answers to
// commands, and gives those of a player. A Technician, an Assistant of named boards
// and an Arbiter, who is the chief, read everything and give the commands that
// package arbiter leaves to them.
const (
	Reader Role = iota
	Seat
	Technician
	Assistant
	Arbiter
	self // the daemon: everything
)

// User is someone whom the embedded broker knows.
type User struct {
	Name     string
	Password string
	Role     Role
	Boards   []string    // of a Seat and an Assistant; nil is all
	Side     rules.Color // of a Seat
}

// Embedded says how the embedded broker is run.
type Embedded struct {
	Listen    string     // host:port of MQTT over TCP; port 0 takes a free one
	Delayed   string     // base of the delayed feed: then that is what can be read without a credential, and nothing below Base
	WebSocket string     // host:port of MQTT over WebSocket; empty is none
	Base      string     // the topics that can be read without a credential stand below it
	Users     []User     // who may do more
	TLS       *ServerTLS // nil is plain
	Origins   []string   // web pages that may log in, as http://127.0.0.1:8080; all others only read in public
	Pages     string     // port of our own pages on this computer, which may log in too, by whatever name of it they are reached; "" is none

	// Patience is how long a client may take to say who it is, to take what it is sent and,
	// when much waits for it, to acknowledge something; 0 is ten seconds.
	Patience time.Duration
}

// EmbeddedBroker is a broker inside this process, for a daemon that was not
// given one. It keeps nothing on disk: the publishers publish everything
// retained again on every connection, so there is nothing to keep.
type EmbeddedBroker struct {
	server *mochi.Server
	tcp    *tcpListener
	web    *webListener
	access *access
	tls    *secured
	once   sync.Once
	closed chan struct{}
}

// StartEmbedded starts the broker. The error names the address that cannot be
// listened on.
func StartEmbedded(e Embedded, log *slog.Logger) (*EmbeddedBroker, error) {
	capabilities := mochi.NewDefaultServerCapabilities()
	capabilities.MaximumMessageExpiryInterval = 0    // else retained messages are gone after a day
	capabilities.MaximumSessionExpiryInterval = 3600 // seconds; a reader that comes back later reads what is retained
	capabilities.MaximumPacketSize = 1 << 20
	server := mochi.New(&mochi.Options{Capabilities: capabilities, Logger: slog.New(errorsOnly{log.Handler()})})
	b := &EmbeddedBroker{server: server, access: newAccess(e, rand.Text()), closed: make(chan struct{})}
	door := newDoor(e.Patience, e.limits(), log)
	b.access.door, b.access.clients = door, server.Clients
	hooks := []mochi.Hook{&doorHook{door: door}, b.access, newPacketIDs(), newRetainedTurn()}
	door.forget = b.forget(hooks)
	for _, hook := range hooks {
		if err := server.AddHook(hook, nil); err != nil {
			return nil, fmt.Errorf("embedded broker: %w", err)
		}
	}
	var err error
	if b.tls, err = e.TLS.secure(); err != nil {
		return nil, fmt.Errorf("embedded broker: %w", err)
	}
	b.tcp = &tcpListener{address: e.Listen, tls: b.tls, door: door}
	if err := server.AddListener(b.tcp); err != nil {
		return nil, fmt.Errorf("embedded broker: %s: %w: is another broker running? set mqtt.broker to use it, or mqtt.listen to another address", e.Listen, err)
	}
	if e.WebSocket != "" {
		b.web = &webListener{address: e.WebSocket, tls: b.tls, origins: e.Origins, pages: e.Pages, door: door}
		if err := server.AddListener(b.web); err != nil {
			b.tcp.Close(func(string) {})
			return nil, fmt.Errorf("embedded broker: %s: %w: set mqtt.websocket to another address", e.WebSocket, err)
		}
	}
	if err := server.Serve(); err != nil {
		server.Close()
		return nil, fmt.Errorf("embedded broker: %w", err)
	}
	go door.watch(server, b.closed)
	return b, nil
}

// limits are those of whoever has not logged in, long enough for both feeds' topics.
func (e Embedded) limits() guard.Limits {
	bytes, levels := len(e.Base), strings.Count(e.Base, "/")+1
	if e.Delayed != "" {
		bytes, levels = max(bytes, len(e.Delayed)), max(levels, strings.Count(e.Delayed, "/")+1)
	}
	return guard.Standard(bytes, levels)
}

// Broker returns how this process itself connects: over TCP as to any other
// broker, with a password that was made up at the start and is kept nowhere.
func (b *EmbeddedBroker) Broker() Broker {
	if b.tls != nil {
		return Broker{URL: "ssl://" + reachable(b.tcp.Address()), Username: selfName, Password: b.access.password, TLS: b.tls.own, known: b.access.sender}
	}
	return Broker{URL: "tcp://" + reachable(b.tcp.Address()), Username: selfName, Password: b.access.password, known: b.access.sender}
}

// Addr returns the address of MQTT over TCP.
func (b *EmbeddedBroker) Addr() string { return b.tcp.Address() }

// WebAddr returns the address of MQTT over WebSocket, "" when there is none.
func (b *EmbeddedBroker) WebAddr() string {
	if b.web == nil {
		return ""
	}
	return b.web.Address()
}

// Close disconnects everybody and stops listening. Before that, readers at QoS
// 1 have the time of a farewell to acknowledge what was told last.
func (b *EmbeddedBroker) Close() error {
	b.once.Do(func() { close(b.closed) })
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for limit := time.Now().Add(farewell); b.busy() && time.Now().Before(limit); {
		<-tick.C
	}
	return b.server.Close()
}

// busy says whether something is still on its way to a connected reader, or
// has yet to be acknowledged by one.
func (b *EmbeddedBroker) busy() bool {
	if b.access.busy() {
		return true
	}
	for _, cl := range b.server.Clients.GetAll() {
		if !cl.Closed() && cl.State.Inflight.Len() > 0 {
			return true
		}
	}
	return false
}

// reachable turns an address that listens everywhere into one to connect to.
func reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
