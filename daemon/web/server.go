// Package web serves the broadcast screen on an address of its own.
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"touchmove/internal/webserver"
	"touchmove/screen"
)

// mostVisitors is how many connections the screen serves at once: a browser has one or
// two, plus its WebSocket.
const mostVisitors = 2000

// pace lets a hall behind one address load its pages without delay, and slows down a
// script: a request may cost a Raspberry Pi a third of a millisecond.
var pace = webserver.Pace{Burst: 10_000, PerSecs: 1000, Wait: 10 * time.Second}

const farewell = time.Second // for connections that are still open at the end

// Server serves the broadcast screen. Its address is bound when it is opened, so a port
// in use is an error at the start.
type Server struct {
	net    net.Listener
	http   *http.Server
	bridge *screen.Bridge // nil without one
	cards  *screen.Cards  // nil without pictures of the boards
	log    *slog.Logger
}

// Open binds the screen's address. The error names it.
// Visitors who come through one of the proxies are counted by their own addresses.
func Open(listen string, proxies webserver.Proxies, o screen.Options, log *slog.Logger) (*Server, error) {
	l, err := webserver.Listen(listen, mostVisitors)
	if err != nil {
		return nil, fmt.Errorf("screen: %s: %w: set screen.listen to another address, or to \"\" for none", listen, err)
	}
	bridge, _ := o.Bridge.(*screen.Bridge) // the embedded broker ends its connections itself
	return &Server{
		net: l, bridge: bridge, cards: o.Cards, log: log,
		http: webserver.New(webserver.Behind(webserver.Paced(screen.Handler(o), pace), proxies), log),
	}, nil
}

// Addr returns the address it listens on.
func (s *Server) Addr() string { return s.net.Addr().String() }

// URL returns the URL of the screen for a browser on this computer.
func (s *Server) URL() string {
	host, port, err := net.SplitHostPort(s.Addr())
	if err != nil {
		return "http://" + s.Addr()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// Serve answers until ctx ends. If the server fails later, that is logged, and the
// boards continue without a screen.
func (s *Server) Serve(ctx context.Context) {
	stop := context.AfterFunc(ctx, s.Close)
	defer stop()
	if s.cards != nil {
		var listening sync.WaitGroup
		defer listening.Wait()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		listening.Go(func() { s.cards.Run(ctx) })
	}
	if err := s.http.Serve(s.net); !errors.Is(err, http.ErrServerClosed) {
		s.log.Error("the screen is no longer served", "address", s.Addr(), "error", err)
	}
}

// Close stops listening, and after a moment ends the connections that are still open.
func (s *Server) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	if s.bridge != nil {
		s.bridge.Close()
	}
	if err := s.http.Shutdown(ctx); err != nil {
		s.http.Close() //nolint:errcheck // it is closing anyway
	}
	s.net.Close() //nolint:errcheck // Shutdown knows it only once Serve has begun
}
