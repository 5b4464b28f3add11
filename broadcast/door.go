package broadcast

import (
	"container/list"
	"log/slog"
	"math"
	"net"
	"sync"
	"sync/atomic"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"touchmove/broadcast/broker/guard"
)

// Who may be in the embedded broker at once. Everybody who reaches its address may
// connect: neither many who do nothing there nor one who reads nothing may take the
// place of the others, or the memory of the boards.
const (
	roomWaiting = 256  // connections that have not said who they are; the next one takes the place of the oldest
	roomReaders = 1000 // clients without a name
	roomNamed   = 1000 // clients with one
	roomFilters = 100  // of one client without a name; a screen has a dozen
	roomBehind  = 256  // messages that a client may leave unacknowledged for longer than it is waited for

	acceptPause = 100 * time.Millisecond // after a connection could not be taken
)

// room is where a client belongs.
type room int

const (
	outside room = iota // nobody knows yet who it is
	readers
	named
	ourselves // the daemon always finds room
)

var rooms = [...]int{readers: roomReaders, named: roomNamed, ourselves: math.MaxInt}

// door counts who comes in at the embedded broker's listeners, and goes.
type door struct {
	log      *slog.Logger
	patience time.Duration
	limits   guard.Limits                      // of whoever has not logged in
	forget   func(cl *mochi.Client, why error) // puts away what the broker still has of a client that failed

	mu      sync.Mutex
	waiting *list.List // of *guest, the oldest first
	inside  [len(rooms)]int
	refused uint64 // logins
	cutOff  uint64 // readers
}

func newDoor(patience time.Duration, limits guard.Limits, log *slog.Logger) *door {
	if patience <= 0 {
		patience = ackTimeout
	}
	return &door{log: log, patience: patience, limits: limits, waiting: list.New()}
}

// guest is a connection to the embedded broker, from when it is taken to when it ends.
type guest struct {
	net.Conn               // as the broker reads it
	line     net.Conn      // which it runs on
	guard    *guard.Conn   // between the two; nil until it is awaited
	client   *mochi.Client // nil until the broker has read who it is
	door     *door
	place    *list.Element // among those that wait; nil later
	room     room
	acked    atomic.Int64 // when it last acknowledged something, or came; Unix time in ns
}

// come takes a new connection, which has to say soon who it is.
func (d *door) come(line net.Conn) *guest {
	g := &guest{Conn: line, line: line, door: d}
	g.acked.Store(time.Now().UnixNano())
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.waiting.Len() >= roomWaiting {
		oldest := d.waiting.Remove(d.waiting.Front()).(*guest)
		oldest.place = nil
		oldest.line.Close()
	}
	g.place = d.waiting.PushBack(g)
	return g
}

// await gives the connection its time to say who it is.
func (g *guest) await(conn net.Conn) {
	g.guard = guard.New(conn, g.door.limits, g.door.patience)
	g.Conn = g.guard
	conn.SetReadDeadline(time.Now().Add(g.door.patience)) //nolint:errcheck // a connection that is gone says so when it is read
}

// enter says that the broker knows who it is. It is false when there is no room.
func (g *guest) enter(r room) bool {
	d := g.door
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.inside[r] >= rooms[r] {
		return false
	}
	if g.place != nil {
		d.waiting.Remove(g.place)
		g.place = nil
	}
	g.room = r
	d.inside[r]++
	switch r {
	case named:
		g.guard.SetLimits(d.limits.Named())
	case ourselves:
		g.guard.SetLimits(d.limits.Daemon())
	}
	return true
}

// leave ends it.
func (g *guest) leave() {
	d := g.door
	d.mu.Lock()
	defer d.mu.Unlock()
	if g.place != nil {
		d.waiting.Remove(g.place)
		g.place = nil
	}
	if g.room != outside {
		d.inside[g.room]--
		g.room = outside
	}
}

// SetDeadline implements net.Conn. The broker library sets one for both ways
// whenever it reads; how long may be written is not its business.
func (g *guest) SetDeadline(t time.Time) error { return g.Conn.SetReadDeadline(t) }

// Write implements net.Conn. A client that does not take what it is sent is cut off:
// it comes back and reads what is retained.
func (g *guest) Write(p []byte) (int, error) {
	g.Conn.SetWriteDeadline(time.Now().Add(g.door.patience)) //nolint:errcheck // Write says it
	n, err := g.Conn.Write(p)
	if err != nil {
		g.line.Close()
	}
	return n, err
}

// behind says whether a client has acknowledged nothing for too long, and a lot
// waits for it.
func (g *guest) behind(cl *mochi.Client, now time.Time) bool {
	return cl.State.Inflight.Len() >= roomBehind && now.UnixNano()-g.acked.Load() > int64(g.door.patience)
}

// watch cuts off clients that are too far behind, until done is closed. Unsent
// messages are kept for each client, and a few thousand of them would be more than a
// small computer has.
func (d *door) watch(server *mochi.Server, done <-chan struct{}) {
	tick := time.NewTicker(d.patience / 2)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case now := <-tick.C:
			for _, cl := range server.Clients.GetAll() {
				if g, ok := cl.Net.Conn.(*guest); ok && !cl.Closed() && g.behind(cl, now) {
					d.cut(cl, "it acknowledges nothing")
				}
			}
		}
	}
}

// cut ends a client's connection because it cannot be told everything: when it comes
// back it is told what is retained.
func (d *door) cut(cl *mochi.Client, why string) {
	d.log.Info("a reader is cut off", "remote", cl.Net.Remote, "why", why)
	d.mu.Lock()
	d.cutOff++
	d.mu.Unlock()
	cl.Stop(packets.ErrPendingClientWritesExceeded)
}

// refuse notes in the log and in the count that somebody does not come in.
func (d *door) refuse(remote, who, why string) {
	d.mu.Lock()
	d.refused++
	d.mu.Unlock()
	d.log.Warn("login refused", "user", who, "remote", remote, "error", why)
}

// violated notes that a client sent what no client may send.
func (d *door) violated(g *guest, remote, why string) {
	d.mu.Lock()
	inside := g.room != outside
	if inside {
		d.cutOff++
	}
	d.mu.Unlock()
	if !inside {
		d.refuse(remote, "", why)
		return
	}
	d.log.Warn("a client is cut off", "remote", remote, "why", why)
}

// Clients is who is at the embedded broker, the daemon itself left out.
type Clients struct {
	Waiting int    // connections that have not said who they are
	Readers int    // clients without a name
	Named   int    // clients with one
	Refused uint64 // logins so far
	CutOff  uint64 // clients so far that were too slow, or sent what no client may send
}

// Clients counts the clients of now.
func (b *EmbeddedBroker) Clients() Clients {
	d := b.tcp.door
	d.mu.Lock()
	defer d.mu.Unlock()
	return Clients{d.waiting.Len(), d.inside[readers], d.inside[named], d.refused, d.cutOff}
}
