package control

import (
	"net"
	"slices"
	"sync"
	"time"
)

// client is one client of a socket.
type client struct {
	conn *net.UnixConn

	mu       sync.Mutex
	asking   bool      // it is being answered
	since    time.Time // when it was let in or last answered
	sentAway bool
}

// asks notes that the client has sent a line; false if it has been sent away before that.
func (n *client) asks() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asking = true
	return !n.sentAway
}

// rests notes that the client has been answered.
func (n *client) rests() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asking, n.since = false, time.Now()
}

// sendAway ends the connection of a client that has been silent for silentLimit. One that has only just connected
// is about to ask.
func (n *client) sendAway() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.asking || n.sentAway || time.Since(n.since) < silentLimit {
		return false
	}
	n.sentAway = true
	n.conn.Close()
	return true
}

// clients are those of one socket, in the order in which they came.
type clients struct {
	mu sync.Mutex
	in []*client
}

// enter lets a client in. If there are maxClients, the one that came first and has been silent for silentLimit
// has to go, so that a program which leaves connections open keeps nobody out for long. False means that none has:
// a place becomes free when one is answered and leaves, or is silent.
func (l *clients) enter(n *client) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.in) >= maxClients {
		at := slices.IndexFunc(l.in, (*client).sendAway)
		if at < 0 {
			return false
		}
		l.in = slices.Delete(l.in, at, at+1)
	}
	n.since = time.Now() // nobody else has it yet
	l.in = append(l.in, n)
	return true
}

func (l *clients) leave(n *client) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.in = slices.DeleteFunc(l.in, func(other *client) bool { return other == n })
}
