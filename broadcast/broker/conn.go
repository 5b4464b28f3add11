package broker

import (
	"container/list"
	"net"
	"sync/atomic"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"

	"touchmove/broadcast/broker/guard"
)

// conn is a client's connection, from when it is taken to when it ends, as the MQTT
// library reads and writes it.
type conn struct {
	net.Conn           // the guard, once the connection is ready to be read
	line      net.Conn // which it runs on
	guard     *guard.Conn
	client    *mochi.Client // nil until the library has read who it is
	admission *admission
	place     *list.Element // among those that wait; nil later
	class     class
	acked     atomic.Int64 // when it last acknowledged something, or came; Unix time in ns
}

// await gives the client its time to say who it is. line is as it is to be read: after
// TLS, or as a WebSocket.
func (c *conn) await(line net.Conn) {
	c.guard = guard.New(line, c.admission.limits, c.admission.patience)
	c.Conn = c.guard
	line.SetReadDeadline(time.Now().Add(c.admission.patience)) //nolint:errcheck // a connection that is gone says so when it is read
}

// SetDeadline implements net.Conn. The MQTT library sets one for both ways
// whenever it reads; how long may be written is not its business.
func (c *conn) SetDeadline(t time.Time) error { return c.Conn.SetReadDeadline(t) }

// Write implements net.Conn. A client that does not take what it is sent is cut off:
// it comes back and reads what is retained.
func (c *conn) Write(p []byte) (int, error) {
	c.Conn.SetWriteDeadline(time.Now().Add(c.admission.patience)) //nolint:errcheck // Write says it
	n, err := c.Conn.Write(p)
	if err != nil {
		c.line.Close()
	}
	return n, err
}

// behind says whether a client has acknowledged nothing for too long, and a lot
// waits for it.
func (c *conn) behind(cl *mochi.Client, now time.Time) bool {
	return cl.State.Inflight.Len() >= maxUnacknowledged && now.UnixNano()-c.acked.Load() > int64(c.admission.patience)
}
