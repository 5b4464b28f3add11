package broker

import (
	"bytes"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// failing simulates a bug of the broker library: it panics on one filter, before or after
// the filter is in its index.
type failing struct {
	mochi.HookBase
	at byte
}

func (f *failing) ID() string              { return "failing" }
func (f *failing) Provides(what byte) bool { return what == f.at }

func (f *failing) fail(pk packets.Packet) {
	if len(pk.Filters) > 0 && pk.Filters[0].Filter == "fail" {
		var nothing []byte
		_ = nothing[len(pk.Filters)]
	}
}

func (f *failing) OnSubscribe(_ *mochi.Client, pk packets.Packet) packets.Packet {
	f.fail(pk)
	return pk
}

func (f *failing) OnSubscribed(_ *mochi.Client, pk packets.Packet, _ []byte) { f.fail(pk) }

// If the broker library panics on what a client sent, that client's connection ends. Its
// place becomes free, no lock remains held, and nobody else notices.
func TestPanicEndsTheClientAlone(t *testing.T) {
	for _, at := range []byte{mochi.OnSubscribe, mochi.OnSubscribed} {
		var log bytes.Buffer
		b, err := Start(Options{Listen: "127.0.0.1:0", WebSocket: "127.0.0.1:0", Base: "touchmove/v1"}, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		if err := b.mqtt.AddHook(&failing{at: at}, nil); err != nil {
			t.Fatal(err)
		}
		connect := func(id byte) net.Conn {
			c, err := net.Dial("tcp", b.Addr())
			if err != nil {
				t.Fatal(err)
			}
			c.SetDeadline(time.Now().Add(time.Minute))
			c.Write([]byte{0x10, 13, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 30, 0, 1, id})
			return c
		}
		other := connect('o')
		bad := connect('b')
		bad.Write([]byte("\x82\x10\x00\x01\x00\x04fail\x00\x00\x04this\x00"))
		if _, err := io.ReadAll(bad); err != nil {
			t.Errorf("its connection stays: %v", err)
		}
		other.Write([]byte{0xc0, 0})
		answer := make([]byte, 6)
		if _, err := io.ReadFull(other, answer); err != nil || !bytes.Equal(answer[4:], []byte{0xd0, 0}) {
			t.Errorf("another client pings, and hears %x, %v", answer, err)
		}
		other.Close()
		b.Close() // waits until every connection has ended
		if c := b.Clients(); c.Readers != 0 || c.Waiting != 0 {
			t.Errorf("after it there are %+v", c)
		}
		if n := len(b.mqtt.Topics.Subscribers("this").Subscriptions); n != 0 {
			t.Errorf("%d subscriptions of it are left", n)
		}
		if _, there := b.mqtt.Clients.Get("b"); there {
			t.Error("the broker still knows it")
		}
		if !strings.Contains(log.String(), "panicked while it served a client") || !strings.Contains(log.String(), "serve_test.go") {
			t.Errorf("the log does not say what failed, and where: %s", log.String())
		}
	}
}
