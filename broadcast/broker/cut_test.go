package broker_test

import (
	"log/slog"
	"net"
	"testing"

	"touchmove/broadcast/broker"
)

// A cut closes all connections and refuses new ones until Mend.
func TestCutAndMend(t *testing.T) {
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", Base: "touchmove/v1"}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	address := b.Addr()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()

	b.Cut()
	if n, err := conn.Read(make([]byte, 1)); err == nil {
		t.Errorf("%d bytes came over a connection that was cut", n)
	}
	if c, err := net.Dial("tcp", address); err == nil {
		c.Close()
		t.Error("a new connection was let in while cut")
	}

	if err := b.Mend(); err != nil {
		t.Fatal(err)
	}
	if b.Addr() != address {
		t.Errorf("mended on %s instead of %s", b.Addr(), address)
	}
	again, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatalf("after mending: %v", err)
	}
	defer again.Close()
	// CONNECT, MQTT 3.1.1, clean session, keep alive 10 s, client id "c" (section 3.1).
	if _, err := again.Write([]byte{0x10, 13, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 10, 0, 1, 'c'}); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 4)
	if _, err := again.Read(answer); err != nil || answer[0] != 0x20 || answer[3] != 0 {
		t.Errorf("CONNACK % x, %v", answer, err)
	}
}
