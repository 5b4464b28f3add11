package broker

import (
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"slices"

	"github.com/gorilla/websocket"
	"github.com/mochi-mqtt/server/v2/listeners"

	"touchmove/internal/origin"
	"touchmove/internal/webserver"
)

// webListener listens for MQTT over WebSocket (MQTT 3.1.1, section 6). Unlike the broker
// library's own listener it checks the Origin header, so that access can distinguish our
// own pages from all others. It is bound before it serves, so that a port in use is an
// error at the start.
type webListener struct {
	address   string
	origins   []string
	pages     string
	tls       *secured // nil is plain
	admission *admission

	net       net.Listener
	http      *http.Server
	log       *slog.Logger
	establish listeners.EstablishFn
	conns     connSet
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
func (l *webListener) Init(log *slog.Logger) error {
	l.log = log
	l.http = &http.Server{Handler: webserver.Behind(http.HandlerFunc(l.serve), l.admission.entrance.proxies), ConnContext: webserver.KeepConn, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug), ReadTimeout: connectTimeout, WriteTimeout: connectTimeout, MaxHeaderBytes: 16 << 10}
	l.http.SetKeepAlivesEnabled(false) // whoever asks for no WebSocket is answered once, and not as fast as it can ask
	listener, err := net.Listen("tcp", l.address)
	if err != nil {
		return err
	}
	l.net = &counted{listener, l.admission.entrance, l.admission.turned}
	if l.tls != nil {
		l.net = tls.NewListener(l.net, l.tls.server)
	}
	return nil
}

// Serve implements listeners.Listener.
func (l *webListener) Serve(establish listeners.EstablishFn) {
	l.establish = establish
	if err := l.http.Serve(l.net); !errors.Is(err, http.ErrServerClosed) {
		l.log.Error("MQTT over WebSocket stopped", "address", l.Address(), "error", err)
	}
}

// Close implements listeners.Listener. Like tcpListener it closes the connections itself.
func (l *webListener) Close(listeners.CloseFn) {
	l.http.Close()
	l.net.Close() // the HTTP server closes it only if Serve has begun
	l.conns.close()
}

func (l *webListener) serve(w http.ResponseWriter, r *http.Request) {
	id := listenerWeb
	if page := r.Header.Get("Origin"); page != "" && !slices.Contains(l.origins, page) && (l.pages == "" || !origin.Own(r, l.pages)) {
		id = listenerForeign
	}
	serveWeb(w, r, &l.conns, l.admission, id, l.establish)
}

// serveWeb answers a request for a WebSocket, and serves MQTT over it until the client leaves.
// conns are those that end with the listener.
func serveWeb(w http.ResponseWriter, r *http.Request, conns *connSet, a *admission, listener string, establish listeners.EstablishFn) {
	upgrader := websocket.Upgrader{
		HandshakeTimeout: connectTimeout,
		Subprotocols:     []string{"mqtt"},                         // [MQTT-6.0.0-4]
		CheckOrigin:      func(*http.Request) bool { return true }, // a foreign page may read what is public
	}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	if !conns.add(conn.UnderlyingConn()) {
		conn.Close()
		return
	}
	defer conns.remove(conn.UnderlyingConn())
	c := a.accept(conn.UnderlyingConn())
	defer a.leave(c)
	c.await(newWebConn(conn))
	c.serve(listener, establish)
}
