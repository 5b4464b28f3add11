package broker

import (
	"container/list"
	"log/slog"
	"math"
	"net"
	"sync"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"touchmove/broadcast/broker/guard"
)

// Who may be at the broker at once. Everybody who reaches its address may connect:
// neither many who do nothing there nor one who reads nothing may take the place of the
// others, or the memory of the boards.
const (
	maxWaiting        = 256  // connections that have not said who they are; the next one takes the place of the oldest
	maxReaders        = 1000 // clients without a name
	maxNamed          = 1000 // clients with one
	maxFilters        = 100  // of one client without a name; a screen has a dozen
	maxUnacknowledged = 256  // messages that a client may leave unacknowledged for longer than it is waited for

	acceptPause = 100 * time.Millisecond // after a connection could not be taken
)

// class is what a client is to admission.
type class int

const (
	stranger class = iota // nobody knows yet who it is
	reader                // without a name
	named
	daemon // always finds a place
)

var places = [...]int{reader: maxReaders, named: maxNamed, daemon: math.MaxInt}

// admission counts who comes in at the broker's listeners, and goes.
type admission struct {
	log       *slog.Logger
	strangers *strangerLog // of what anybody may cause
	entrance  *entrance
	filters   *filterTable
	patience  time.Duration
	limits    guard.Limits                      // of whoever has not logged in
	discard   func(cl *mochi.Client, why error) // drops what the broker still has of a client that it failed over

	memory *memory

	mu      sync.Mutex
	waiting *list.List // of *conn, the oldest first
	inside  [len(places)]int
	refused uint64 // logins
	cutOff  uint64 // clients
}

func newAdmission(o Options, log *slog.Logger) *admission {
	return &admission{
		log: log, strangers: newStrangerLog(log), entrance: newEntrance(), filters: newFilterTable(o.Base, o.Delayed),
		patience: o.patience(), limits: o.limits(), memory: newMemory(), waiting: list.New(),
	}
}

// take takes a new connection, whose client has to say soon who it is.
func (a *admission) take(line net.Conn) *conn {
	c := &conn{Conn: line, line: line, admission: a, gone: make(chan struct{})}
	c.acked.Store(time.Now().UnixNano())
	a.memory.open(c)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.waiting.Len() >= maxWaiting {
		oldest := a.waiting.Remove(a.waiting.Front()).(*conn)
		oldest.place = nil
		oldest.line.Close()
	}
	c.place = a.waiting.PushBack(c)
	return c
}

// admit says that the broker knows who it is. It is false when there is no place.
func (a *admission) admit(c *conn, as class) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.inside[as] >= places[as] {
		return false
	}
	if c.place != nil {
		a.waiting.Remove(c.place)
		c.place = nil
	}
	c.class = as
	a.inside[as]++
	switch as {
	case named:
		c.guard.SetLimits(a.limits.Named())
		a.memory.login(c, false)
	case daemon:
		c.guard.SetLimits(a.limits.Daemon())
		a.memory.login(c, true)
	}
	return true
}

// leave ends it.
func (a *admission) leave(c *conn) {
	a.memory.close(c)
	a.filters.close(c)
	a.mu.Lock()
	defer a.mu.Unlock()
	if c.place != nil {
		a.waiting.Remove(c.place)
		c.place = nil
	}
	if c.class != stranger {
		a.inside[c.class]--
		c.class = stranger
	}
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
				if c, ok := cl.Net.Conn.(*conn); ok && !cl.Closed() && c.behind(cl, now) {
					a.drop(cl, "it acknowledges nothing")
				}
			}
		}
	}
}

// cut ends a client's connection because it cannot be told everything: when it comes
// back it is told what is retained.
func (a *admission) cut(cl *mochi.Client, why string) {
	a.noteCut(cl.Net.Remote, why)
	cl.Stop(packets.ErrPendingClientWritesExceeded)
}

// drop cuts off a client that does not take what it is sent, which is thrown away.
func (a *admission) drop(cl *mochi.Client, why string) {
	a.noteCut(cl.Net.Remote, why)
	if c, ok := cl.Net.Conn.(*conn); ok {
		c.abort()
	}
	cl.Stop(packets.ErrPendingClientWritesExceeded)
}

// noteCut notes in the log and in the count that a client is cut off.
func (a *admission) noteCut(remote, why string) {
	a.strangers.Info("a reader is cut off", "remote", remote, "why", why)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cutOff++
}

// The reasons for which a client is cut off so that the others have their part.
const (
	tooMuchHeld    = "all clients together make the broker hold too much, and this one the most"
	tooManyFilters = "all readers together have too many different filters, and this one the most"
)

// exceeds ends the connection of a client that has the most of something of which there
// is no more. It takes no lock of the library, which the caller may have.
func (a *admission) exceeds(c *conn, why string) {
	a.noteCut(c.line.RemoteAddr().String(), why)
	c.abort()
}

// turned notes that a connection was not taken.
func (a *admission) turned(from net.Addr) {
	a.mu.Lock()
	a.refused++
	a.mu.Unlock()
	a.strangers.Warn("a connection is turned away: too many are open", "remote", from.String())
}

// refuse notes in the log and in the count that somebody does not come in.
func (a *admission) refuse(remote, who, why string) {
	a.mu.Lock()
	a.refused++
	a.mu.Unlock()
	a.strangers.Warn("login refused", "user", who, "remote", remote, "error", why)
}

// violated notes that a client sent what no client may send.
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
