package broker

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// turn lets one client without a name subscribe at a time. Each SUBSCRIBE brings everything
// that is retained, and a thousand at once would leave no processor time to the boards and
// to those who have a name. Whoever has not had a turn yet comes before all who have: a
// client that subscribes again and again holds up no new reader. What a client is sent goes
// to its outbox, so that nobody holds the turn for as long as a client likes.
//
// After the turn of one who has had turns before, the others of them wait for twice as long
// as it took: they have a third of the processor at most, however slow it is, and those who
// come for the first time need not wait for that.
type turn struct {
	now  func() time.Time
	wait func(time.Duration, func()) // calls later, in another goroutine

	mu      sync.Mutex
	taken   bool
	since   time.Time // when the turn was taken
	again   bool      // by one who has had turns before
	resting bool      // no other one of them yet
	queues  [2]queue  // of those who have had no turn yet, and of the others
}

// longestRest bounds the time between two turns of those who have had turns before; one may
// have taken long because the computer was busy with something else.
const longestRest = 100 * time.Millisecond

// queue is who waits. Addresses take turns, so that a thousand clients from one do not
// stand before one from another.
type queue struct {
	waiting map[netip.Prefix][]chan struct{} // by address, the first to come first
	order   []netip.Prefix                   // addresses that wait, the next one first
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

// leave takes one out who waits no more. It returns false if it is not there.
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

// take waits for a turn. It returns false, without one, if the client is gone before.
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
	c.turn = !t.queue(again).leave(c.from, mine) // it may have been let in meanwhile
	return c.turn
}

func (t *turn) queue(again bool) *queue {
	if again {
		return &t.queues[1]
	}
	return &t.queues[0]
}

func (t *turn) begin(again bool) { t.taken, t.again, t.since = true, again, t.now() }

// pass hands the turn on if the client has it. The goroutine that took it must call it.
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

// rested lets those in again who have had turns before.
func (t *turn) rested() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resting = false
	t.admit()
}

// admit lets the next one in if the turn is free.
func (t *turn) admit() {
	switch {
	case t.taken:
	case t.queues[0].next():
		t.begin(false)
	case !t.resting && t.queues[1].next():
		t.begin(true)
	}
}
