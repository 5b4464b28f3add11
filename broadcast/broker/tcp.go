package broker

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/mochi-mqtt/server/v2/listeners"
)

// tcpListener listens for MQTT over TCP. Unlike the broker library's own listener it waits,
// when it is closed, for every connection, including those that have sent nothing yet.
type tcpListener struct {
	address   string
	tls       *secured // nil means no TLS
	admission *admission
	net       net.Listener
	conns     connSet
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
func (l *tcpListener) Init(_ *slog.Logger) error {
	listener, err := net.Listen("tcp", l.address)
	if err == nil {
		l.net = &counted{listener, l.admission.entrance, l.admission.turned}
	}
	return err
}

// Serve implements listeners.Listener.
func (l *tcpListener) Serve(establish listeners.EstablishFn) {
	for {
		conn, err := l.net.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // usually out of file descriptors: a client that leaves frees one
			l.admission.log.Error("a client could not be accepted", "address", l.Address(), "error", err)
			time.Sleep(acceptPause)
			continue
		}
		if !l.conns.add(conn) {
			conn.Close()
			return
		}
		go func() {
			defer l.conns.remove(conn)
			c := l.admission.accept(conn)
			defer l.admission.leave(c)
			line, err := l.tls.shake(conn)
			if errors.Is(err, io.EOF) { // somebody only checked whether the port is open
				return
			}
			if err != nil {
				l.admission.refuse(conn.RemoteAddr().String(), "", err.Error())
				return
			}
			c.await(line)
			c.serve(listenerTCP, establish)
		}()
	}
}

// Close implements listeners.Listener. It closes the connections itself: the library's way
// takes a lock that it already holds, and would wait for ever if a client connects at that
// moment (mochi 2.7.9, Clients.GetByListener).
func (l *tcpListener) Close(listeners.CloseFn) {
	l.net.Close()
	l.conns.close()
}
