package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"touchmove/broadcast/broker"
	"touchmove/screen"
)

// Limits of the web server. Pages are small, and who is slow waits for himself
// alone.
const (
	webHeaderTimeout = 10 * time.Second
	webIdleTimeout   = 2 * time.Minute
	webFarewell      = time.Second
)

// Web serves the broadcast screen. Its address is bound when it is opened, so
// that a port in use is an error at the start.
type Web struct {
	net    net.Listener
	http   *http.Server
	bridge *screen.Bridge // nil where browsers reach the broker themselves
	log    *slog.Logger
}

// OpenWeb binds the screen's address. The error says which it was.
func OpenWeb(listen string, o screen.Options, log *slog.Logger) (*Web, error) {
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return nil, fmt.Errorf("screen: %s: %w: set screen.listen to another address, or to \"\" for none", listen, err)
	}
	return &Web{
		net: l, bridge: o.Bridge, log: log,
		http: &http.Server{Handler: screen.Handler(o), ReadHeaderTimeout: webHeaderTimeout, IdleTimeout: webIdleTimeout},
	}, nil
}

// Addr returns the address it listens on.
func (w *Web) Addr() string { return w.net.Addr().String() }

// URL returns where a browser on this computer finds the screen.
func (w *Web) URL() string {
	host, port, err := net.SplitHostPort(w.Addr())
	if err != nil {
		return "http://" + w.Addr()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// Serve answers until ctx ends. A server that fails later is logged: boards go
// on without a screen.
func (w *Web) Serve(ctx context.Context) {
	stop := context.AfterFunc(ctx, w.Close)
	defer stop()
	if err := w.http.Serve(w.net); !errors.Is(err, http.ErrServerClosed) {
		w.log.Error("the screen is served no longer", "address", w.Addr(), "error", err)
	}
}

// Close stops listening, and ends what is still open after a moment.
func (w *Web) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), webFarewell)
	defer cancel()
	if w.bridge != nil {
		w.bridge.Close()
	}
	if err := w.http.Shutdown(ctx); err != nil {
		w.http.Close() //nolint:errcheck // it is the end
	}
	w.net.Close() //nolint:errcheck // Shutdown knows it only once Serve has begun
}

// openWeb opens the screen of a hall; nil when none is wanted.
func openWeb(m *Means, embedded *broker.Server, log *slog.Logger) (*Web, error) {
	c := m.Config
	if c.Screen.Listen == "" {
		return nil, nil
	}
	o, err := m.screenOptions(embedded, log)
	if err != nil {
		return nil, fmt.Errorf("screen: %w", err)
	}
	return OpenWeb(c.Screen.Listen, o, log)
}

// screenOptions says how browsers reach the broker: by its own WebSocket where
// it has one, else over a bridge. Pages that come without TLS cannot go to a
// WebSocket with it, so that a secured broker is reached over the bridge.
func (m *Means) screenOptions(embedded *broker.Server, log *slog.Logger) (screen.Options, error) {
	c := m.Config
	o := screen.Options{Base: c.PublicBase()}
	if o.Base != c.MQTT.Base {
		o.Live = c.MQTT.Base // arbiters do not wait
	}
	if embedded == nil && (strings.HasPrefix(c.MQTT.Broker, "ws://") || strings.HasPrefix(c.MQTT.Broker, "wss://")) {
		o.Broker = c.MQTT.Broker
		return o, nil
	}
	if embedded != nil && embedded.WebAddr() != "" && c.MQTT.TLS.Cert == "" {
		host, port, err := net.SplitHostPort(embedded.WebAddr())
		if err != nil {
			return o, err
		}
		o.Broker = ":" + port // of the host that served the page
		screenHost, _, err := net.SplitHostPort(c.Screen.Listen)
		ip := net.ParseIP(host)
		if err == nil && host != screenHost && (ip == nil || !ip.IsUnspecified()) {
			o.Broker = net.JoinHostPort(host, port)
		}
		return o, nil
	}
	address, secured := c.MQTT.Broker, m.secured
	if embedded != nil {
		own := embedded.Broker()
		address, secured = own.URL, own.TLS // knows its certificate, whoever signed it
	}
	var err error
	if o.Bridge, err = screen.NewBridge(address, secured, log); err != nil {
		return o, err
	}
	o.Bridge.Origins = c.Screen.Origins
	o.Broker = screen.BridgePath
	return o, nil
}
