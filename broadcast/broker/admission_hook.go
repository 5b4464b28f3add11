package broker

import (
	"bytes"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// admissionHook passes on to admission what the broker reports about its clients.
type admissionHook struct {
	mochi.HookBase
	admission *admission
	turn      *turn
}

// ID implements mochi.Hook.
func (h *admissionHook) ID() string { return "admission" }

// Provides implements mochi.Hook.
func (h *admissionHook) Provides(what byte) bool {
	return bytes.IndexByte([]byte{mochi.OnConnect, mochi.OnPacketRead, mochi.OnSubscribe, mochi.OnUnsubscribed, mochi.OnPacketProcessed, mochi.OnDisconnect, mochi.OnClientExpired, mochi.OnQosPublish, mochi.OnQosComplete, mochi.OnQosDropped, mochi.OnPublishDropped}, what) >= 0
}

// OnConnect implements mochi.Hook. The subscriptions of a client without a name end with
// its connection; otherwise messages would be kept for thousands of readers who never come
// back. A client that does come back gets all retained messages.
func (h *admissionHook) OnConnect(cl *mochi.Client, pk packets.Packet) error {
	if c, ok := cl.Net.Conn.(*conn); ok {
		c.client = cl
	}
	if len(pk.Connect.Username) == 0 {
		cl.Properties.Clean = true
		cl.Properties.Props.SessionExpiryInterval, cl.Properties.Props.SessionExpiryIntervalFlag = 0, false
	}
	return nil
}

// OnPacketRead implements mochi.Hook.
func (h *admissionHook) OnPacketRead(cl *mochi.Client, pk packets.Packet) (packets.Packet, error) {
	if c, ok := cl.Net.Conn.(*conn); ok && c.class == daemon {
		h.turn.publishes(c)
	}
	return pk, nil
}

// OnSubscribe implements mochi.Hook.
func (h *admissionHook) OnSubscribe(cl *mochi.Client, pk packets.Packet) packets.Packet {
	c, ok := cl.Net.Conn.(*conn)
	if !ok || len(cl.Properties.Username) > 0 {
		return pk
	}
	c.asked.Store(true)
	if !h.turn.acquire(c) {
		pk.Filters = nil
		return pk
	}
	all := cl.State.Subscriptions.Len()
	for _, f := range pk.Filters {
		if _, has := cl.State.Subscriptions.Get(f.Filter); !has {
			all++
		}
	}
	if all > maxFilters {
		h.admission.cut(cl, "it subscribes to too much")
		pk.Filters = nil
	}
	h.count(c, pk.Filters)
	return pk
}

func (h *admissionHook) count(c *conn, filters packets.Subscriptions) {
	for _, f := range filters {
		if other := h.admission.filters.add(c, f.Filter); other != nil {
			h.admission.exceeds(other, tooManyFilters)
		}
	}
}

// OnPacketProcessed implements mochi.Hook.
func (h *admissionHook) OnPacketProcessed(cl *mochi.Client, _ packets.Packet, _ error) {
	if c, ok := cl.Net.Conn.(*conn); ok {
		h.turn.release(c)
		h.turn.published(c, c.guard.HasMore())
	}
}

// OnDisconnect implements mochi.Hook.
func (h *admissionHook) OnDisconnect(cl *mochi.Client, _ error, _ bool) {
	if c, ok := cl.Net.Conn.(*conn); ok {
		c.left.Store(true)
		h.turn.release(c)
		h.turn.published(c, false)
	}
}

// OnClientExpired implements mochi.Hook. When the library removes the client, it leaves its
// subscriptions in the index for ever (mochi 2.7.9, clearExpiredClients).
func (h *admissionHook) OnClientExpired(cl *mochi.Client) {
	h.admission.discard(cl, packets.ErrSessionTakenOver)
}

// OnUnsubscribed implements mochi.Hook.
func (h *admissionHook) OnUnsubscribed(cl *mochi.Client, pk packets.Packet) {
	if c, ok := cl.Net.Conn.(*conn); ok {
		for _, f := range pk.Filters {
			h.admission.filters.remove(c, f.Filter)
		}
	}
}

// OnQosPublish implements mochi.Hook. The library keeps a message until the client has
// acknowledged it.
func (h *admissionHook) OnQosPublish(cl *mochi.Client, pk packets.Packet, _ int64, _ int) {
	c, ok := cl.Net.Conn.(*conn)
	if !ok || pk.FixedHeader.Type != packets.Publish {
		return
	}
	if other := h.admission.memory.sent(c, pk.PacketID, len(pk.TopicName)+len(pk.Payload)); other != nil {
		h.admission.exceeds(other, tooMuchHeld)
	}
}

// OnQosComplete implements mochi.Hook.
func (h *admissionHook) OnQosComplete(cl *mochi.Client, pk packets.Packet) {
	if c, ok := cl.Net.Conn.(*conn); ok {
		c.acked.Store(time.Now().UnixNano())
		h.admission.memory.settled(c, pk.PacketID)
	}
}

// OnQosDropped implements mochi.Hook.
func (h *admissionHook) OnQosDropped(cl *mochi.Client, pk packets.Packet) {
	if c, ok := cl.Net.Conn.(*conn); ok {
		h.admission.memory.settled(c, pk.PacketID)
	}
}

// OnPublishDropped implements mochi.Hook. The dropped message may be the last one for a
// long time, so the client is cut off: it gets all retained messages when it reconnects.
func (h *admissionHook) OnPublishDropped(cl *mochi.Client, _ packets.Packet) {
	h.admission.drop(cl, "it is too slow")
}
