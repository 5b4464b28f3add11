package broker_test

import (
	"bufio"
	"io"
	"net"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
)

// A subscription may have the identifier of a message that the client has not acknowledged
// yet: client and server assign identifiers independently.
func TestPacketIdentifiersAreIndependent(t *testing.T) {
	b, _ := start(t, nil)
	early := follow(t, "tcp://"+b.Addr(), "", "")
	broadcasttest.Eventually(t, "all is retained", func() bool { return early.Last("pgn") != "" })
	conn, err := net.Dial("tcp", b.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Minute))
	in := bufio.NewReader(conn)
	send := func(packet ...byte) {
		t.Helper()
		if _, err := conn.Write(packet); err != nil {
			t.Fatal(err)
		}
	}
	receive := func() (kind byte, body []byte) {
		t.Helper()
		kind, err := in.ReadByte()
		if err != nil {
			t.Fatal(err)
		}
		n, shift := 0, 0
		for {
			c, err := in.ReadByte()
			if err != nil {
				t.Fatal(err)
			}
			n |= int(c&0x7f) << shift
			if shift += 7; c < 0x80 {
				break
			}
		}
		body = make([]byte, n)
		if _, err := io.ReadFull(in, body); err != nil {
			t.Fatal(err)
		}
		return kind >> 4, body
	}
	subscribe := func(id byte, filter string) {
		packet := append([]byte{0, id, 0, byte(len(filter))}, filter...)
		send(append([]byte{0x82, byte(len(packet) + 1)}, append(packet, 1)...)...)
	}
	send(0x10, 17, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0, 0, 5, 't', 'e', 's', 't', 's')
	if kind, body := receive(); kind != 2 || body[1] != 0 {
		t.Fatalf("connected: %d %v", kind, body)
	}
	subscribe(1, prefix+"availability")
	var id byte
	for granted := false; id == 0 || !granted; {
		switch kind, body := receive(); kind {
		case 3: // the retained message, at QoS 1: topic, identifier, payload
			id = body[2+int(body[1])+1]
		case 9:
			granted = body[2] == 1
		}
	}
	subscribe(id, prefix+"state")
	for {
		kind, body := receive()
		if kind == 9 {
			if body[1] != id || body[2] != 1 {
				t.Fatalf("the subscription with identifier %d is answered with %v", id, body)
			}
			break
		}
	}
	send(0x40, 2, 0, id) // the earlier message can still be acknowledged
	for {
		if kind, body := receive(); kind == 3 {
			if got := string(body[2 : 2+int(body[1])]); got != prefix+"state" {
				t.Fatalf("a message on %s", got)
			}
			return
		}
	}
}
