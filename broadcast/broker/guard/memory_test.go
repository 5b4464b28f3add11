package guard_test

import (
	"bytes"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"touchmove/broadcast/broker/guard"
)

// A client that announces a long packet and sends little of it takes little memory.
func TestMemoryComesWithTheBytes(t *testing.T) {
	client, server := net.Pipe()
	defer client.Close()
	var held, most atomic.Int64
	g := guard.New(server, limits, time.Minute, func(n int) { most.Store(max(most.Load(), held.Add(int64(n)))) })
	read := make(chan error, 1)
	go func() {
		p := make([]byte, 512)
		for {
			if _, err := g.Read(p); err != nil {
				read <- err
				return
			}
		}
	}()
	send := func(b []byte) {
		t.Helper()
		client.SetWriteDeadline(time.Now().Add(time.Minute))
		if _, err := client.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	const announced, sent = 16_000, 3_000
	send([]byte("\x10\x0d\x00\x04MQTT\x04\x02\x00\x1e\x00\x01a"))
	send([]byte{0x30, announced&0x7f | 0x80, announced >> 7})
	for range sent / 500 {
		send(bytes.Repeat([]byte{0, 1, 'a', 0}, 125))
	}
	client.Close()
	if err := <-read; err == nil {
		t.Error("the packet has an end")
	}
	if most.Load() == 0 || most.Load() > 3*sent {
		t.Errorf("%d bytes are held for %d that came of %d", most.Load(), sent, announced)
	}
}

// HasMore tells whether the daemon has sent more than the packet that was read, however
// long its packets are.
func TestHasMore(t *testing.T) {
	client, server := net.Pipe()
	defer client.Close()
	g := guard.New(server, limits, time.Minute, func(int) {})
	login := []byte("\x10\x0d\x00\x04MQTT\x04\x02\x00\x1e\x00\x01a")
	read := func() (more bool) {
		t.Helper()
		p := make([]byte, 4<<10)
		if _, err := g.Read(p); err != nil {
			t.Fatal(err)
		}
		return g.HasMore()
	}
	go client.Write(login)
	if read() {
		t.Error("after a CONNECT alone there is more")
	}
	g.SetLimits(limits.Daemon())
	long := append([]byte{0x30, 0x80 | 3000&0x7f, 3000 >> 7, 0, 1, 'a'}, make([]byte, 2997)...)
	go client.Write(append(long, long...))
	if !read() {
		t.Error("of two packets sent at once, nothing is left after the first")
	}
	if read() {
		t.Error("after the last packet there is more")
	}
}
