package webserver

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Pace is how often one address may ask.
type Pace struct {
	Burst   int           // requests at once
	PerSecs rate.Limit    // requests a second after that
	Wait    time.Duration // the longest that a request is held back; beyond it is refused
}

const mostPaces = 1024 // addresses that are remembered

// Paced limits how often each address may ask. A request that would wait for longer than
// the pace says gets 429 Too Many Requests (RFC 6585, 4); its connection is closed, and
// with it the requests that were sent ahead.
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
	if wait > 0 {
		select {
		case <-time.After(wait):
		case <-r.Context().Done():
			return
		}
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
