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
	net.Conn           // the guard, once the connection is ready to be read
	line      net.Conn // which it runs on
	guard     *guard.Conn
	out       *outbox
	client    *mochi.Client // nil until the library has read who it is
	admission *admission
	from      netip.Prefix  // where it comes from
	since     time.Time     // when it came
	crowd     *crowd        // whom it shares places with; nil is nobody
	place     *list.Element // among them
	turn      bool          // it has the turn to subscribe; its own goroutine alone looks
	hadTurn   bool          // it has had one; likewise
	left      atomic.Bool   // the library has told the hooks that it goes
	asked     atomic.Bool   // it has subscribed to something
	class     class
	account   account
	gone      chan struct{} // closed with the connection
	end       sync.Once     // of gone
	acked     atomic.Int64  // when it last acknowledged something, or came; Unix time in ns
}

// await gives the client time to identify itself. line is as it is to be read: after
// TLS, or as a WebSocket.
func (c *conn) await(line net.Conn) {
	c.guard = guard.New(line, c.admission.limits[stranger], c.admission.patience, c.hold)
	c.Conn = c.guard
	c.out = newOutbox(line, c.admission.patience, c.hold)
	line.SetReadDeadline(time.Now().Add(c.admission.patience)) //nolint:errcheck // a connection that is gone says so when it is read
}

// hold counts memory that is held on the client's account.
func (c *conn) hold(n int) {
	if other := c.admission.memory.hold(c, n); other != nil {
		c.admission.exceeds(other, tooMuchHeld)
	}
}

// maxSilence is how long a client may say nothing, whatever keep alive it asked for: a
// server may end what it takes for gone (MQTT 3.1.1, 3.1.2.10). Who reads at QoS 1
// acknowledges meanwhile.
const maxSilence = 30 * time.Minute

// SetDeadline implements net.Conn. The MQTT library sets one for both ways
// whenever it reads; how long may be written is not its business.
func (c *conn) SetDeadline(t time.Time) error {
	if limit := time.Now().Add(maxSilence); t.IsZero() || t.After(limit) {
		t = limit
	}
	return c.Conn.SetReadDeadline(t)
}

// Write implements net.Conn. It does not wait for the client: the library holds a lock
// meanwhile that whoever publishes to this client needs too.
func (c *conn) Write(p []byte) (int, error) { return c.out.Write(p) }

// Close implements net.Conn. What is written goes out before the line is closed, in the
// background, unless the client takes too long over it.
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

// behind reports whether a client has acknowledged nothing for too long while much is
// waiting for it.
func (c *conn) behind(cl *mochi.Client, now time.Time) bool {
	return cl.State.Inflight.Len() >= maxUnacknowledged && now.UnixNano()-c.acked.Load() > int64(c.admission.patience)
}
