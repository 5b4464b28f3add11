package broker

import (
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// turn lets one client without a name subscribe at a time. Each SUBSCRIBE makes the broker
// send everything that is retained, and a thousand at once would leave no processor time for
// the boards and for clients with a name. Newcomers, clients that have not had a turn yet,
// come before all others, so that one that subscribes again and again does not hold up new
// readers. Reconnecting for each turn does not help for long: once the turns of an
// address have taken more than its allowance, its clients are no newcomers. What a client is
// sent goes to its outbox, so that a slow client does not keep the turn.
//
// After the turn of a client that is no newcomer, others of that kind wait for twice as
// long as it took. So they use at most a third of the processor, however slow it is, and
// newcomers need not wait for that. All together wait for half as long as newcomers took,
// so that no crowd of any number of addresses uses more than two thirds.
//
// No turn begins while the daemon is publishing: what it has to say, such as the answer to
// an arbiter, comes before what strangers ask for.
type turn struct {
	now  func() time.Time
	wait func(time.Duration, func()) // calls a function later, in another goroutine

	mu      sync.Mutex
	taken   bool
	since   time.Time     // when the current turn began
	kind    clientKind    // whose turn it is
	resting [2]bool       // no client of that kind may have a turn yet
	owed    time.Duration // rest after the turns of newcomers, not yet taken
	queues  [2]queue      // by kind
	spent   map[netip.Prefix]spending

	publishing int       // connections of the daemon that have something to publish
	began      time.Time // when publishing became more than 0
}

// clientKind tells clients that have not had a turn yet from the others.
type clientKind int

const (
	newcomer clientKind = iota
	returning
)

// longestRest limits the time between two turns: a turn may have taken long because the
// computer was busy with something else.
const longestRest = 100 * time.Millisecond

// shortestRest is how much rest newcomers owe before they take it: timers are not exact
// enough for less.
const shortestRest = 5 * time.Millisecond

// allowance is how long the turns of an address may have taken for its clients to be
// newcomers. A thousand screens behind one router, which connect again together, stay below
// it. An address gets back a tenth of the time that passes.
const allowance = 2 * time.Second

// spending is how long the turns of an address have taken, as of a time.
type spending struct {
	took time.Duration
	at   time.Time
}

func (s spending) left(now time.Time) time.Duration {
	return max(0, s.took-now.Sub(s.at)/10)
}

// queue is a queue of waiting clients. Addresses take turns, so that a thousand clients
// from one address do not hold up a client from another.
type queue struct {
	waiting map[netip.Prefix][]chan struct{} // by address, the first in each is the oldest
	order   []netip.Prefix                   // addresses with waiting clients, the next one first
}

func newTurn() *turn {
	t := &turn{now: time.Now, wait: func(d time.Duration, do func()) { time.AfterFunc(d, do) }, spent: map[netip.Prefix]spending{}}
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

// acquire waits for a turn. It returns false if the client disconnects before.
func (t *turn) acquire(c *conn) bool {
	if c.turn {
		return true
	}
	t.mu.Lock()
	kind := newcomer
	if c.hadTurn || t.spent[c.from].left(t.now()) > allowance {
		kind = returning
	}
	c.turn, c.hadTurn = true, true
	if !t.taken && !t.mustWait(kind) {
		t.begin(kind)
		t.mu.Unlock()
		return true
	}
	mine := t.queues[kind].join(c.from)
	t.mu.Unlock()
	select {
	case <-mine:
		return true
	case <-c.gone:
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	c.turn = !t.queues[kind].leave(c.from, mine) // it may have got the turn in the meantime
	return c.turn
}

// mustWait reports whether clients of a kind have to wait even if nobody has the turn.
func (t *turn) mustWait(kind clientKind) bool {
	return t.resting[newcomer] || kind == returning && t.resting[returning] || t.publishing > 0 && !t.late()
}

// longestPublishing limits how long clients wait for the daemon. With many boards it has
// many connections, and readers must get turns even if it never stops publishing.
const longestPublishing = 50 * time.Millisecond

func (t *turn) late() bool { return t.now().Sub(t.began) >= longestPublishing }

// publishes notes that a packet has come from the daemon.
func (t *turn) publishes(c *conn) {
	if c.publishing {
		return
	}
	c.publishing = true
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.publishing++; t.publishing == 1 {
		t.began = t.now()
	}
}

// published notes that a packet of the daemon has been handled, and whether more of the same
// connection are waiting.
func (t *turn) published(c *conn, more bool) {
	if !c.publishing {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if more && !t.late() {
		return
	}
	c.publishing = false
	t.publishing--
	t.admit()
}

func (t *turn) begin(kind clientKind) { t.taken, t.kind, t.since = true, kind, t.now() }

// release gives the turn up, if the client has it. The goroutine that acquired it must call release.
func (t *turn) release(c *conn) {
	if !c.turn {
		return
	}
	c.turn = false
	t.mu.Lock()
	defer t.mu.Unlock()
	t.taken = false
	took := t.now().Sub(t.since)
	t.charge(c.from, took)
	switch {
	case took <= 0:
	case t.kind == returning:
		t.rest(returning, 2*took)
	default:
		if t.owed += took / 2; t.owed >= shortestRest {
			t.rest(newcomer, t.owed)
			t.owed = 0
		}
	}
	t.admit()
}

// maxSpending is how many addresses are remembered. Those that have got back everything give
// their places to others.
const maxSpending = 1000

// charge counts a turn of a client from an address.
func (t *turn) charge(from netip.Prefix, took time.Duration) {
	now := t.now()
	if _, known := t.spent[from]; !known && len(t.spent) >= maxSpending {
		maps.DeleteFunc(t.spent, func(_ netip.Prefix, s spending) bool { return s.left(now) == 0 })
		if len(t.spent) >= maxSpending {
			return
		}
	}
	t.spent[from] = spending{min(t.spent[from].left(now)+took, 2*allowance), now}
}

// rest keeps clients of a kind from having turns for a time.
func (t *turn) rest(kind clientKind, d time.Duration) {
	t.resting[kind] = true
	t.wait(min(d, longestRest), func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.resting[kind] = false
		t.admit()
	})
}

// admit gives the turn to the next client, if nobody has it.
func (t *turn) admit() {
	switch {
	case t.taken || t.mustWait(newcomer):
	case t.queues[newcomer].next():
		t.begin(newcomer)
	case !t.mustWait(returning) && t.queues[returning].next():
		t.begin(returning)
	}
}
