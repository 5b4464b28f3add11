package broker

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Only one client has the turn at a time, and every client gets it. A client from another
// address waits for one of a crowd's clients, not for all of them.
func TestTurn(t *testing.T) {
	turn := newTurn()
	turn.wait = func(_ time.Duration, then func()) { go then() }
	crowd, other := netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("192.0.2.8/32")
	first := &conn{from: crowd}
	turn.take(first)
	turn.take(first) // it has the turn
	var inside, served atomic.Int32
	var late int32
	var all sync.WaitGroup
	queue := func(c *conn, before func()) {
		n := waiting(turn, c.from)
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
		for waits := n; waits == n; { // until it is in the queue
			waits = waiting(turn, c.from)
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
	turn.pass(first) // it gives the turn up
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

// After the turn of a client that has had turns before, others of that kind wait; a client
// that comes for the first time does not.
func TestTurnRests(t *testing.T) {
	turn := newTurn()
	now := time.Unix(0, 0)
	turn.now = func() time.Time { return now }
	var rest time.Duration
	var rested func()
	turn.wait = func(d time.Duration, then func()) { rest, rested = d, then }
	for _, test := range []struct{ took, rest time.Duration }{{10 * time.Millisecond, 20 * time.Millisecond}, {time.Minute, longestRest}} {
		again := &conn{hadTurn: true}
		turn.take(again)
		now = now.Add(test.took)
		turn.pass(again)
		if rest != test.rest {
			t.Errorf("after a turn of %v there is a rest of %v, not of %v", test.took, rest, test.rest)
		}
		first := &conn{}
		turn.take(first)
		now = now.Add(time.Minute)
		turn.pass(first)
		if rest != test.rest {
			t.Errorf("a first turn was followed by a rest of %v", rest)
		}
		next, in := &conn{hadTurn: true}, make(chan bool)
		go func() { in <- turn.take(next) }()
		for n := 0; n == 0; n = waiting(turn, next.from) {
		}
		rested()
		if !<-in {
			t.Error("after the rest nobody has the turn")
		}
		turn.pass(next)
		rested()
	}
}

// A client that disconnects while it waits does not get the turn, and holds up nobody.
func TestTurnOfOneWhoIsGone(t *testing.T) {
	turn := newTurn()
	has := &conn{}
	turn.take(has)
	gone := &conn{gone: make(chan struct{})}
	close(gone.gone)
	if turn.take(gone) {
		t.Error("one who is gone has a turn that another one has")
	}
	turn.pass(gone) // as its goroutine would
	if waiting(turn, gone.from) > 0 || !turn.taken {
		t.Error("one who is gone still waits, or has ended another's turn")
	}
	turn.pass(has)
	if turn.taken {
		t.Error("nobody waits, and the turn is taken")
	}
}

// waiting returns how many clients from an address are in the queues.
func waiting(t *turn, from netip.Prefix) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.queues[0].waiting[from]) + len(t.queues[1].waiting[from])
}
