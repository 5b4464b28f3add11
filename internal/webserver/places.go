package webserver

import (
	"context"
	"net/netip"
	"slices"
	"sync"
)

// Places are for visitors who are served for long. When all are taken, the address with the most
// of them gives its newest one up for an address with fewer, so that one computer keeps nobody out,
// and many people behind one address lose nothing as long as there is room. There are never more
// visitors in them than places: whoever gets one that is given up comes in when the other has left.
type Places struct {
	mu      sync.Mutex
	most    int
	inside  int                         // visitors, with those who have given their place up and not yet left
	from    map[netip.Prefix][]*visitor // those to whom places belong, the newest last; also before they come in
	coming  []*visitor                  // to whom places belong that others have not yet left
	waiting []*visitor                  // to whom no place belongs
}

// visitor is a visitor, or somebody who waits.
type visitor struct {
	at     netip.Prefix
	end    func()
	inside bool
	in     chan struct{} // closed when it comes in
}

// NewPlaces makes places.
func NewPlaces(most int) *Places { return &Places{most: most, from: map[netip.Prefix][]*visitor{}} }

// Acquire takes a place for a visitor from an address (see Neighbourhood). If it is the place of another
// one, it waits until that has left or ctx ends. end ends what the visitor is served if its place is
// given to another one; it may be called on any goroutine until leave returns, and must not wait. leave
// gives the place back, and must follow soon upon end. ok is false if there is none.
func (p *Places) Acquire(ctx context.Context, at netip.Prefix, end func()) (leave func(), ok bool) {
	return p.acquire(ctx, at, end, false)
}

// Wait is Acquire, but waits for a place also if its address is entitled to none now.
func (p *Places) Wait(ctx context.Context, at netip.Prefix, end func()) (leave func(), ok bool) {
	return p.acquire(ctx, at, end, true)
}

func (p *Places) acquire(ctx context.Context, at netip.Prefix, end func(), waits bool) (leave func(), ok bool) {
	g := &visitor{at: at, end: end, in: make(chan struct{})}
	p.mu.Lock()
	p.waiting = append(p.waiting, g)
	p.settle()
	entitled := !slices.Contains(p.waiting, g)
	p.mu.Unlock()
	leave = func() { p.leave(g) }
	select {
	case <-g.in:
		return leave, true
	default:
	}
	if !entitled && !waits {
		leave()
		return nil, false
	}
	select {
	case <-g.in:
		return leave, true
	case <-ctx.Done():
		leave()
		return nil, false
	}
}

// leave takes somebody out, wherever it is.
func (p *Places) leave(g *visitor) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if g.inside {
		g.inside = false
		p.inside--
	}
	p.waiting, p.coming = without(p.waiting, g), without(p.coming, g)
	p.disown(g)
	p.settle()
}

// settle gives places to those who wait, first come first served, and lets in to whom a place belongs
// that is empty.
func (p *Places) settle() {
	for p.grant() {
	}
	for p.inside < p.most && len(p.coming) > 0 {
		g := p.coming[0]
		p.coming = p.coming[1:]
		g.inside = true
		p.inside++
		close(g.in)
	}
}

// grant makes a place belong to the first of those who wait that is entitled to one.
func (p *Places) grant() bool {
	owned := 0
	var densest netip.Prefix
	for at, list := range p.from {
		if owned += len(list); len(list) > len(p.from[densest]) {
			densest = at
		}
	}
	full := owned >= p.most
	i := slices.IndexFunc(p.waiting, func(g *visitor) bool { return !full || len(p.from[g.at])+1 < len(p.from[densest]) })
	if i < 0 {
		return false
	}
	g := p.waiting[i]
	p.waiting = without(p.waiting, g)
	if full {
		list := p.from[densest]
		out := list[len(list)-1]
		p.disown(out)
		if out.inside {
			out.end()
		} else {
			p.coming, p.waiting = without(p.coming, out), append(p.waiting, out)
		}
	}
	p.from[g.at] = append(p.from[g.at], g)
	p.coming = append(p.coming, g)
	return true
}

// disown takes a place from whom it belongs to.
func (p *Places) disown(g *visitor) {
	if p.from[g.at] = without(p.from[g.at], g); len(p.from[g.at]) == 0 {
		delete(p.from, g.at)
	}
}

// without returns a list without one of it.
func without(list []*visitor, g *visitor) []*visitor {
	if i := slices.Index(list, g); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}
