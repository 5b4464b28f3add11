package broker

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
)

// One has the turn at a time, everybody gets it, and one from elsewhere stands behind one
// client of a crowd and not behind all of them.
func TestTurn(t *testing.T) {
	turn := newTurn()
	crowd, other := netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("192.0.2.8/32")
	first := &conn{from: crowd}
	turn.take(first)
	turn.take(first) // it has it
	var inside, served atomic.Int32
	var late int32
	var all sync.WaitGroup
	queue := func(c *conn, before func()) {
		turn.mu.Lock()
		n := len(turn.waiting[c.from])
		turn.mu.Unlock()
		all.Add(1)
		go func() {
			defer all.Done()
			turn.take(c)
			if inside.Add(1) != 1 {
				t.Error("two have the turn")
			}
			before()
			served.Add(1)
			inside.Add(-1)
			turn.pass(c)
		}()
		for waits := n; waits == n; { // until it stands in the queue
			turn.mu.Lock()
			waits = len(turn.waiting[c.from])
			turn.mu.Unlock()
		}
	}
	for range 100 {
		queue(&conn{from: crowd}, func() {})
	}
	queue(&conn{from: other}, func() { late = served.Load() })
	turn.pass(first)
	turn.pass(first) // it has it no more
	all.Wait()
	if served.Load() != 101 {
		t.Errorf("%d of 101 had the turn", served.Load())
	}
	if late > 2 {
		t.Errorf("one from elsewhere waited for %d of a crowd", late)
	}
	if turn.taken || len(turn.waiting) > 0 || len(turn.order) > 0 {
		t.Error("after all of them the turn is not free")
	}
	turn.take(first)
}
