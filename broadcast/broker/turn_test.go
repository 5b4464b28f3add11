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
		n := waiting(turn, c.from)
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
			waits = waiting(turn, c.from)
			turn.mu.Unlock()
		}
	}
	var again int32
	for range 100 {
		queue(&conn{from: crowd, hadTurn: true}, func() {})
	}
	for range 100 {
		queue(&conn{from: crowd}, func() {})
	}
	queue(&conn{from: other}, func() { late = served.Load() })
	queue(&conn{from: other, hadTurn: true}, func() { again = served.Load() })
	turn.pass(first)
	turn.pass(first) // it has it no more
	all.Wait()
	if served.Load() != 202 {
		t.Errorf("%d of 202 had the turn", served.Load())
	}
	if again < 101 {
		t.Errorf("one who had subscribed before waited for %d of the 101 who had not", again)
	}
	if late > 2 {
		t.Errorf("one from elsewhere waited for %d of a crowd", late)
	}
	if turn.taken || waiting(turn, crowd)+waiting(turn, other) > 0 {
		t.Error("after all of them the turn is not free")
	}
	turn.take(first)
}

// waiting is how many clients of an address stand in a queue.
func waiting(t *turn, from netip.Prefix) int {
	return len(t.queues[0].waiting[from]) + len(t.queues[1].waiting[from])
}
