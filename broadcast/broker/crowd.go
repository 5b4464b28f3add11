package broker

import (
	"container/list"
	"net/netip"
)

// crowd counts clients that share a number of places, by their address. When all places are
// taken, the address with the most clients gives one up, so that one computer cannot keep
// out others.
type crowd struct {
	max  int
	n    int
	from map[netip.Prefix]*list.List // of *conn, the oldest first
}

func newCrowd(most int) *crowd { return &crowd{max: most, from: map[netip.Prefix]*list.List{}} }

func (w *crowd) full() bool { return w.n >= w.max }

func (w *crowd) add(c *conn) {
	l := w.from[c.from]
	if l == nil {
		l = list.New()
		w.from[c.from] = l
	}
	c.crowd, c.place = w, l.PushBack(c)
	w.n++
}

func (w *crowd) remove(c *conn) {
	l := w.from[c.from]
	l.Remove(c.place)
	if l.Len() == 0 {
		delete(w.from, c.from)
	}
	c.crowd, c.place = nil, nil
	w.n--
}

// densest returns the clients from the address that has the most, the oldest first.
func (w *crowd) densest() *list.List {
	var most *list.List
	for _, l := range w.from {
		if most == nil || l.Len() > most.Len() {
			most = l
		}
	}
	return most
}

// at returns the number of clients from an address.
func (w *crowd) at(from netip.Prefix) int {
	if l := w.from[from]; l != nil {
		return l.Len()
	}
	return 0
}
