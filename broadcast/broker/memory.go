package broker

import "sync"

// The memory, in bytes, that all clients of a kind may hold together: incomplete packets
// from them, messages to be sent to them, and messages that they have not acknowledged. If
// it is exceeded, the client that holds the most is cut off; it gets all retained messages
// when it reconnects. The daemon's own connection is exempt.
const (
	maxHeldByReaders = 64 << 20 // clients without a name, and those that have not logged in
	maxHeldByNamed   = 64 << 20
)

// messageCost is what the MQTT library needs for an unacknowledged message besides its
// topic and payload: a packet of 800 bytes twice, in its queue and as unacknowledged, and
// an entry in a table.
const messageCost = 2 << 10

// memory counts what is held for clients.
type memory struct {
	mu    sync.Mutex
	max   map[bool]int64 // by whether they have a name
	held  map[bool]int64
	conns map[*conn]struct{}
}

func newMemory() *memory {
	return &memory{
		max:  map[bool]int64{false: maxHeldByReaders, true: maxHeldByNamed},
		held: map[bool]int64{}, conns: map[*conn]struct{}{},
	}
}

// account is what one connection holds, protected by the mutex of memory.
type account struct {
	held    int64
	unacked map[uint16]int64 // by packet identifier
	named   bool
	exempt  bool // the daemon
	closed  bool // not counted any more
}

func (m *memory) open(c *conn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.conns[c] = struct{}{}
}

// close removes a connection from the counts.
func (m *memory) close(c *conn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drop(c)
}

func (m *memory) drop(c *conn) {
	if !c.account.closed {
		m.add(c, -c.account.held)
		c.account.closed, c.account.unacked = true, nil
		delete(m.conns, c)
	}
}

// login counts a connection among those with a name, or exempts it.
func (m *memory) login(c *conn, exempt bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	held := c.account.held
	m.add(c, -held)
	c.account.named, c.account.exempt = true, exempt
	m.add(c, held)
}

// hold counts n bytes, which may be negative, for a connection. If there is too much, it
// returns the connection to cut off.
func (m *memory) hold(c *conn, n int) (excess *conn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.grow(c, int64(n))
}

// sent counts a message that is not acknowledged yet.
func (m *memory) sent(c *conn, id uint16, size int) (excess *conn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if c.account.closed {
		return nil
	}
	if c.account.unacked == nil {
		c.account.unacked = map[uint16]int64{}
	}
	was := c.account.unacked[id]
	c.account.unacked[id] = int64(size) + messageCost
	return m.grow(c, c.account.unacked[id]-was)
}

// settled counts a message that has been acknowledged or given up.
func (m *memory) settled(c *conn, id uint16) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.add(c, -c.account.unacked[id])
	delete(c.account.unacked, id)
}

func (m *memory) add(c *conn, n int64) {
	if c.account.closed {
		return
	}
	c.account.held += n
	if !c.account.exempt {
		m.held[c.account.named] += n
	}
}

func (m *memory) grow(c *conn, n int64) (excess *conn) {
	m.add(c, n)
	named := c.account.named
	if n <= 0 || m.held[named] <= m.max[named] {
		return nil
	}
	for other := range m.conns {
		if other.account.named != named || other.account.exempt {
			continue
		}
		if excess == nil || other.account.held > excess.account.held {
			excess = other
		}
	}
	if excess != nil {
		m.drop(excess)
	}
	return excess
}
