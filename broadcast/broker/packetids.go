package broker

import (
	"sync"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// packetIDs keeps the broker library from refusing a subscription whose packet identifier
// is also that of a message being delivered to the same client. Client and server assign
// identifiers independently of each other (MQTT 3.1.1, 2.3.1), but the library looks for
// both in one table. A client that subscribes to several filters, and has not yet
// acknowledged the messages for the first one, could be refused by chance.
type packetIDs struct {
	mochi.HookBase

	mu    sync.Mutex
	aside map[*mochi.Client]packets.Packet // messages removed from the table while a subscription is handled
}

func newPacketIDs() *packetIDs { return &packetIDs{aside: map[*mochi.Client]packets.Packet{}} }

// ID implements mochi.Hook.
func (p *packetIDs) ID() string { return "packet-ids" }

// Provides implements mochi.Hook.
func (p *packetIDs) Provides(what byte) bool {
	return what == mochi.OnSubscribe || what == mochi.OnSubscribed || what == mochi.OnDisconnect
}

// OnSubscribe implements mochi.Hook. The packets of a client are handled one after the
// other, so no acknowledgement can come before OnSubscribed.
func (p *packetIDs) OnSubscribe(cl *mochi.Client, pk packets.Packet) packets.Packet {
	if message, ok := cl.State.Inflight.Get(pk.PacketID); ok && message.FixedHeader.Type == packets.Publish {
		p.mu.Lock()
		p.aside[cl] = message
		p.mu.Unlock()
		cl.State.Inflight.Delete(pk.PacketID)
	}
	return pk
}

// OnSubscribed implements mochi.Hook.
func (p *packetIDs) OnSubscribed(cl *mochi.Client, _ packets.Packet, _ []byte) {
	p.mu.Lock()
	message, ok := p.aside[cl]
	delete(p.aside, cl)
	p.mu.Unlock()
	if ok {
		cl.State.Inflight.Set(message)
	}
}

// OnDisconnect implements mochi.Hook.
func (p *packetIDs) OnDisconnect(cl *mochi.Client, _ error, _ bool) {
	p.mu.Lock()
	delete(p.aside, cl)
	p.mu.Unlock()
}
