package broker

import (
	"log/slog"
	"net/http"
	"slices"

	"github.com/mochi-mqtt/server/v2/listeners"

	"touchmove/internal/origin"
)

// pageListener is the way in through the web server of this process's own pages, for browsers
// that cannot reach the other listeners. Each visitor keeps the address from which it asked
// for the page: passwords guessed by one, and the places and the turns that one takes, are
// not those of everybody who reads that page.
type pageListener struct {
	establish listeners.EstablishFn
	conns     connSet
}

// ID implements listeners.Listener.
func (l *pageListener) ID() string { return listenerPages }

// Address implements listeners.Listener. It is that of the web server, which it does not know.
func (l *pageListener) Address() string { return "" }

// Protocol implements listeners.Listener.
func (l *pageListener) Protocol() string { return "ws" }

// Init implements listeners.Listener.
func (l *pageListener) Init(*slog.Logger) error { return nil }

// Serve implements listeners.Listener. The web server calls the handler of Server.ForPages.
func (l *pageListener) Serve(listeners.EstablishFn) {}

// Close implements listeners.Listener.
func (l *pageListener) Close(listeners.CloseFn) { l.conns.close() }

// ForPages returns a handler for the web server that serves our own pages: MQTT over WebSocket, as
// at the address of Options.WebSocket, but for those pages alone. A page of another origin
// is answered 403, except those of origins, such as a proxy's; a request without an Origin
// does not come from a page. The server's connections must have the address of a visitor.
func (s *Server) ForPages(origins []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if page := r.Header.Get("Origin"); page != "" && !slices.Contains(origins, page) && !origin.Own(r, "") {
			http.Error(w, "pages of another origin may not use this way to the broker", http.StatusForbidden)
			return
		}
		serveWeb(w, r, &s.pages.conns, s.admission, listenerPages, s.pages.establish)
	})
}
