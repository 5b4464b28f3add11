package broker

import (
	"net"
	"sync"
)

// connSet is the set of open connections of a listener. The zero value is empty.
type connSet struct {
	mu     sync.Mutex
	open   map[net.Conn]struct{}
	closed bool
	busy   sync.WaitGroup
}

// add is called before a connection is served, remove afterwards. If add returns false, the
// listener has been closed, and the connection must not be served.
func (c *connSet) add(conn net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	if c.open == nil {
		c.open = map[net.Conn]struct{}{}
	}
	c.open[conn] = struct{}{}
	c.busy.Add(1)
	return true
}

func (c *connSet) remove(conn net.Conn) {
	c.mu.Lock()
	delete(c.open, conn)
	c.mu.Unlock()
	conn.Close()
	c.busy.Done()
}

// close closes all connections and waits until none is served any more.
func (c *connSet) close() {
	c.mu.Lock()
	c.closed = true
	for conn := range c.open {
		conn.Close()
	}
	c.mu.Unlock()
	c.busy.Wait()
}
