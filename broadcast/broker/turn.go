package broker

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// turn lets one client without a name subscribe at a time. Each SUBSCRIBE makes the broker
// send everything that is retained, and a thousand at once would leave no processor time
// for the boards and for clients with a name. Clients that have not had a turn yet come
// before all others, so that one that subscribes again and again does not hold up new
// readers. What a client is sent goes to its outbox, so that a slow client does not keep
// the turn.
//
// After the turn of a client that has had turns before, others of that kind wait for twice
// as long as it took. So they use at most a third of the processor, however slow it is, and
// clients that come for the first time need not wait for that.
type turn struct {
	now  func() time.Time
	wait func(time.Duration, func()) // calls a function later, in another goroutine

	mu      sync.Mutex
	taken   bool
	since   time.Time // when the current turn began
	again   bool      // of a client that has had turns before
	resting bool      // no other client of that kind may have a turn yet
	queues  [2]queue  // clients that have had no turn yet, and the others
}

// longestRest limits the time between two turns of clients that have had turns before: a
// turn may have taken long because the computer was busy with something else.
const longestRest = 100 * time.Millisecond

// queue is a queue of waiting clients. Addresses take turns, so that a thousand clients
// from one address do not hold up a client from another.
type queue struct {
	waiting map[netip.Prefix][]chan struct{} // by address, the first in each is the oldest
	order   []netip.Prefix                   // addresses with waiting clients, the next one first
}

func newTurn() *turn {
	t := &turn{now: time.Now, wait: func(d time.Duration, do func()) { time.AfterFunc(d, do) }}
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

// next gives the turn to the next client. It returns false if nobody is waiting.
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

// leave removes a client that no longer waits. It returns false if it is not in the queue.
func (q *queue) leave(from netip.Prefix, mine chan struct{}) bool {
	i := slices.Index(q.waiting[from], mine)
	if i < 0 {
		return false
	}
	if q.waiting[from] = slices.Delete(q.waiting[from], i, i+1); len(q.waiting[from]) == 0 {
		delete(q.waiting, from)
		q.order = slices.DeleteFunc(q.order, func(other netip.Prefix) bool { return other == from })
	}
	return true
}

// take waits for a turn. It returns false if the client disconnects before.
func (t *turn) take(c *conn) bool {
	if c.turn {
		return true
	}
	again := c.hadTurn
	c.turn, c.hadTurn = true, true
	t.mu.Lock()
	if !t.taken && !(again && t.resting) {
		t.begin(again)
		t.mu.Unlock()
		return true
	}
	mine := t.queue(again).join(c.from)
	t.mu.Unlock()
	select {
	case <-mine:
		return true
	case <-c.gone:
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	c.turn = !t.queue(again).leave(c.from, mine) // it may have got the turn in the meantime
	return c.turn
}

func (t *turn) queue(again bool) *queue {
	if again {
		return &t.queues[1]
	}
	return &t.queues[0]
}

func (t *turn) begin(again bool) { t.taken, t.again, t.since = true, again, t.now() }

// pass gives the turn up, if the client has it. The goroutine that took it must call pass.
func (t *turn) pass(c *conn) {
	if !c.turn {
		return
	}
	c.turn = false
	t.mu.Lock()
	defer t.mu.Unlock()
	t.taken = false
	if took := t.now().Sub(t.since); t.again && took > 0 {
		t.resting = true
		t.wait(min(2*took, longestRest), t.rested)
	}
	t.admit()
}

// rested lets clients have turns again that have had some before.
func (t *turn) rested() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resting = false
	t.admit()
}

// admit gives the turn to the next client, if nobody has it.
func (t *turn) admit() {
	switch {
	case t.taken:
	case t.queues[0].next():
		t.begin(false)
	case !t.resting && t.queues[1].next():
		t.begin(true)
	}
}
