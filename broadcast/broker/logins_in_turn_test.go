package broker

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
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
	b.access.hashing.acquire(netip.Prefix{}, nil, nil) // somebody else's login goes on and on
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

// A computer that guesses many passwords at once keeps nobody else waiting: of its guesses only the
// first few are looked at, and whoever comes from another address after all of them is let in.
func TestGuessesAtOnce(t *testing.T) {
	if l, err := net.Listen("tcp", "127.0.0.2:0"); err != nil {
		t.Skipf("this computer has one address of its own: %v", err)
	} else {
		l.Close()
	}
	hash, err := bcrypt.GenerateFromPassword([]byte("arbiter's"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Start(Options{Listen: "127.0.0.1:0", Base: "touchmove/v1", Users: []User{{Name: "ann", Role: broadcast.Arbiter, Password: string(hash)}}}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	login := func(from, id, password string) byte {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		c, err := d.DialContext(t.Context(), "tcp", b.Addr())
		if err != nil {
			return 255
		}
		t.Cleanup(func() { c.Close() })
		text := func(s string) string { return string([]byte{0, byte(len(s))}) + s }
		body := text("MQTT") + "\x04\xc2\x00\x00" + text(id) + text("ann") + text(password)
		io.WriteString(c, "\x10"+string(rune(len(body)))+body)
		var answer [4]byte
		if _, err := io.ReadFull(c, answer[:]); err != nil {
			return 255
		}
		return answer[3]
	}
	waiting := func(from string, n int) {
		t.Helper()
		at := netip.PrefixFrom(netip.MustParseAddr(from), 32)
		broadcasttest.Eventually(t, fmt.Sprintf("%d logins of %s wait", n, from), func() bool {
			b.access.hashing.mu.Lock()
			defer b.access.hashing.mu.Unlock()
			return len(b.access.hashing.queue.waiting[at]) == n
		})
	}
	wrong := func() int {
		b.access.guesses.mu.Lock()
		defer b.access.guesses.mu.Unlock()
		return b.access.guesses.of[guesser{netip.MustParsePrefix("127.0.0.2/32"), "ann"}].n
	}
	// The test holds the turn until all of them wait.
	b.access.hashing.acquire(netip.Prefix{}, nil, nil)
	const guesses = 200
	var all sync.WaitGroup
	for n := range guesses {
		all.Go(func() {
			if code := login("127.0.0.2", fmt.Sprint("guess-", n), fmt.Sprint("guess ", n)); code == 0 {
				t.Errorf("guess %d is let in", n)
			}
		})
	}
	waiting("127.0.0.2", guesses)
	// Nothing is looked at after the arbiter's login until the test says so.
	let := make(chan byte)
	go func() { let <- login("127.0.0.1", "console", "arbiter's") }()
	waiting("127.0.0.1", 1)
	b.access.hashing.release()
	if code := <-let; code != 0 {
		t.Errorf("the right password is answered %d", code)
	}
	all.Wait()
	if n := wrong(); n != freeGuesses {
		t.Errorf("of %d guesses %d were looked at, want %d", guesses, n, freeGuesses)
	}
}
