package health

import (
	"net/http"
	"net/netip"
	"sync"

	"golang.org/x/time/rate"

	"touchmove/internal/webserver"
)

// What visitors of the pages may cost. Prometheus asks every few seconds; who asks more
// often than this gets 429 Too Many Requests (RFC 6585, 4) before anything is gathered.
const (
	mostVisitors = 200 // connections at once
	askRate      = 10  // requests a second from one address
	askBurst     = 40
	mostPaces    = 1024 // addresses that are remembered
)

// paced limits how often each address may ask.
type paced struct {
	next http.Handler

	mu    sync.Mutex
	paces map[netip.Prefix]*rate.Limiter
}

func newPaced(next http.Handler) *paced {
	return &paced{next: next, paces: map[netip.Prefix]*rate.Limiter{}}
}

// ServeHTTP implements http.Handler. The connection of who asks too often is closed, and
// with it the requests that it has sent ahead.
func (p *paced) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !p.of(r.RemoteAddr).Allow() {
		w.Header().Set("Connection", "close")
		http.Error(w, "asked too often: wait a second", http.StatusTooManyRequests)
		return
	}
	p.next.ServeHTTP(w, r)
}

func (p *paced) of(remote string) *rate.Limiter {
	at := webserver.Neighbourhood(remote)
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.paces[at]
	if l == nil {
		if len(p.paces) >= mostPaces {
			clear(p.paces)
		}
		l = rate.NewLimiter(askRate, askBurst)
		p.paces[at] = l
	}
	return l
}
