package control

import (
	"net"
	"slices"
	"sync"
)

// client is one client of a socket.
type client struct {
	conn *net.UnixConn

	mu       sync.Mutex
	asking   bool // it is being answered
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
	n.asking = false
}

// sendAway ends the connection of a client that is not being answered.
func (n *client) sendAway() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.asking || n.sentAway {
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

// enter lets a client in. If there are maxClients, the one that came first and is not being answered
// has to go, so that a program which leaves connections open keeps nobody out. False means that
// all are being answered.
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
	l.in = append(l.in, n)
	return true
}

func (l *clients) leave(n *client) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.in = slices.DeleteFunc(l.in, func(other *client) bool { return other == n })
}
