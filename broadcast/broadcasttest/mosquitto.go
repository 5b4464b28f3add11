package broadcasttest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"touchmove/broadcast"
)

// Mosquitto is a real broker on a free loopback port. It stores nothing: retained messages
// are gone when it is killed.
type Mosquitto struct {
	address, config string
	cmd             *exec.Cmd
	log             bytes.Buffer
}

// NewMosquitto starts a broker and ends it with the test. If the program is not installed,
// the test fails: with another broker it would prove nothing.
//
// Without further lines of configuration everybody may do everything.
func NewMosquitto(t *testing.T, config ...string) *Mosquitto {
	t.Helper()
	m := &Mosquitto{address: FreeAddress(t)}
	host, port, _ := net.SplitHostPort(m.address)
	m.config = filepath.Join(t.TempDir(), "mosquitto.conf")
	if os.Getuid() == 0 { // else it becomes another user, who cannot read the test's files
		config = append(config, "user root")
	}
	conf := fmt.Sprintf("listener %s %s\nallow_anonymous true\npersistence false\n%s\n", port, host, strings.Join(config, "\n"))
	if err := os.WriteFile(m.config, []byte(conf), 0o644); err != nil {
		t.Fatal(err)
	}
	m.Start(t)
	t.Cleanup(func() { m.Kill(t) })
	return m
}

// Broker returns the settings for a daemon's connection.
func (m *Mosquitto) Broker() broadcast.Broker { return broadcast.Broker{URL: m.URL()} }

// URL returns the address for clients.
func (m *Mosquitto) URL() string { return "tcp://" + m.address }

// Start starts it again at the same address.
func (m *Mosquitto) Start(t *testing.T) {
	t.Helper()
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		if path, err = exec.LookPath("/usr/sbin/mosquitto"); err != nil {
			t.Fatal("the broker mosquitto is not installed, and these tests need a real one: run `make deps`")
		}
	}
	m.cmd = exec.Command(path, "-c", m.config)
	m.cmd.Stderr, m.cmd.Stdout = &m.log, &m.log
	m.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := m.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("mosquitto: %s", &m.log)
		}
	})
	Eventually(t, "mosquitto listens", func() bool {
		c, err := net.Dial("tcp", m.address)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
}

// Kill kills it without notice to clients.
func (m *Mosquitto) Kill(*testing.T) {
	if m.cmd != nil {
		m.cmd.Process.Kill()
		m.cmd.Wait()
		m.cmd = nil
	}
}

// ports counts through ports below those that Linux assigns by itself (from 32768 on), so
// that an outgoing connection, or a server on port 0, never takes one before the test does.
// Each test process begins at a random one.
var ports atomic.Uint32

func init() { ports.Store(rand.Uint32()) }

// FreeAddress returns a loopback address that is not in use, a different one each time. Until the
// test ends, the UDP port of the same number is held, so that no other test process is given it.
func FreeAddress(t *testing.T) string {
	t.Helper()
	const first, count = 10_000, 22_000
	for range count {
		address := fmt.Sprintf("127.0.0.1:%d", first+ports.Add(1)%count)
		held, err := net.ListenPacket("udp", address)
		if err != nil {
			continue
		}
		l, err := net.Listen("tcp", address)
		if err != nil {
			held.Close()
			continue
		}
		l.Close()
		t.Cleanup(func() { held.Close() })
		return address
	}
	t.Fatalf("no port of %d from %d is free", count, first)
	return ""
}

// Eventually waits for something that another process or goroutine does. It returns as soon
// as the condition is true, and fails after five minutes, which only ends what hangs: a busy
// machine is slow.
func Eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}
