package broadcasttest

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// Line is a connection to a broker that can be cut.
type Line struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	left  int // bytes from the client before the line is cut; negative if it is not to be cut, or was
	deaf  bool
	down  bool
	conns []net.Conn
}

// NewLine makes a line to the broker at a URL, tcp://host:port, until the test ends.
func NewLine(t *testing.T, url string) *Line {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &Line{listener: listener, to: strings.TrimPrefix(url, "tcp://"), left: -1}
	t.Cleanup(func() { listener.Close(); l.hangUp() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go l.serve(c)
		}
	}()
	return l
}

// URL returns the address to which the client connects.
func (l *Line) URL() string { return "tcp://" + l.listener.Addr().String() }

// Cut cuts the line when so many more bytes have gone to the broker; a negative number
// cancels that.
func (l *Line) Cut(after int) {
	l.mu.Lock()
	l.left = after
	l.mu.Unlock()
}

// WasCut reports whether the cut has happened.
func (l *Line) WasCut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.left < 0
}

// Deafen hides from the client everything that the broker sends from now on.
func (l *Line) Deafen() {
	l.mu.Lock()
	l.deaf = true
	l.mu.Unlock()
}

// Down takes the line down, or up again. While it is down, nobody can connect.
func (l *Line) Down(down bool) {
	l.mu.Lock()
	l.down = down
	l.mu.Unlock()
	if down {
		l.hangUp()
	}
}

// heard is the client's end of a line.
type heard struct {
	line   *Line
	client net.Conn
}

// Write discards what the broker sends if the line is deaf.
func (h heard) Write(b []byte) (int, error) {
	h.line.mu.Lock()
	deaf := h.line.deaf
	h.line.mu.Unlock()
	if deaf {
		return len(b), nil
	}
	return h.client.Write(b)
}

func (l *Line) hangUp() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.conns {
		c.Close()
	}
	l.conns = nil
}

func (l *Line) serve(client net.Conn) {
	broker, err := net.Dial("tcp", l.to)
	if err != nil {
		client.Close()
		return
	}
	l.mu.Lock()
	if l.down {
		client.Close()
		broker.Close()
	}
	l.conns = append(l.conns, client, broker)
	l.mu.Unlock()
	go func() { io.Copy(heard{l, client}, broker); client.Close() }()
	buf := make([]byte, 1024)
	for {
		n, err := client.Read(buf)
		l.mu.Lock()
		broken := false
		if l.left >= 0 {
			if l.left -= n; l.left < 0 {
				n, broken = max(n+l.left, 0), true
			}
		}
		l.mu.Unlock()
		broker.Write(buf[:n])
		if broken {
			l.hangUp()
		}
		if err != nil || broken {
			broker.Close()
			return
		}
	}
}
