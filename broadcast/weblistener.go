package broadcast

import (
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"
	"github.com/mochi-mqtt/server/v2/listeners"
)

// webListener takes MQTT over WebSocket (MQTT 3.1.1, section 6). Unlike the
// broker library's own it looks at the Origin header, so that access can tell
// the pages we serve from all others, and it is bound before it serves, so that
// a port in use is an error at the start.
type webListener struct {
	address string
	origins []string
	pages   string
	tls     *secured // nil is plain
	door    *door

	net       net.Listener
	http      *http.Server
	log       *slog.Logger
	establish listeners.EstablishFn
	conns     conns
}

// ID implements listeners.Listener.
func (l *webListener) ID() string { return listenerWeb }

// Address implements listeners.Listener.
func (l *webListener) Address() string {
	if l.net == nil {
		return l.address
	}
	return l.net.Addr().String()
}

// Protocol implements listeners.Listener.
func (l *webListener) Protocol() string { return "ws" }

// Init implements listeners.Listener.
func (l *webListener) Init(log *slog.Logger) (err error) {
	l.log = log
	l.http = &http.Server{Handler: http.HandlerFunc(l.serve), ReadHeaderTimeout: connectTimeout, IdleTimeout: connectTimeout, MaxHeaderBytes: 16 << 10}
	if l.net, err = net.Listen("tcp", l.address); err == nil && l.tls != nil {
		l.net = tls.NewListener(l.net, l.tls.server)
	}
	return err
}

// Serve implements listeners.Listener.
func (l *webListener) Serve(establish listeners.EstablishFn) {
	l.establish = establish
	if err := l.http.Serve(l.net); !errors.Is(err, http.ErrServerClosed) {
		l.log.Error("MQTT over WebSocket stopped", "address", l.Address(), "error", err)
	}
}

// Close implements listeners.Listener. Like tcpListener it ends the connections
// itself.
func (l *webListener) Close(listeners.CloseFn) {
	l.http.Close()
	l.net.Close() // the server knows it only once Serve has begun
	l.conns.close()
}

func (l *webListener) serve(w http.ResponseWriter, r *http.Request) {
	upgrader := websocket.Upgrader{
		HandshakeTimeout: connectTimeout,
		Subprotocols:     []string{"mqtt"},                         // [MQTT-6.0.0-4]
		CheckOrigin:      func(*http.Request) bool { return true }, // a foreign page may read in public
	}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	if !l.conns.add(conn.UnderlyingConn()) {
		conn.Close()
		return
	}
	defer l.conns.remove(conn.UnderlyingConn())
	id := listenerWeb
	if origin := r.Header.Get("Origin"); origin != "" && !slices.Contains(l.origins, origin) && (l.pages == "" || !OwnPage(r, l.pages)) {
		id = listenerForeign
	}
	g := l.door.come(conn.UnderlyingConn())
	defer g.leave()
	g.await(&webConn{Conn: conn.UnderlyingConn(), ws: conn})
	g.attend(id, l.establish)
}

// webConn is a WebSocket as a stream of bytes: packets may begin and end
// anywhere in its messages [MQTT-6.0.0-2].
type webConn struct {
	net.Conn
	ws      *websocket.Conn
	message io.Reader // being read; nil between messages
}

var errNotBinary = errors.New("a WebSocket message that is not binary [MQTT-6.0.0-1]")

// Read implements net.Conn.
func (c *webConn) Read(p []byte) (int, error) {
	for {
		if c.message == nil {
			kind, message, err := c.ws.NextReader()
			if err != nil {
				return 0, err
			}
			if kind != websocket.BinaryMessage {
				return 0, errNotBinary
			}
			c.message = message
		}
		n, err := c.message.Read(p)
		if err == io.EOF {
			c.message, err = nil, nil
			if n == 0 {
				continue
			}
		}
		return n, err
	}
}

// Write implements net.Conn.
func (c *webConn) Write(p []byte) (int, error) {
	if err := c.ws.SetWriteDeadline(time.Now().Add(ackTimeout)); err != nil {
		return 0, err
	}
	if err := c.ws.WriteMessage(websocket.BinaryMessage, p); err != nil {
		return 0, err
	}
	return len(p), nil
}
