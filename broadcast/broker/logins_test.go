package broker_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
)

const hashMemory = 16 << 20 // bytes that a password of hashed takes to be checked

// hashed starts a broker with users whose passwords are hashes.
func hashed(t *testing.T, users int) *broker.Server {
	t.Helper()
	o := broker.Options{Listen: "127.0.0.1:0", Base: topics.Base}
	for n := range users {
		salt := fmt.Sprint("salt of ", n)
		sum := argon2.IDKey(fmt.Append(nil, "password ", n), []byte(salt), 1, hashMemory>>10, 1, 16)
		base64 := base64.RawStdEncoding.EncodeToString
		o.Users = append(o.Users, broker.User{Name: fmt.Sprint("user-", n), Role: broadcast.Technician, Password: fmt.Sprintf("$argon2id$v=19$m=%d,t=1,p=1$%s$%s", hashMemory>>10, base64([]byte(salt)), base64(sum))})
	}
	b, err := broker.Start(o, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// login logs in from an address of this computer, and returns the code of the answer, or 255.
func login(t *testing.T, b *broker.Server, from, id, name, password string) byte {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := d.DialContext(t.Context(), "tcp", b.Addr())
	if err != nil {
		return 255
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(time.Minute))
	c.Write(packet(0x10, text("MQTT"), []byte{4, 0xc2, 0, 0}, text(id), text(name), text(password)))
	var answer [4]byte
	if _, err := io.ReadFull(c, answer[:]); err != nil {
		return 255
	}
	return answer[3]
}

// All devices of a hall that log in at once take the memory of one hash, not of all.
func TestLoginsAtOnce(t *testing.T) {
	const users = 32
	b := hashed(t, users)
	runtime.GC()
	var logins sync.WaitGroup
	var let atomic.Int64
	for n := range users {
		logins.Go(func() {
			if login(t, b, "127.0.0.1", fmt.Sprint("device-", n), fmt.Sprint("user-", n), fmt.Sprint("password ", n)) == 0 {
				let.Add(1)
			}
		})
	}
	done := make(chan struct{})
	go func() { logins.Wait(); close(done) }()
	most := uint64(0)
	for running := true; running; {
		select {
		case <-done:
			running = false
		case <-time.After(2 * time.Millisecond):
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc)
	}
	t.Logf("%d MB", most>>20)
	if let.Load() != users {
		t.Errorf("%d of %d devices are let in", let.Load(), users)
	}
	if most > 8*hashMemory {
		t.Errorf("%d logins at once take %d MB", users, most>>20)
	}
}

// All devices of one user that log in at once cost one hash together.
func TestDevicesOfAUserAtOnce(t *testing.T) {
	b := hashed(t, 1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var logins sync.WaitGroup
	for n := range 16 {
		logins.Go(func() {
			if code := login(t, b, "127.0.0.1", fmt.Sprint("device-", n), "user-0", "password 0"); code != 0 {
				t.Errorf("device %d is answered %d", n, code)
			}
		})
	}
	logins.Wait()
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 2*hashMemory {
		t.Errorf("16 devices of a user take %d MB to log in, and a hash takes %d", n>>20, hashMemory>>20)
	}
}
