package broker

import (
	"net/netip"
	"sync"
)

// turn lets one client without a name subscribe at a time. Each SUBSCRIBE brings everything
// that is retained, and a thousand at once would leave no processor time to the boards and
// to those who have a name. Addresses take turns, so that a thousand clients from one do not
// stand before one from another. What a client is sent goes to its outbox, so that nobody
// holds the turn for as long as a client likes.
type turn struct {
	mu      sync.Mutex
	taken   bool
	waiting map[netip.Prefix][]chan struct{} // by address, the first to come first
	order   []netip.Prefix                   // addresses that wait, the next one first
}

func newTurn() *turn { return &turn{waiting: map[netip.Prefix][]chan struct{}{}} }

// take waits for a turn.
func (t *turn) take(c *conn) {
	if c.turn {
		return
	}
	c.turn = true
	t.mu.Lock()
	if !t.taken {
		t.taken = true
		t.mu.Unlock()
		return
	}
	mine := make(chan struct{})
	if len(t.waiting[c.from]) == 0 {
		t.order = append(t.order, c.from)
	}
	t.waiting[c.from] = append(t.waiting[c.from], mine)
	t.mu.Unlock()
	<-mine
}

// pass hands the turn on if the client has it. The goroutine that took it must call it.
func (t *turn) pass(c *conn) {
	if !c.turn {
		return
	}
	c.turn = false
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.order) == 0 {
		t.taken = false
		return
	}
	from := t.order[0]
	t.order = t.order[1:]
	close(t.waiting[from][0])
	if t.waiting[from] = t.waiting[from][1:]; len(t.waiting[from]) > 0 {
		t.order = append(t.order, from)
		return
	}
	delete(t.waiting, from)
}
