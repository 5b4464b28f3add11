package control

import (
	"net"
	"sync"
	"time"
)

// client is one client of a socket.
type client struct {
	conn    *net.UnixConn
	process int32 // at the other end; 0 if the system does not tell

	mu       sync.Mutex
	asking   bool      // it is being answered
	since    time.Time // when it was let in or last answered
	sentAway bool
}

// beginAnswer notes that the client has sent a line; false if it has been sent away before that.
func (n *client) beginAnswer() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asking = true
	return !n.sentAway
}

// endAnswer notes that there is an answer for the client.
func (n *client) endAnswer() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asking, n.since = false, time.Now()
}

// silent returns since when the client has been silent, and false if it is being answered.
func (n *client) silent() (time.Time, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.since, !n.asking
}

// sendAway ends the connection, unless the client is being answered.
func (n *client) sendAway() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.asking {
		return false
	}
	n.sentAway = true
	n.conn.Close()
	return true
}

// clients are those of one socket.
type clients struct {
	mu sync.Mutex
	in map[*client]bool
}

// enter lets a client in. If there are maxClients, one of the process with the most connections has to go, the one
// that has been silent for longest: so a program that leaves connections open, however many and however fast, takes
// places from itself alone. False means that all clients are being answered: a place becomes free when one has been.
func (l *clients) enter(n *client) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.in) >= maxClients {
		goes := l.crowding()
		if goes == nil {
			return false
		}
		if goes.sendAway() {
			delete(l.in, goes)
		}
	}
	if l.in == nil {
		l.in = map[*client]bool{}
	}
	n.since = time.Now() // nobody else has it yet
	l.in[n] = true
	return true
}

// crowding returns, of the clients that are not being answered, the one that has been silent for longest among those of
// the process with the most connections; nil if there is none.
func (l *clients) crowding() (goes *client) {
	of := map[int32]int{}
	for n := range l.in {
		of[n.process]++
	}
	var since time.Time
	for n := range l.in {
		at, silent := n.silent()
		if !silent {
			continue
		}
		if goes == nil || of[n.process] > of[goes.process] || of[n.process] == of[goes.process] && at.Before(since) {
			goes, since = n, at
		}
	}
	return goes
}

func (l *clients) leave(n *client) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.in, n)
}
