package broker

import (
	"net/netip"
	"sync"
)

// hashing lets one login at a time hash its password. After a restart all devices of a hall
// log in at the same moment, and a stranger may try every name at once; an argon2id hash
// takes up to 64 MiB, and the boards need the processors. Addresses take turns, so that one
// that guesses passwords does not keep the others waiting. Handshakes sign in the same way
// (signer).
type hashing struct {
	mu    sync.Mutex
	taken bool
	queue queue
}

func newHashing() *hashing {
	return &hashing{queue: queue{waiting: map[netip.Prefix][]chan struct{}{}}}
}

// take waits for a turn, which pass gives up. It returns false if gone or stopped is closed
// before.
func (h *hashing) take(from netip.Prefix, gone, stopped <-chan struct{}) bool {
	h.mu.Lock()
	if !h.taken {
		h.taken = true
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

// pass gives the turn to the next login.
func (h *hashing) pass() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.taken = h.queue.next()
}
