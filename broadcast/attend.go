package broadcast

import (
	"errors"
	"fmt"
	"runtime/debug"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"

	"touchmove/broadcast/broker/guard"
)

// attend lets the broker library serve a client until it goes. Whatever goes wrong in
// that ends this client alone, also a panic: the library reads and answers each client
// in the goroutine of its listener, which is this one.
//
// What the library does elsewhere no recover reaches: one goroutine for each client that
// writes what the others publish, and one for $SYS and expiry. Neither decodes what a
// client sends. The first one encodes packets that package guard has let in; the second
// counts.
func (g *guest) attend(listener string, establish listeners.EstablishFn) {
	remote := g.line.RemoteAddr().String()
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		g.line.Close()
		g.door.log.Error("the broker library failed over a client, whose connection ends: report this", "remote", remote, "panic", fault, "stack", string(debug.Stack()))
		g.forget(fmt.Errorf("panic: %v", fault))
	}()
	err := establish(listener, g)
	var v *guard.Violation
	if errors.As(err, &v) {
		g.door.violated(g, remote, v.Why)
		return
	}
	if err != nil {
		g.door.log.Debug("client gone", "remote", remote, "error", err)
	}
}

// forget puts away what the broker has of a client that it failed over. That may fail
// again, over the same thing; then it is left lying, closed.
func (g *guest) forget(why error) {
	defer func() {
		if again := recover(); again != nil {
			g.door.log.Error("what the broker has of a client could not be put away", "panic", again)
		}
	}()
	if g.client != nil {
		g.door.forget(g.client, why)
	}
}

// forget does what the library does when a client without a session goes.
func (b *EmbeddedBroker) forget(hooks []mochi.Hook) func(*mochi.Client, error) {
	return func(cl *mochi.Client, why error) {
		cl.Stop(why)
		for _, hook := range hooks {
			if hook.Provides(mochi.OnDisconnect) {
				hook.OnDisconnect(cl, why, true)
			}
		}
		cl.ClearInflights()
		b.server.UnsubscribeClient(cl)
		if now, ok := b.server.Clients.Get(cl.ID); ok && now == cl {
			b.server.Clients.Delete(cl.ID)
		}
	}
}
