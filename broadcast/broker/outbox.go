package broker

import (
	"crypto/tls"
	"net"
	"sync"
	"time"
)

// outbox holds what is to be sent to a client, so that no publisher has to wait for a
// client that does not read. While there is something to send, a goroutine writes it to the
// connection.
type outbox struct {
	line     net.Conn
	patience time.Duration // time for the client to read what was written together
	hold     func(bytes int)

	mu      sync.Mutex
	waiting []byte
	spare   []byte // memory to use again
	sending bool   // a goroutine is writing
	closing bool
	err     error
	done    sync.Cond // signals that sending has become false
}

// spareBytes is how much memory an outbox keeps while it is empty.
const spareBytes = 4 << 10

func newOutbox(line net.Conn, patience time.Duration, hold func(int)) *outbox {
	o := &outbox{line: line, patience: patience, hold: hold}
	o.done.L = &o.mu
	return o
}

// Write implements io.Writer. An error is that of an earlier write; the connection is
// closed by then.
func (o *outbox) Write(p []byte) (int, error) {
	o.hold(len(p)) // before locking: it may abort this outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.err != nil:
		return 0, o.err
	case o.closing:
		return 0, net.ErrClosed
	}
	o.waiting = append(o.waiting, p...)
	if !o.sending {
		o.sending = true
		go o.send()
	}
	return len(p), nil
}

// send writes until nothing is left.
func (o *outbox) send() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.waiting) > 0 && o.err == nil {
		batch := o.waiting
		o.waiting, o.spare = o.spare[:0], nil
		o.mu.Unlock()
		o.line.SetWriteDeadline(time.Now().Add(o.patience)) //nolint:errcheck // Write reports errors
		_, err := o.line.Write(batch)
		o.hold(-len(batch))
		o.mu.Lock()
		if cap(batch) <= spareBytes {
			o.spare = batch[:0]
		}
		if err != nil {
			o.fail(err)
		}
	}
	if o.closing {
		o.mu.Unlock() // closing TLS may wait
		o.line.Close()
		o.mu.Lock()
	}
	o.sending = false
	o.done.Broadcast()
}

// fail closes the connection. A client that does not read is cut off; when it reconnects,
// it gets all retained messages.
func (o *outbox) fail(err error) {
	if o.err == nil {
		o.err = err
	}
	o.waiting, o.spare = nil, nil
	hangUp(o.line)
}

// hangUp closes a connection at once. TLS would first announce that, and wait five seconds
// for a client that reads nothing; everybody who publishes to it would wait too.
func hangUp(line net.Conn) {
	under := line
	if web, ok := under.(*webConn); ok {
		under = web.Conn
	}
	if secure, ok := under.(*tls.Conn); ok {
		secure.NetConn().Close()
	}
	line.Close()
}

func (o *outbox) abort(err error) {
	hangUp(o.line) // first, so that a blocked write ends
	o.mu.Lock()
	defer o.mu.Unlock()
	o.fail(err)
}

// Close closes the connection when everything has been sent.
func (o *outbox) Close() error {
	o.mu.Lock()
	o.closing = true
	sending := o.sending
	o.mu.Unlock()
	if sending {
		return nil // send closes it
	}
	return o.line.Close()
}

// wait returns when everything has been sent.
func (o *outbox) wait() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.sending {
		o.done.Wait()
	}
}

// isEmpty reports whether there is nothing to send.
func (o *outbox) isEmpty() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return !o.sending
}
