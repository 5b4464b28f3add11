package broker

import (
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"

	"touchmove/broadcast"
)

// Time limits.
const (
	connectTimeout = 5 * time.Second // for a TLS or WebSocket handshake
	writeTimeout   = 10 * time.Second
	farewell       = 5 * time.Second // to deliver everything when the broker stops
)

// Server is a running broker. It stores nothing on disk, since publishers publish all
// retained messages again on every connection.
type Server struct {
	mqtt      *mochi.Server
	tcp       *tcpListener
	web       *webListener
	pages     *pageListener
	access    *access
	admission *admission
	tls       *secured
	once      sync.Once
	closed    chan struct{}
}

// Start starts a broker. The error names an address that cannot be used for listening.
func Start(o Options, log *slog.Logger) (*Server, error) {
	capabilities := mochi.NewDefaultServerCapabilities()
	capabilities.MaximumMessageExpiryInterval = 0    // otherwise retained messages would be gone after a day
	capabilities.MaximumSessionExpiryInterval = 3600 // seconds; a reader that comes back later gets the retained messages
	capabilities.MaximumPacketSize = 1 << 20
	capabilities.MaximumClientWritesPending = 2048 // retained messages come all at once; conn takes the rest out of the queue without waiting
	s := &Server{
		mqtt:   mochi.New(&mochi.Options{Capabilities: capabilities, Logger: slog.New(errorsOnly{log.Handler()})}),
		closed: make(chan struct{}),
	}
	s.admission = newAdmission(o, log)
	var err error
	if s.access, err = newAccess(o, s.mqtt, s.admission, s.closed); err != nil {
		return nil, fmt.Errorf("embedded broker: %w", err)
	}
	hooks := []mochi.Hook{&admissionHook{admission: s.admission, turn: newTurn()}, s.access, newPacketIDs(), newRetainedLock()}
	s.admission.discard = s.discard(hooks)
	for _, hook := range hooks {
		if err := s.mqtt.AddHook(hook, nil); err != nil {
			return nil, fmt.Errorf("embedded broker: %w", err)
		}
	}
	if err := s.listen(o); err != nil {
		return nil, err
	}
	if err := s.mqtt.Serve(); err != nil {
		s.mqtt.Close()
		return nil, fmt.Errorf("embedded broker: %w", err)
	}
	go s.admission.watch(s.mqtt, s.closed)
	return s, nil
}

func (s *Server) listen(o Options) (err error) {
	if s.tls, err = o.TLS.secure(); err != nil {
		return fmt.Errorf("embedded broker: %w", err)
	}
	s.pages = &pageListener{establish: s.mqtt.EstablishConnection}
	if err := s.mqtt.AddListener(s.pages); err != nil {
		return fmt.Errorf("embedded broker: %w", err)
	}
	s.tcp = &tcpListener{address: o.Listen, tls: s.tls, admission: s.admission}
	if err := s.mqtt.AddListener(s.tcp); err != nil {
		return fmt.Errorf("embedded broker: %s: %w: is another broker running? set mqtt.broker to use it, or mqtt.listen to another address", o.Listen, err)
	}
	if o.WebSocket == "" {
		return nil
	}
	s.web = &webListener{address: o.WebSocket, tls: s.tls, origins: o.Origins, pages: o.Pages, admission: s.admission}
	if err := s.mqtt.AddListener(s.web); err != nil {
		s.tcp.Close(func(string) {})
		return fmt.Errorf("embedded broker: %s: %w: set mqtt.websocket to another address", o.WebSocket, err)
	}
	return nil
}

// Broker returns the settings with which this process itself connects: over TCP as to any
// other broker, with a random password that is not stored anywhere.
func (s *Server) Broker() broadcast.Broker {
	b := broadcast.Broker{URL: "tcp://" + reachable(s.tcp.Address()), Username: daemonUser, Password: s.access.secret, Known: s.access.sender}
	if s.tls != nil {
		b.URL, b.TLS = "ssl://"+reachable(s.tcp.Address()), s.tls.own
	}
	return b
}

// Addr returns the address of MQTT over TCP.
func (s *Server) Addr() string { return s.tcp.Address() }

// WebAddr returns the address of MQTT over WebSocket, or "" if there is none.
func (s *Server) WebAddr() string {
	if s.web == nil {
		return ""
	}
	return s.web.Address()
}

// Close disconnects everybody and stops listening. Before that, readers at QoS 1 have some
// time (farewell) to acknowledge the last messages.
func (s *Server) Close() error {
	s.once.Do(func() { close(s.closed) })
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for limit := time.Now().Add(farewell); s.isBusy() && time.Now().Before(limit); {
		<-tick.C
	}
	return s.mqtt.Close()
}

// isBusy reports whether a message has not yet reached a connected reader, or has not been
// acknowledged.
func (s *Server) isBusy() bool {
	if s.access.isBusy() {
		return true
	}
	for _, cl := range s.mqtt.Clients.GetAll() {
		if cl.Closed() {
			continue
		}
		if c, ok := cl.Net.Conn.(*conn); cl.State.Inflight.Len() > 0 || ok && !c.out.isEmpty() {
			return true
		}
	}
	return false
}

// reachable turns an address that listens on all interfaces into one to connect to.
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
