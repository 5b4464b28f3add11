package broadcast_test

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// proxy is a line to a broker that can be cut.
type proxy struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	left  int // bytes from the client until the line is cut; negative is never
	deaf  bool
	conns []net.Conn
}

func newProxy(t *testing.T, url string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, to: strings.TrimPrefix(url, "tcp://"), left: -1}
	t.Cleanup(func() { l.Close(); p.hangUp() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(c)
		}
	}()
	return p
}

func (p *proxy) url() string { return "tcp://" + p.listener.Addr().String() }

// cut breaks the line once so many more bytes have gone to the broker.
func (p *proxy) cut(after int) {
	p.mu.Lock()
	p.left = after
	p.mu.Unlock()
}

// deafen keeps from the client whatever the broker says from now on.
func (p *proxy) deafen() {
	p.mu.Lock()
	p.deaf = true
	p.mu.Unlock()
}

// Write swallows what the broker says once nobody is to hear it.
func (h heard) Write(b []byte) (int, error) {
	h.p.mu.Lock()
	deaf := h.p.deaf
	h.p.mu.Unlock()
	if deaf {
		return len(b), nil
	}
	return h.client.Write(b)
}

// heard is the client's end of a line.
type heard struct {
	p      *proxy
	client net.Conn
}

// wasCut says whether the cut has happened.
func (p *proxy) wasCut() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.left < 0
}

func (p *proxy) hangUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}

func (p *proxy) serve(client net.Conn) {
	broker, err := net.Dial("tcp", p.to)
	if err != nil {
		client.Close()
		return
	}
	p.mu.Lock()
	p.conns = append(p.conns, client, broker)
	p.mu.Unlock()
	go func() { io.Copy(heard{p, client}, broker); client.Close() }()
	buf := make([]byte, 1024)
	for {
		n, err := client.Read(buf)
		p.mu.Lock()
		broken := false
		if p.left >= 0 {
			if p.left -= n; p.left < 0 {
				n, broken = max(n+p.left, 0), true
			}
		}
		p.mu.Unlock()
		broker.Write(buf[:n])
		if broken {
			p.hangUp()
		}
		if err != nil || broken {
			broker.Close()
			return
		}
	}
}
