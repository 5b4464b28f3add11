package broker

import (
	"log/slog"
	"net"
	"net/netip"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"touchmove/broadcast"
)

// Logins whose connections had to make room for others do not wait for their turn any longer,
// so that no flood of them fills the memory. Nor does a broker that stops wait for the rest.
func TestLoginsThatWaitInVain(t *testing.T) {
	hash, err := bcrypt.GenerateFromPassword([]byte("right"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Start(Options{Listen: "127.0.0.1:0", Base: "touchmove/v1", Users: []User{{Name: "ann", Role: broadcast.Arbiter, Password: string(hash)}}}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	b.access.hashing.take(netip.Prefix{}, nil, nil) // somebody else's login goes on and on
	waiting := func() int {
		h := b.access.hashing
		h.mu.Lock()
		defer h.mu.Unlock()
		n := 0
		for _, from := range h.queue.waiting {
			n += len(from)
		}
		return n
	}
	until := func(what string, is func() bool) {
		t.Helper()
		for limit := time.Now().Add(time.Minute); !is(); time.Sleep(time.Millisecond) {
			if time.Now().After(limit) {
				t.Fatalf("%s: not within a minute; %d wait", what, waiting())
			}
		}
	}
	places := b.admission.crowds[stranger].max
	for n := range places + 10 {
		c, err := net.Dial("tcp", b.Addr())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Write([]byte("\x10\x16\x00\x04MQTT\x04\xc2\x00\x00\x00\x00\x00\x03ann\x00\x03not")); err != nil {
			t.Fatal(err)
		}
		until("it waits", func() bool { return waiting() == min(n+1, places) })
	}
	done := make(chan error, 1)
	go func() { done <- b.Close() }()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("the broker does not stop while logins wait")
	}
	if n := waiting(); n != 0 {
		t.Errorf("%d wait when it has stopped", n)
	}
}
