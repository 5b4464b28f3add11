package broker

import (
	"container/list"
	"errors"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"

	"touchmove/broadcast/broker/guard"
)

// conn is a client's connection, from its acceptance to its end, as the MQTT library reads
// and writes it.
type conn struct {
	net.Conn            // the guard, once the connection can be read
	line       net.Conn // the underlying connection
	guard      *guard.Conn
	out        *outbox
	client     *mochi.Client // nil until the library has read its CONNECT
	admission  *admission
	from       netip.Prefix  // address or network of the client
	since      time.Time     // when it connected
	crowd      *crowd        // those with whom it shares places; nil if there are none
	place      *list.Element // in crowd
	turn       bool          // it is its turn to subscribe; used only by its own goroutine
	hadTurn    bool          // it has had a turn; likewise
	publishing bool          // it is the daemon's, and has something to publish; likewise
	left       atomic.Bool   // the library has reported its disconnection
	asked      atomic.Bool   // it has subscribed to something
	class      class
	account    account
	gone       chan struct{} // closed with the connection
	end        sync.Once     // closes gone
	acked      atomic.Int64  // when it last acknowledged something, or connected; Unix time in ns
}

// await gives the client time to identify itself. line is the connection to read from:
// after TLS, or as a WebSocket.
func (c *conn) await(line net.Conn) {
	c.guard = guard.New(line, c.admission.limits[stranger], c.admission.patience, c.hold)
	c.Conn = c.guard
	c.out = newOutbox(line, c.admission.patience, c.hold)
	line.SetReadDeadline(time.Now().Add(c.admission.patience)) //nolint:errcheck // if the connection has gone, reading reports it
}

// hold counts memory held for the client.
func (c *conn) hold(n int) {
	if other := c.admission.memory.hold(c, n); other != nil {
		c.admission.exceeds(other, tooMuchHeld)
	}
}

// maxSilence is how long a client may send nothing, whatever keep alive it asked for: a
// server may disconnect a client that it considers inactive (MQTT 3.1.1, 3.1.2.10). A
// client that reads at QoS 1 sends acknowledgements in the meantime.
const maxSilence = 30 * time.Minute

// SetDeadline implements net.Conn. Whenever the MQTT library reads, it sets a deadline for
// both directions; only that for reading is used.
func (c *conn) SetDeadline(t time.Time) error {
	if limit := time.Now().Add(maxSilence); t.IsZero() || t.After(limit) {
		t = limit
	}
	return c.Conn.SetReadDeadline(t)
}

// Write implements net.Conn. It does not wait for the client: the library holds a lock in
// the meantime, which everybody who publishes to this client needs.
func (c *conn) Write(p []byte) (int, error) { return c.out.Write(p) }

// Close implements net.Conn. What was written is still sent before the connection is
// closed, in the background, unless the client is too slow.
func (c *conn) Close() error {
	c.end.Do(func() { close(c.gone) })
	c.line.SetReadDeadline(time.Unix(1, 0)) //nolint:errcheck // nothing more is read
	if c.out == nil {
		return c.line.Close()
	}
	return c.out.Close()
}

// errAborted is returned by writes after abort.
var errAborted = errors.New("the client was cut off")

// abort closes the connection at once.
func (c *conn) abort() {
	c.end.Do(func() { close(c.gone) })
	if c.out != nil {
		c.out.abort(errAborted)
	}
	hangUp(c.line)
}

// behind reports whether a client has many unacknowledged messages and has not acknowledged
// any for too long.
func (c *conn) behind(cl *mochi.Client, now time.Time) bool {
	return cl.State.Inflight.Len() >= maxUnacknowledged && now.UnixNano()-c.acked.Load() > int64(c.admission.patience)
}
