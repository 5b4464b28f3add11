package broker

import (
	"net/netip"
	"sync"
)

// heavyWork lets few clients at a time have the broker do what takes long: hash their passwords,
// one at a time (login), and sign for their handshakes (signer). After a restart all devices of a
// hall log in at the same moment, and a stranger may try every name at once; an argon2id hash takes
// up to 64 MiB, and the boards need the processors. Addresses take turns, so that one that guesses
// passwords does not keep the others waiting.
type heavyWork struct {
	mu    sync.Mutex
	free  int // turns
	queue queue
}

func newHeavyWork(atOnce int) *heavyWork {
	return &heavyWork{free: atOnce, queue: queue{waiting: map[netip.Prefix][]chan struct{}{}}}
}

// acquire waits for a turn, which release gives up. It returns false if gone or stopped is closed
// before.
func (h *heavyWork) acquire(from netip.Prefix, gone, stopped <-chan struct{}) bool {
	h.mu.Lock()
	if h.free > 0 {
		h.free--
		h.mu.Unlock()
		return true
	}
	mine := h.queue.join(from)
	h.mu.Unlock()
	select {
	case <-mine:
		return true
	case <-gone:
	case <-stopped:
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.queue.leave(from, mine) // it may have got the turn in the meantime
}

// release gives the turn to the next one.
func (h *heavyWork) release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.queue.next() {
		h.free++
	}
}
