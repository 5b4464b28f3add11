package broker

import (
	"log/slog"
	"net"
	"sync"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"touchmove/broadcast/broker/guard"
)

// How many clients may be connected at the same time. Anybody who can reach the address may
// connect, so crowds of idle clients, or one client that never reads, must not use up the
// places of others or the memory that the boards need.
const (
	maxWaiting        = 256  // connections that have not identified themselves; the next one takes the place of the oldest
	maxReaders        = 1000 // clients without a name
	maxNamed          = 1000 // clients with a name
	maxFilters        = 100  // for one client without a name; a screen has a dozen
	maxUnacknowledged = 256  // messages that a client may leave unacknowledged for longer than the broker's patience

	maxKept = 1000 // messages kept for an absent client with a name; beyond that its session is ended

	acceptPause = 100 * time.Millisecond // after a connection could not be accepted
)

// class is the kind of client that admission counts.
type class int

const (
	stranger class = iota // not identified yet
	reader                // without a name
	named
	daemon // always admitted
)

// admission counts clients as they connect to the broker's listeners and leave.
type admission struct {
	log       *slog.Logger
	strangers *strangerLog // for messages that anybody can cause
	entrance  *entrance
	filters   *filterTable
	patience  time.Duration
	limits    [daemon + 1]guard.Limits          // by class
	discard   func(cl *mochi.Client, why error) // discards what the broker still holds of a client, after a failure

	memory *memory

	mu      sync.Mutex
	crowds  [daemon]*crowd // for strangers, readers and named clients
	refused uint64         // logins
	cutOff  uint64         // clients
}

func newAdmission(o Options, log *slog.Logger) *admission {
	e := newEntrance(o.Proxies)
	return &admission{
		log: log, strangers: newStrangerLog(log), entrance: e, filters: newFilterTable(o.Base, o.Delayed),
		patience: o.patience(), limits: o.limits(), memory: newMemory(),
		crowds: [...]*crowd{stranger: newCrowd(e.part(maxWaiting)), reader: newCrowd(e.part(maxReaders)), named: newCrowd(e.part(maxNamed))},
	}
}

// accept takes a new connection, whose client must identify itself soon. If too many are
// waiting, the oldest from the address with the most of them is closed.
func (a *admission) accept(line net.Conn) *conn {
	c := &conn{Conn: line, line: line, admission: a, gone: make(chan struct{}), since: time.Now()}
	c.from = neighbourhood(line.RemoteAddr())
	c.acked.Store(c.since.UnixNano())
	a.memory.open(c)
	a.mu.Lock()
	defer a.mu.Unlock()
	waiting := a.crowds[stranger]
	if waiting.full() {
		oldest := waiting.densest().Front().Value.(*conn)
		waiting.remove(oldest)
		oldest.end.Do(func() { close(oldest.gone) }) // it waits for nothing any more, such as to have its password hashed
		hangUp(oldest.line)
	}
	waiting.add(c)
	return c
}

// admit records who the client is. It returns false if there is no place for it.
func (a *admission) admit(c *conn, as class) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if as != daemon && a.crowds[as].full() && (as != reader || !a.makeRoom(c)) {
		return false
	}
	if c.crowd != nil {
		c.crowd.remove(c)
	}
	c.class = as
	if as != daemon {
		a.crowds[as].add(c)
	}
	c.guard.SetLimits(a.limits[as])
	a.entrance.identified(c.line)
	if as != reader {
		a.memory.login(c, as == daemon)
	}
	return true
}

// makeRoom closes one reader's connection in favour of the new client c: the newest from an
// address with more connections than that of c, or else one that has long been connected
// without subscribing to anything. It returns false if there is none.
func (a *admission) makeRoom(c *conn) bool {
	readers := a.crowds[reader]
	most := readers.densest()
	out := most.Back().Value.(*conn)
	if most.Len() <= readers.at(c.from)+1 {
		out = nil
		for e := most.Front(); e != nil && out == nil; e = e.Next() {
			if idle := e.Value.(*conn); !idle.asked.Load() && time.Since(idle.since) > a.patience {
				out = idle
			}
		}
	}
	if out == nil {
		return false
	}
	readers.remove(out)
	a.cutOff++
	go out.abort() // in the background, since it may wait for a blocked write
	return true
}

// leave removes a connection from all counts.
func (a *admission) leave(c *conn) {
	a.memory.close(c)
	a.filters.close(c)
	a.mu.Lock()
	defer a.mu.Unlock()
	if c.crowd != nil {
		c.crowd.remove(c)
	}
	c.class = stranger
}

// watch cuts off clients that are too far behind, until done is closed. Unsent
// messages are kept for each client, and a few thousand of them would be more than a
// small computer has.
func (a *admission) watch(server *mochi.Server, done <-chan struct{}) {
	tick := time.NewTicker(a.patience / 2)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case now := <-tick.C:
			for _, cl := range server.Clients.GetAll() {
				a.look(cl, now)
			}
		}
	}
}

// look cuts off a client that is too far behind, and ends the session of an absent client
// for which too many messages are kept.
func (a *admission) look(cl *mochi.Client, now time.Time) {
	c, ok := cl.Net.Conn.(*conn)
	switch {
	case !ok:
	case cl.Closed() && cl.State.Inflight.Len() >= maxKept:
		a.noteCut(cl.Net.Remote, "too many messages are stored for it while it is away")
		a.discard(cl, packets.ErrQuotaExceeded)
	case !cl.Closed() && c.behind(cl, now):
		a.drop(cl, "it acknowledges nothing")
	}
}

// cut closes the connection of a client to which not everything can be delivered. When the
// client reconnects, it gets all retained messages.
func (a *admission) cut(cl *mochi.Client, why string) {
	a.noteCut(cl.Net.Remote, why)
	cl.Stop(packets.ErrPendingClientWritesExceeded)
}

// drop cuts off a client that does not read. Messages waiting for it are discarded.
func (a *admission) drop(cl *mochi.Client, why string) {
	a.noteCut(cl.Net.Remote, why)
	if c, ok := cl.Net.Conn.(*conn); ok {
		c.abort()
	}
	cl.Stop(packets.ErrPendingClientWritesExceeded)
}

// noteCut logs and counts a client that is cut off.
func (a *admission) noteCut(remote, why string) {
	a.strangers.Info("a reader is cut off", "remote", remote, "why", why)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cutOff++
}

// Why a client is cut off in favour of the others.
const (
	tooMuchHeld    = "all clients together make the broker hold too much, and this one the most"
	tooManyFilters = "all readers together have too many different filters, and this one the most"
)

// exceeds closes the connection of the client that uses most of something that has run out.
// It takes no lock of the library, since the caller may hold one.
func (a *admission) exceeds(c *conn, why string) {
	a.noteCut(c.line.RemoteAddr().String(), why)
	c.abort()
}

// turned logs and counts a connection that was not accepted.
func (a *admission) turned(from net.Addr) {
	a.mu.Lock()
	a.refused++
	a.mu.Unlock()
	a.strangers.Warn("a connection is turned away: too many are open", "remote", from.String())
}

// refuse logs and counts a client that is not let in.
func (a *admission) refuse(remote, who, why string) {
	a.mu.Lock()
	a.refused++
	a.mu.Unlock()
	a.strangers.Warn("login refused", "user", who, "remote", remote, "error", why)
}

// forbid closes the connection of a client that has published what its login may not.
func (a *admission) forbid(cl *mochi.Client, user, topic, why string) {
	a.strangers.Warn("a client is cut off", "user", user, "remote", cl.Net.Remote, "topic", topic, "why", why)
	a.mu.Lock()
	a.cutOff++
	a.mu.Unlock()
	cl.Stop(packets.ErrNotAuthorized)
}

// violated logs and counts a client that sent something that no client may send.
func (a *admission) violated(c *conn, remote, why string) {
	a.mu.Lock()
	inside := c.class != stranger
	if inside {
		a.cutOff++
	}
	a.mu.Unlock()
	if !inside {
		a.refuse(remote, "", why)
		return
	}
	a.strangers.Warn("a client is cut off", "remote", remote, "why", why)
}
