package cluster

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"touchmove/broadcast/broadcasttest"
)

// fleet is brokers that can be killed one by one.
type fleet struct {
	commands  [][]string // of each node
	addresses []string   // where each takes MQTT
	running   []*exec.Cmd
	log       bytes.Buffer
}

// nats is a cluster of three NATS servers, with JetStream for what is retained.
func nats(t *testing.T) *fleet {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "nats-server")
	if out, err := exec.Command("go", "build", "-o", binary, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Fatalf("building the NATS server: %v\n%s", err, out)
	}
	f := &fleet{}
	var routes []string
	for range 3 {
		routes = append(routes, broadcasttest.FreeAddress(t))
	}
	for i := range 3 {
		f.addresses = append(f.addresses, broadcasttest.FreeAddress(t))
		dir := t.TempDir()
		config := filepath.Join(dir, "nats.conf")
		text := fmt.Sprintf("server_name: n%d\nlisten: %s\njetstream { store_dir: %q }\nmqtt { listen: %q }\ncluster { name: hall, listen: %q, routes: [nats://%s] }\n",
			i, broadcasttest.FreeAddress(t), dir, f.addresses[i], routes[i], strings.Join(routes, ", nats://"))
		if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		f.commands = append(f.commands, []string{binary, "-c", config})
	}
	f.begin(t)
	return f
}

// mosquitto is one broker that keeps nothing.
func mosquitto(t *testing.T) *fleet {
	t.Helper()
	address := broadcasttest.FreeAddress(t)
	host, port, _ := net.SplitHostPort(address)
	config := filepath.Join(t.TempDir(), "mosquitto.conf")
	text := fmt.Sprintf("listener %s %s\nallow_anonymous true\npersistence false\nuser root\n", port, host)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		path = "/usr/sbin/mosquitto"
	}
	f := &fleet{commands: [][]string{{path, "-c", config}}, addresses: []string{address}}
	f.begin(t)
	return f
}

func (f *fleet) begin(t *testing.T) {
	f.running = make([]*exec.Cmd, len(f.commands))
	t.Cleanup(func() {
		for i := range f.running {
			f.kill(i)
		}
	})
	for i := range f.commands {
		f.start(t, i)
	}
}

func (f *fleet) start(t *testing.T, i int) {
	t.Helper()
	cmd := exec.Command(f.commands[i][0], f.commands[i][1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	f.running[i] = cmd
}

func (f *fleet) kill(i int) {
	if cmd := f.running[i]; cmd != nil {
		cmd.Process.Kill()
		cmd.Wait()
		f.running[i] = nil
	}
}

// balancer is one address for a fleet, as a hall has it. Its lines can be cut,
// or left half open: then nobody is told, and nothing passes any more.
type balancer struct {
	listener net.Listener
	to       []string

	mu    sync.Mutex
	lines map[net.Conn]net.Conn // client to broker
	deaf  map[net.Conn]bool
}

func balance(t *testing.T, f *fleet) *balancer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &balancer{listener: l, to: f.addresses, lines: map[net.Conn]net.Conn{}, deaf: map[net.Conn]bool{}}
	t.Cleanup(func() { l.Close(); b.cut() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go b.serve(c)
		}
	}()
	return b
}

func (b *balancer) url() string { return "tcp://" + b.listener.Addr().String() }

func (b *balancer) serve(client net.Conn) {
	defer client.Close()
	for _, i := range rand.Perm(len(b.to)) {
		broker, err := net.Dial("tcp", b.to[i])
		if err != nil {
			continue
		}
		defer broker.Close()
		b.mu.Lock()
		b.lines[client] = broker
		b.mu.Unlock()
		go func() { io.Copy(passing{b, client, client}, broker); client.Close() }()
		io.Copy(passing{b, client, broker}, client)
		b.mu.Lock()
		deaf := b.deaf[client]
		delete(b.lines, client)
		b.mu.Unlock()
		if deaf { // the broker is left waiting, as after a cable was pulled
			io.Copy(io.Discard, broker)
		}
		return
	}
}

// passing writes to one end of a line as long as it carries anything.
type passing struct {
	b    *balancer
	line net.Conn
	to   net.Conn
}

// Write implements io.Writer.
func (p passing) Write(text []byte) (int, error) {
	p.b.mu.Lock()
	deaf := p.b.deaf[p.line]
	p.b.mu.Unlock()
	if deaf {
		return len(text), nil
	}
	return p.to.Write(text)
}

// cut breaks all lines.
func (b *balancer) cut() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for client, broker := range b.lines {
		client.Close()
		broker.Close()
	}
}

// halve leaves all lines half open: the clients' ends break a moment later, and
// the brokers are not told.
func (b *balancer) halve() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for client := range b.lines {
		b.deaf[client] = true
		client.Close()
	}
}
