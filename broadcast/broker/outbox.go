package broker

import (
	"crypto/tls"
	"net"
	"sync"
	"time"
)

// outbox holds what is to be sent to a client, so that no publisher waits for a client that
// does not read. A goroutine writes it to the connection as long as there is something.
type outbox struct {
	line     net.Conn
	patience time.Duration // for the client to take what was written together
	hold     func(bytes int)

	mu      sync.Mutex
	waiting []byte
	spare   []byte // memory of what went before
	sending bool   // a goroutine is at it
	closing bool
	err     error
	done    sync.Cond // sending has become false
}

// spareBytes is how much memory an outbox keeps while it is empty.
const spareBytes = 4 << 10

func newOutbox(line net.Conn, patience time.Duration, hold func(int)) *outbox {
	o := &outbox{line: line, patience: patience, hold: hold}
	o.done.L = &o.mu
	return o
}

// Write implements io.Writer. An error is that of an earlier write: the line is closed
// then.
func (o *outbox) Write(p []byte) (int, error) {
	o.hold(len(p)) // before the lock: it may abort this very outbox
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

// send writes until nothing is waiting.
func (o *outbox) send() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.waiting) > 0 && o.err == nil {
		batch := o.waiting
		o.waiting, o.spare = o.spare[:0], nil
		o.mu.Unlock()
		o.line.SetWriteDeadline(time.Now().Add(o.patience)) //nolint:errcheck // Write says it
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
		o.mu.Unlock() // TLS says that it ends, and may wait for that
		o.line.Close()
		o.mu.Lock()
	}
	o.sending = false
	o.done.Broadcast()
}

// fail ends it. A client that does not read is cut off; when it comes back it gets what is
// retained.
func (o *outbox) fail(err error) {
	if o.err == nil {
		o.err = err
	}
	o.waiting, o.spare = nil, nil
	hangUp(o.line)
}

// hangUp closes a connection at once. TLS would first announce the end, and wait five
// seconds for a client that reads nothing; all who publish to it would wait as well.
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
	hangUp(o.line) // first, so that a write that stands ends
	o.mu.Lock()
	defer o.mu.Unlock()
	o.fail(err)
}

// Close closes the connection once everything is sent.
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
