package broker

import (
	"sync"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// retainedLock keeps the broker library from reading retained messages while one is being
// stored. The library changes the topic of a message under a lock that it does not take
// when it reads it (mochi 2.7.9, TopicsIndex.RetainMessage and scanMessages), so that a
// subscription with a wildcard could read a half-written one. Storing and subscribing take
// turns.
type retainedLock struct {
	mochi.HookBase

	turn chan struct{} // has an element while somebody has the turn

	mu   sync.Mutex
	held map[*mochi.Client]struct{}
}

// turnWait is the longest wait for a turn. A subscriber that does not read must not hold up
// everybody else; after this time the library's own behaviour applies.
const turnWait = 250 * time.Millisecond

func newRetainedLock() *retainedLock {
	return &retainedLock{turn: make(chan struct{}, 1), held: map[*mochi.Client]struct{}{}}
}

// ID implements mochi.Hook.
func (r *retainedLock) ID() string { return "retained-lock" }

// Provides implements mochi.Hook.
func (r *retainedLock) Provides(what byte) bool {
	switch what {
	case mochi.OnPublish, mochi.OnWill, mochi.OnRetainMessage, mochi.OnSubscribed, mochi.OnPacketProcessed, mochi.OnDisconnect:
		return true
	}
	return false
}

func (r *retainedLock) acquire(cl *mochi.Client) {
	r.mu.Lock()
	_, has := r.held[cl]
	r.mu.Unlock()
	if has {
		return
	}
	select {
	case r.turn <- struct{}{}:
	default:
		timer := time.NewTimer(turnWait)
		defer timer.Stop()
		select {
		case r.turn <- struct{}{}:
		case <-timer.C:
			return
		}
	}
	r.mu.Lock()
	r.held[cl] = struct{}{}
	r.mu.Unlock()
}

func (r *retainedLock) release(cl *mochi.Client) {
	r.mu.Lock()
	_, has := r.held[cl]
	delete(r.held, cl)
	r.mu.Unlock()
	if has {
		<-r.turn
	}
}

// OnPublish implements mochi.Hook. It must be the last hook: a message refused by another
// hook is not stored.
func (r *retainedLock) OnPublish(cl *mochi.Client, pk packets.Packet) (packets.Packet, error) {
	if pk.FixedHeader.Retain {
		r.acquire(cl)
	}
	return pk, nil
}

// OnWill implements mochi.Hook.
func (r *retainedLock) OnWill(cl *mochi.Client, will mochi.Will) (mochi.Will, error) {
	if will.Retain && will.WillDelayInterval == 0 {
		r.acquire(cl)
	}
	return will, nil
}

// OnRetainMessage implements mochi.Hook.
func (r *retainedLock) OnRetainMessage(cl *mochi.Client, _ packets.Packet, _ int64) { r.release(cl) }

// OnSubscribed implements mochi.Hook. After it, the library looks for retained messages.
func (r *retainedLock) OnSubscribed(cl *mochi.Client, _ packets.Packet, _ []byte) { r.acquire(cl) }

// OnPacketProcessed implements mochi.Hook.
func (r *retainedLock) OnPacketProcessed(cl *mochi.Client, _ packets.Packet, _ error) { r.release(cl) }

// OnDisconnect implements mochi.Hook.
func (r *retainedLock) OnDisconnect(cl *mochi.Client, _ error, _ bool) { r.release(cl) }
