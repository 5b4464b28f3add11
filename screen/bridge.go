package screen

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"touchmove/internal/origin"
	"touchmove/internal/webserver"
)

// Limits of one bridged screen.
const (
	dialTimeout  = 10 * time.Second
	writeTimeout = 20 * time.Second
	idleTimeout  = 2 * time.Minute // screens keep alive every 15 s
	largest      = 1 << 20         // bytes of one WebSocket message
	mostBridged  = 2000
)

// Bridge takes MQTT over WebSocket (MQTT 3.1.1, section 6) to a broker that
// speaks it over TCP or TLS, byte for byte. It adds no rights: a screen comes to
// the broker with its own credential, and without the daemon's.
// Only pages that this server gave out may use it.
type Bridge struct {
	// Origins are further origins of our pages, as a proxy in front of us shows
	// them: https://screens.example.org.
	Origins []string

	address string
	tls     *tls.Config // nil is plain TCP
	log     *slog.Logger

	mu   sync.Mutex
	open map[net.Conn]struct{}
}

// NewBridge makes a bridge to a broker: mqtt:// or tcp://HOST:1883, mqtts:// or
// ssl://HOST:8883. secured may be nil.
func NewBridge(broker string, secured *tls.Config, log *slog.Logger) (*Bridge, error) {
	u, err := url.Parse(broker)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("broker %q: write its address, such as mqtt://HOST:1883", broker)
	}
	b := &Bridge{log: log, open: map[net.Conn]struct{}{}}
	port := "1883"
	switch u.Scheme {
	case "mqtt", "tcp":
	case "mqtts", "ssl", "tls":
		port = "8883"
		b.tls = secured
		if b.tls == nil {
			b.tls = &tls.Config{MinVersion: tls.VersionTLS12}
		}
		b.tls = b.tls.Clone()
		b.tls.ServerName = u.Hostname()
		b.tls.Certificates = nil // the daemon's own is not for screens
	default:
		return nil, fmt.Errorf("broker %q: the screen reaches tcp, mqtt, ssl, mqtts, ws and wss", broker)
	}
	if u.Port() != "" {
		port = u.Port()
	}
	b.address = net.JoinHostPort(u.Hostname(), port)
	return b, nil
}

// ServeHTTP implements http.Handler.
func (b *Bridge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !b.isOurs(r) {
		http.Error(w, "pages of another origin may not use this bridge", http.StatusForbidden)
		return
	}
	if !websocket.IsWebSocketUpgrade(r) { // costs the broker no connection
		http.Error(w, "this is a WebSocket", http.StatusBadRequest)
		return
	}
	up := websocket.Upgrader{HandshakeTimeout: dialTimeout, Subprotocols: []string{"mqtt"}, CheckOrigin: func(*http.Request) bool { return true }}
	ctx, cancel := context.WithTimeout(r.Context(), dialTimeout)
	defer cancel()
	conn, err := b.dial(ctx)
	if err != nil {
		b.log.Warn("a screen asked for the broker, which does not answer", "broker", b.address, "error", err)
		http.Error(w, "the broker does not answer", http.StatusBadGateway)
		return
	}
	defer conn.Close()
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	defer ws.Close()
	if !b.add(ws.UnderlyingConn()) {
		return
	}
	defer b.remove(ws.UnderlyingConn())
	ws.SetReadLimit(largest)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer ws.Close()
		toScreen(ws, conn)
	}()
	toBroker(conn, ws)
	conn.Close()
	<-done
}

// isOurs reports whether a browser's page came from this server, or through a proxy that is
// known. What has no Origin is no browser.
func (b *Bridge) isOurs(r *http.Request) bool {
	page := r.Header.Get("Origin")
	return page == "" || slices.Contains(b.Origins, page) || origin.Own(r, "")
}

func (b *Bridge) dial(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	if b.tls == nil {
		return d.DialContext(ctx, "tcp", b.address)
	}
	secure := tls.Dialer{NetDialer: &d, Config: b.tls}
	return secure.DialContext(ctx, "tcp", b.address)
}

func (b *Bridge) add(c net.Conn) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open == nil || len(b.open) >= mostBridged {
		return false
	}
	b.open[c] = struct{}{}
	return true
}

func (b *Bridge) remove(c net.Conn) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.open, c)
}

// Close ends every bridged connection; a server that is shut down does not know
// them any more.
func (b *Bridge) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.open {
		c.Close()
	}
	b.open = nil
}

var errIdle = errors.New("WebSocket frames without bytes of MQTT, more than two a second")

var errText = errors.New("a WebSocket message that is not binary [MQTT-6.0.0-1]")

func toBroker(to net.Conn, from *websocket.Conn) error {
	frames := webserver.LimitFrames(from, errIdle)
	for {
		if err := from.SetReadDeadline(time.Now().Add(idleTimeout)); err != nil {
			return err
		}
		kind, message, err := from.NextReader()
		if err != nil {
			return err
		}
		if kind != websocket.BinaryMessage {
			return errText
		}
		if err := to.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
			return err
		}
		n, err := io.Copy(to, message)
		if err == nil && n == 0 {
			err = frames.Empty()
		}
		if err != nil {
			return err
		}
	}
}

func toScreen(to *websocket.Conn, from net.Conn) error {
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			if err := to.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
				return err
			}
			if err := to.WriteMessage(websocket.BinaryMessage, buffer[:n]); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
}
