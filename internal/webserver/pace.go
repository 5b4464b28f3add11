package webserver

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"touchmove/internal/sleep"
)

// Pace is how often one address may make requests.
type Pace struct {
	Burst   int           // requests at a time
	PerSecs rate.Limit    // requests per second after that
	Wait    time.Duration // the longest that a request may be held back; if it would take longer, it is refused
}

const mostPaces = 1024 // addresses remembered

// Paced limits how often each address may make requests. A request that would wait longer
// than the pace allows gets 429 Too Many Requests (RFC 6585, 4). Its connection is closed,
// and with it any requests that were sent ahead.
func Paced(next http.Handler, p Pace) http.Handler {
	return &paced{next: next, pace: p, paces: map[netip.Prefix]*rate.Limiter{}}
}

type paced struct {
	next http.Handler
	pace Pace

	mu    sync.Mutex
	paces map[netip.Prefix]*rate.Limiter
}

// ServeHTTP implements http.Handler.
func (p *paced) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	turn := p.of(r.RemoteAddr).Reserve()
	wait := turn.Delay()
	if wait > p.pace.Wait {
		turn.Cancel()
		w.Header().Set("Connection", "close")
		http.Error(w, "asked too often: wait a second", http.StatusTooManyRequests)
		return
	}
	if wait > 0 && !sleep.For(r.Context(), wait) {
		return
	}
	p.next.ServeHTTP(w, r)
}

func (p *paced) of(remote string) *rate.Limiter {
	at := Neighbourhood(remote)
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.paces[at]
	if l == nil {
		if len(p.paces) >= mostPaces {
			clear(p.paces)
		}
		l = rate.NewLimiter(p.pace.PerSecs, p.pace.Burst)
		p.paces[at] = l
	}
	return l
}
