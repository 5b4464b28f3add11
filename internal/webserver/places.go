package webserver

import (
	"context"
	"net/netip"
	"slices"
	"sync"
)

// Places are for visitors who are served for long. When all are taken, the address with the most
// of them gives its newest one up for an address with fewer, so that one computer keeps nobody out,
// and many people behind one address lose nothing as long as there is room.
type Places struct {
	mu    sync.Mutex
	most  int
	taken int
	from  map[netip.Prefix][]*place // the newest is the last
	freed chan struct{}             // closed when a place is given back; nil if nobody waits
}

// place is the place of one visitor.
type place struct{ end func() }

// NewPlaces makes places.
func NewPlaces(most int) *Places { return &Places{most: most, from: map[netip.Prefix][]*place{}} }

// Take takes a place for a visitor from an address (see Neighbourhood). end ends what it is served
// if its place is given to another one; it may be called on any goroutine until leave returns, and
// must not wait. leave gives the place back. ok is false if there is none.
func (p *Places) Take(at netip.Prefix, end func()) (leave func(), ok bool) {
	leave, _ = p.take(at, end, false)
	return leave, leave != nil
}

// Wait is Take, but waits for a place until ctx ends.
func (p *Places) Wait(ctx context.Context, at netip.Prefix, end func()) (leave func(), ok bool) {
	for {
		leave, freed := p.take(at, end, true)
		if leave != nil {
			return leave, true
		}
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, false
		}
	}
}

// take returns a nil leave if there is no place, and for somebody who waits a channel that is
// closed when one is given back.
func (p *Places) take(at netip.Prefix, end func(), waits bool) (leave func(), freed <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken >= p.most && !p.makeRoom(at) {
		if waits && p.freed == nil {
			p.freed = make(chan struct{})
		}
		return nil, p.freed
	}
	mine := &place{end}
	p.from[at] = append(p.from[at], mine)
	p.taken++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.drop(at, mine) && p.freed != nil {
			close(p.freed)
			p.freed = nil
		}
	}, nil
}

// makeRoom takes the newest place from the address with the most, if that has more than at will have.
func (p *Places) makeRoom(at netip.Prefix) bool {
	densest := at
	for other, list := range p.from {
		if len(list) > len(p.from[densest]) {
			densest = other
		}
	}
	list := p.from[densest]
	if len(p.from[at])+1 >= len(list) {
		return false
	}
	out := list[len(list)-1]
	p.drop(densest, out)
	out.end()
	return true
}

// drop takes a visitor from its place, and reports whether it had it still.
func (p *Places) drop(at netip.Prefix, one *place) bool {
	list := p.from[at]
	i := slices.Index(list, one)
	if i < 0 {
		return false
	}
	p.taken--
	if p.from[at] = slices.Delete(list, i, i+1); len(p.from[at]) == 0 {
		delete(p.from, at)
	}
	return true
}
