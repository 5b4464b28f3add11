package broadcast_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
)

var quiet = slog.New(slog.DiscardHandler)

// testBroker is a broker that can be killed and started again at the same
// address.
type testBroker interface {
	broker() broadcast.Broker // for the daemon
	url() string              // for everybody
	kill(t *testing.T)        // without a word to anybody
	start(t *testing.T)       // again
}

// onBrokers runs a test against each broker that we promise to work with.
func onBrokers(t *testing.T, test func(t *testing.T, b testBroker)) {
	t.Run("embedded", func(t *testing.T) {
		b := &embedded{listen: freeAddress(t)}
		b.start(t)
		t.Cleanup(func() { b.kill(t) })
		test(t, b)
	})
	t.Run("mosquitto", func(t *testing.T) { test(t, newMosquitto(t)) })
}

type embedded struct {
	listen string
	mu     sync.Mutex
	b      *broadcast.EmbeddedBroker
}

func (e *embedded) broker() broadcast.Broker { return e.b.Broker() }
func (e *embedded) url() string              { return "tcp://" + e.listen }
func (e *embedded) kill(t *testing.T) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.b != nil {
		e.b.Close()
		e.b = nil
	}
}
func (e *embedded) start(t *testing.T) {
	t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	b, err := broadcast.StartEmbedded(broadcast.Embedded{Listen: e.listen, Base: topics.Base, Users: users}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	e.b = b
}

var users = []broadcast.User{
	{Name: "ann", Password: "arbiter's", Role: broadcast.Arbiter},
	{Name: "tim", Password: "technician's", Role: broadcast.Technician},
	{Name: "rea", Password: "reader's", Role: broadcast.Reader},
}

type mosquitto struct {
	address, config string
	cmd             *exec.Cmd
	log             bytes.Buffer
}

func newMosquitto(t *testing.T) *mosquitto {
	t.Helper()
	m := &mosquitto{address: freeAddress(t)}
	host, port, _ := net.SplitHostPort(m.address)
	m.config = filepath.Join(t.TempDir(), "mosquitto.conf")
	conf := fmt.Sprintf("listener %s %s\nallow_anonymous true\npersistence false\n", port, host)
	if err := os.WriteFile(m.config, []byte(conf), 0o644); err != nil {
		t.Fatal(err)
	}
	m.start(t)
	t.Cleanup(func() { m.kill(t) })
	return m
}

func (m *mosquitto) broker() broadcast.Broker { return broadcast.Broker{URL: m.url()} }
func (m *mosquitto) url() string              { return "tcp://" + m.address }

func (m *mosquitto) start(t *testing.T) {
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
	eventually(t, "mosquitto listens", func() bool {
		c, err := net.Dial("tcp", m.address)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
}

func (m *mosquitto) kill(*testing.T) {
	if m.cmd != nil {
		m.cmd.Process.Kill()
		m.cmd.Wait()
		m.cmd = nil
	}
}

// freeAddress returns a loopback address that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// eventually waits for something that another process or goroutine does. It
// returns as soon as it is so; only a failure takes the whole time.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// dial connects an ordinary client, which is what the world uses.
func dial(t *testing.T, url, name, password string, lost func()) (mqtt.Client, error) {
	t.Helper()
	opts := mqtt.NewClientOptions().AddBroker(url).SetClientID("test-" + t.Name() + time.Now().String()).
		SetAutoReconnect(false).SetConnectTimeout(5 * time.Second).SetUsername(name).SetPassword(password)
	if lost != nil {
		opts.SetConnectionLostHandler(func(mqtt.Client, error) { lost() })
	}
	c := mqtt.NewClient(opts)
	token := c.Connect()
	token.Wait()
	if token.Error() == nil {
		t.Cleanup(func() { c.Disconnect(0) })
	}
	return c, token.Error()
}
