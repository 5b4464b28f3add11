package cluster

import (
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// balancer is one address for a fleet, as in a playing hall. Its connections can be
// cut, left half open, so that only one end notices, or silenced: then nothing passes
// any more, and neither end notices.
type balancer struct {
	listener net.Listener
	to       []string

	mu     sync.Mutex
	lines  map[net.Conn]net.Conn // client to broker
	deaf   map[net.Conn]bool
	silent bool // new connections too
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
		if b.silent {
			b.deaf[client] = true
		}
		b.mu.Unlock()
		go func() {
			io.Copy(passing{b, client, client}, broker)
			if !b.isDeaf(client) {
				client.Close()
			}
		}()
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

// passing writes to one end of a connection unless it is deaf.
type passing struct {
	b    *balancer
	line net.Conn
	to   net.Conn
}

// Write implements io.Writer.
func (p passing) Write(text []byte) (int, error) {
	if p.b.isDeaf(p.line) {
		return len(text), nil
	}
	return p.to.Write(text)
}

func (b *balancer) isDeaf(line net.Conn) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.deaf[line]
}

// cut breaks all connections.
func (b *balancer) cut() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for client, broker := range b.lines {
		client.Close()
		broker.Close()
	}
}

// halve leaves all connections half open: the clients' ends are closed, and the brokers
// are not notified.
func (b *balancer) halve() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for client := range b.lines {
		b.deaf[client] = true
		client.Close()
	}
}

// silence stops all traffic and closes nothing, so that both ends have to notice by
// themselves. New connections are silent too, until silence is called with false;
// connections made after that work again.
func (b *balancer) silence(begins bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.silent = begins
	for client := range b.lines {
		if begins {
			b.deaf[client] = true
		}
	}
}
