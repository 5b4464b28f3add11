package broadcast

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/mochi-mqtt/server/v2/listeners"
)

// tcpListener takes MQTT over TCP. Unlike the broker library's own it waits on
// closing for every connection, also those that have said nothing yet.
type tcpListener struct {
	address string
	tls     *secured // nil is plain
	door    *door
	net     net.Listener
	log     *slog.Logger
	conns   conns
}

// ID implements listeners.Listener.
func (l *tcpListener) ID() string { return listenerTCP }

// Address implements listeners.Listener.
func (l *tcpListener) Address() string {
	if l.net == nil {
		return l.address
	}
	return l.net.Addr().String()
}

// Protocol implements listeners.Listener.
func (l *tcpListener) Protocol() string { return "tcp" }

// Init implements listeners.Listener.
func (l *tcpListener) Init(log *slog.Logger) (err error) {
	l.log = log
	l.net, err = net.Listen("tcp", l.address)
	return err
}

// Serve implements listeners.Listener.
func (l *tcpListener) Serve(establish listeners.EstablishFn) {
	for {
		conn, err := l.net.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // no more files, as it mostly is: who goes gives one back
			l.door.log.Error("a client could not be let in", "address", l.Address(), "error", err)
			time.Sleep(acceptPause)
			continue
		}
		if !l.conns.add(conn) {
			conn.Close()
			return
		}
		go func() {
			defer l.conns.remove(conn)
			g := l.door.come(conn)
			defer g.leave()
			line, err := l.tls.shake(conn)
			if errors.Is(err, io.EOF) { // somebody looked whether the port is open
				return
			}
			if err != nil {
				l.door.refuse(conn.RemoteAddr().String(), "", err.Error())
				return
			}
			g.await(line)
			g.attend(listenerTCP, establish)
		}()
	}
}

// Close implements listeners.Listener. It ends the connections itself: the
// library's way takes a lock that it already holds, and waits for itself for ever
// when a client connects in that moment (mochi 2.7.9, Clients.GetByListener).
func (l *tcpListener) Close(listeners.CloseFn) {
	l.net.Close()
	l.conns.close()
}

// conns are the open connections of a listener. The zero value has none.
type conns struct {
	mu     sync.Mutex
	open   map[net.Conn]struct{}
	closed bool
	busy   sync.WaitGroup
}

// add is called before a connection is served, remove after. When add returns
// false the listener has been closed, and the connection must not be served.
func (c *conns) add(conn net.Conn) bool {
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

func (c *conns) remove(conn net.Conn) {
	c.mu.Lock()
	delete(c.open, conn)
	c.mu.Unlock()
	conn.Close()
	c.busy.Done()
}

// close breaks all connections and waits until none is served any more.
func (c *conns) close() {
	c.mu.Lock()
	c.closed = true
	for conn := range c.open {
		conn.Close()
	}
	c.mu.Unlock()
	c.busy.Wait()
}
