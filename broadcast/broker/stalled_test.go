package broker_test

import (
	"fmt"
	"net"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
)

// Clients that subscribe to everything again and again, and read none of it, hold up
// neither other readers nor the daemon.
func TestStalledReaders(t *testing.T) {
	// The patience is so long that the test would not finish if anybody waited for these
	// clients.
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", Base: topics.Base, Users: users, Patience: time.Hour}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	s := newStory()
	for range 100 { // the states have several kilobytes
		s.goOn()
	}
	publish(t, b.Broker(), s, make(chan broadcast.Request, 1))
	good := follow(t, "tcp://"+b.Addr(), "", "")
	caughtUp(t, good, s)
	for n := range 20 {
		c, err := net.Dial("tcp", b.Addr())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		c.(*net.TCPConn).SetReadBuffer(4 << 10)
		c.Write(packet(0x10, text("MQTT"), []byte{4, 2, 0, 0}, text("stalled-"+string(rune('a'+n)))))
		for id := range 500 {
			c.Write(packet(0x82, []byte{1, byte(id)}, text("touchmove/#"), []byte{1}))
		}
	}
	broadcasttest.Eventually(t, "they are there", func() bool { return b.Clients().Readers >= 10 || b.Clients().CutOff > 0 })
	for range 20 {
		s.goOn()
		caughtUp(t, good, s)
	}
}

// Clients that hold back the last byte of a packet take little memory, and are disconnected
// when their time is over. A packet longer than a stranger may send is refused at once.
func TestPacketsThatDoNotEnd(t *testing.T) {
	b, s, _ := openDoor(t, time.Second)
	good := follow(t, "tcp://"+b.Addr(), "", "")
	caughtUp(t, good, s)
	var lines []net.Conn
	before := heap()
	for n := range 500 {
		c := knock(t, b.Addr())
		if _, code := enter(t, c, fmt.Sprint("held-", n), "", "", true); code != 0 {
			t.Fatalf("client %d is answered %d", n, code)
		}
		c.Write([]byte{0x82, 0x80, 0x80, 0x01}) // SUBSCRIBE of 16 KiB
		c.Write(make([]byte, 16<<10-1))
		lines = append(lines, c)
	}
	if after := heap(); after > before+40<<20 {
		t.Errorf("500 of them hold %d MB", (after-before)>>20)
	}
	for _, c := range lines {
		if !ended(c) {
			t.Fatal("a client that never ends its packet stays")
		}
	}
	large := knock(t, b.Addr())
	enter(t, large, "large", "", "", true)
	large.Write([]byte{0x82, 0x81, 0x80, 0x01}) // one byte more than 16 KiB
	if !ended(large) {
		t.Error("a packet of more than 16 KiB is waited for")
	}
	s.goOn()
	caughtUp(t, good, s)
}
