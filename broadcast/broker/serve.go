package broker

import (
	"errors"
	"fmt"
	"runtime/debug"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"

	"touchmove/broadcast/broker/guard"
)

// serve lets the broker library serve a client until it leaves. An error, even a panic,
// ends only this client: the library reads and answers each client in the goroutine of its
// listener, which is this one.
//
// recover cannot catch panics in the library's other goroutines: one for each client, which
// writes what others publish, and one for $SYS and expiry. Neither decodes what a client
// sends. The first encodes packets that package guard has accepted; the second counts.
func (c *conn) serve(listener string, establish listeners.EstablishFn) {
	remote := c.line.RemoteAddr().String()
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		c.abort()
		c.admission.log.Error("the broker library panicked while it served a client; the connection is closed: please report this", "remote", remote, "panic", fault, "stack", string(debug.Stack()))
		c.discard(fmt.Errorf("panic: %v", fault))
	}()
	err := establish(listener, c)
	c.out.wait()                           // the last packet, such as a refusal, is sent before the connection is closed
	if c.client != nil && !c.left.Load() { // the library does not report that it failed to answer a CONNECT (mochi 2.7.9, attachClient)
		c.discard(err)
	}
	var v *guard.Violation
	if errors.As(err, &v) {
		c.admission.violated(c, remote, v.Why)
		return
	}
	if err != nil {
		c.admission.log.Debug("client gone", "remote", remote, "error", err)
	}
}

// discard drops what the broker holds for a client after a failure. If that fails too, for
// the same reason, the rest is left as it is; the connection is closed.
func (c *conn) discard(why error) {
	defer func() {
		if again := recover(); again != nil {
			c.admission.log.Error("the broker's state of a client could not be dropped", "panic", again)
		}
	}()
	if c.client != nil {
		c.admission.discard(c.client, why)
	}
}

// discard does what the library does when a client without a session leaves.
func (s *Server) discard(hooks []mochi.Hook) func(*mochi.Client, error) {
	return func(cl *mochi.Client, why error) {
		cl.Stop(why)
		for _, hook := range hooks {
			if hook.Provides(mochi.OnDisconnect) {
				hook.OnDisconnect(cl, why, true)
			}
		}
		cl.ClearInflights()
		s.mqtt.UnsubscribeClient(cl)
		if now, ok := s.mqtt.Clients.Get(cl.ID); ok && now == cl {
			s.mqtt.Clients.Delete(cl.ID)
		}
	}
}
