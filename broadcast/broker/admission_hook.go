package broker

import (
	"bytes"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// admissionHook tells admission what the broker sees of its clients.
type admissionHook struct {
	mochi.HookBase
	admission *admission
}

// ID implements mochi.Hook.
func (h *admissionHook) ID() string { return "admission" }

// Provides implements mochi.Hook.
func (h *admissionHook) Provides(what byte) bool {
	return bytes.IndexByte([]byte{mochi.OnConnect, mochi.OnSubscribe, mochi.OnQosComplete, mochi.OnPublishDropped}, what) >= 0
}

// OnConnect implements mochi.Hook. What a client without a name subscribes to ends
// with its connection: thousands of readers who come once would be kept messages for
// otherwise. Who comes back is told everything retained.
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

// OnSubscribe implements mochi.Hook.
func (h *admissionHook) OnSubscribe(cl *mochi.Client, pk packets.Packet) packets.Packet {
	if len(cl.Properties.Username) > 0 {
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
	return pk
}

// OnQosComplete implements mochi.Hook.
func (h *admissionHook) OnQosComplete(cl *mochi.Client, _ packets.Packet) {
	if c, ok := cl.Net.Conn.(*conn); ok {
		c.acked.Store(time.Now().UnixNano())
	}
}

// OnPublishDropped implements mochi.Hook. A message that was left out could be the
// last for long.
func (h *admissionHook) OnPublishDropped(cl *mochi.Client, _ packets.Packet) {
	h.admission.cut(cl, "it is too slow")
}
