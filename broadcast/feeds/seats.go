package feeds

import (
	"net/netip"
	"slices"
	"sync"
)

// seats are places for connected programs. When all are taken, the address with the most
// programs gives its newest one up for an address with fewer, so that one computer keeps
// nobody out.
type seats struct {
	mu    sync.Mutex
	most  int
	taken int
	from  map[netip.Prefix][]*seat // the newest is the last
}

// seat is the place of a program.
type seat struct{ end func() }

func newSeats(most int) *seats { return &seats{most: most, from: map[netip.Prefix][]*seat{}} }

// take takes a place for a program from an address. end ends the program if its place is given to
// another one. leave gives the place back; ok is false if there is none.
func (s *seats) take(at netip.Prefix, end func()) (leave func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken >= s.most {
		densest := at
		for other, list := range s.from {
			if len(list) > len(s.from[densest]) {
				densest = other
			}
		}
		list := s.from[densest]
		if len(s.from[at])+1 >= len(list) {
			return nil, false
		}
		out := list[len(list)-1]
		s.drop(densest, out)
		out.end()
	}
	mine := &seat{end}
	s.from[at] = append(s.from[at], mine)
	s.taken++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.drop(at, mine)
	}, true
}

// drop takes a program from its place, once.
func (s *seats) drop(at netip.Prefix, p *seat) {
	list := s.from[at]
	i := slices.Index(list, p)
	if i < 0 {
		return
	}
	s.taken--
	if s.from[at] = slices.Delete(list, i, i+1); len(s.from[at]) == 0 {
		delete(s.from, at)
	}
}
