package broker

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"testing"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
)

// away starts a broker at which a user has subscribed to something and disconnected.
func away(t *testing.T) (*Server, *mochi.Client) {
	t.Helper()
	b, err := Start(Options{Listen: "127.0.0.1:0", Base: "touchmove/v1", Users: []User{{Name: "ann", Password: "a", Role: broadcast.Arbiter}}}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	c, err := net.Dial("tcp", b.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	c.Write(framed(0x10, utf8("MQTT"), []byte{4, 0xc0, 0, 30}, utf8("console"), utf8("ann"), utf8("a")))
	c.Write(framed(0x82, []byte{0, 1}, utf8("touchmove/v1/e/b/state"), []byte{1}))
	c.Write([]byte{0xe0, 0})
	if _, err := io.ReadAll(c); err != nil {
		t.Fatal(err)
	}
	cl, ok := b.mqtt.Clients.Get("console")
	if !ok {
		t.Fatal("there is no session")
	}
	broadcasttest.Eventually(t, "the broker knows that it has gone", cl.Closed) // the connection ends before that
	if n := len(b.mqtt.Topics.Subscribers("touchmove/v1/e/b/state").Subscriptions); n != 1 {
		t.Fatalf("%d subscriptions", n)
	}
	return b, cl
}

func gone(t *testing.T, b *Server) {
	t.Helper()
	if n := len(b.mqtt.Topics.Subscribers("touchmove/v1/e/b/state").Subscriptions); n != 0 {
		t.Errorf("%d subscriptions are left", n)
	}
	if _, ok := b.mqtt.Clients.Get("console"); ok {
		t.Error("the session is left")
	}
}

// An expired session leaves no subscription behind.
func TestExpiredSession(t *testing.T) {
	b, cl := away(t)
	(&admissionHook{admission: b.admission, turn: newTurn()}).OnClientExpired(cl)
	gone(t, b)
}

// A session with too many kept messages is ended; one with few stays.
func TestSessionThatKeepsMuch(t *testing.T) {
	b, cl := away(t)
	for n := range maxKept - 1 {
		cl.State.Inflight.Set(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish}, PacketID: uint16(n + 1), Payload: fmt.Append(nil, n)})
	}
	b.admission.look(cl, time.Now())
	if _, ok := b.mqtt.Clients.Get("console"); !ok {
		t.Fatal("a session for which a few messages are kept has ended")
	}
	cl.State.Inflight.Set(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish}, PacketID: maxKept})
	b.admission.look(cl, time.Now())
	gone(t, b)
}
