package broker

import (
	"net/netip"
	"sync"
)

// turn lets one client without a name subscribe at a time. Each SUBSCRIBE brings everything
// that is retained, and a thousand at once would leave no processor time to the boards and
// to those who have a name. Whoever has not had a turn yet comes before all who have: a
// client that subscribes again and again holds up no new reader. What a client is sent goes
// to its outbox, so that nobody holds the turn for as long as a client likes.
type turn struct {
	mu     sync.Mutex
	taken  bool
	queues [2]queue // of those who have had no turn yet, and of the others
}

// queue is who waits. Addresses take turns, so that a thousand clients from one do not
// stand before one from another.
type queue struct {
	waiting map[netip.Prefix][]chan struct{} // by address, the first to come first
	order   []netip.Prefix                   // addresses that wait, the next one first
}

func newTurn() *turn {
	t := &turn{}
	for i := range t.queues {
		t.queues[i].waiting = map[netip.Prefix][]chan struct{}{}
	}
	return t
}

func (q *queue) join(from netip.Prefix) chan struct{} {
	mine := make(chan struct{})
	if len(q.waiting[from]) == 0 {
		q.order = append(q.order, from)
	}
	q.waiting[from] = append(q.waiting[from], mine)
	return mine
}

// next lets the next one in. It returns false if nobody waits.
func (q *queue) next() bool {
	if len(q.order) == 0 {
		return false
	}
	from := q.order[0]
	q.order = q.order[1:]
	close(q.waiting[from][0])
	if q.waiting[from] = q.waiting[from][1:]; len(q.waiting[from]) > 0 {
		q.order = append(q.order, from)
	} else {
		delete(q.waiting, from)
	}
	return true
}

// take waits for a turn.
func (t *turn) take(c *conn) {
	if c.turn {
		return
	}
	c.turn = true
	t.mu.Lock()
	if !t.taken {
		t.taken, c.hadTurn = true, true
		t.mu.Unlock()
		return
	}
	q := &t.queues[0]
	if c.hadTurn {
		q = &t.queues[1]
	}
	mine := q.join(c.from)
	t.mu.Unlock()
	<-mine
	c.hadTurn = true
}

// pass hands the turn on if the client has it. The goroutine that took it must call it.
func (t *turn) pass(c *conn) {
	if !c.turn {
		return
	}
	c.turn = false
	t.mu.Lock()
	defer t.mu.Unlock()
	t.taken = t.queues[0].next() || t.queues[1].next()
}
