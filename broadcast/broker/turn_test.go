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
	turn.now = func() time.Time { return time.Unix(0, 0) }
	crowd, other := netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("192.0.2.8/32")
	first := &conn{from: crowd}
	turn.acquire(first)
	turn.acquire(first) // it has the turn
	var inside, served atomic.Int32
	var late int32
	var all sync.WaitGroup
	queue := func(c *conn, before func()) {
		n := waiting(turn, c.from)
		all.Add(1)
		go func() {
			defer all.Done()
			turn.acquire(c)
			if inside.Add(1) != 1 {
				t.Error("two have the turn")
			}
			before()
			served.Add(1)
			inside.Add(-1)
			turn.release(c)
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
	turn.release(first)
	turn.release(first) // it gives the turn up
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
	turn.acquire(first)
}

// After the turn of a client that is no newcomer, others of that kind wait for twice as long
// as it took, and newcomers do not. Newcomers' turns make everybody wait for half as long.
func TestTurnRests(t *testing.T) {
	turn, clock := newTestTurn()
	again := func() *conn { return &conn{hadTurn: true} }
	for _, test := range []struct{ took, rest time.Duration }{{10 * time.Millisecond, 20 * time.Millisecond}, {time.Minute, longestRest}} {
		turn.spent = map[netip.Prefix]spending{}
		if rest := clock.turn(turn, again(), test.took); rest != test.rest {
			t.Errorf("after a turn of %v there is a rest of %v, not of %v", test.took, rest, test.rest)
		}
		if turn.mustWait(newcomer) {
			t.Error("newcomers wait for the rest of others")
		}
		next, in := again(), make(chan bool)
		go func() { in <- turn.acquire(next) }()
		for n := 0; n == 0; n = waiting(turn, next.from) {
		}
		clock.rested()
		if !<-in {
			t.Error("after the rest nobody has the turn")
		}
		turn.release(next)
	}
	turn.spent = map[netip.Prefix]spending{}
	for n, owes := range []time.Duration{2, 4, 0} {
		rest := clock.turn(turn, &conn{}, 4*time.Millisecond)
		if n < 2 && rest != 0 || turn.owed != owes*time.Millisecond {
			t.Errorf("after %d turns of newcomers of 4 ms there is a rest of %v, and %v are owed", n+1, rest, turn.owed)
		}
		if n == 2 && (rest != 6*time.Millisecond || !turn.mustWait(newcomer) || !turn.mustWait(returning)) {
			t.Errorf("after 12 ms of newcomers there is a rest of %v", rest)
		}
	}
	clock.rested()
	if turn.mustWait(returning) {
		t.Error("after the rest somebody may not have the turn")
	}
}

// A client that reconnects for each turn is a newcomer until the turns of its address
// have taken too long, and again some time later. Other addresses are not affected.
func TestTurnOfAnAddress(t *testing.T) {
	turn, clock := newTestTurn()
	crowd, other := netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("192.0.2.8/32")
	comes := func(from netip.Prefix) (asNewcomer bool) {
		clock.turn(turn, &conn{from: from}, 10*time.Millisecond)
		clock.rested()
		return turn.kind == newcomer
	}
	n := 1
	for ; comes(crowd); n++ {
	}
	if took := time.Duration(n) * 10 * time.Millisecond; took < allowance || took > allowance+allowance/4 {
		t.Errorf("an address has newcomers for %v", took)
	}
	if !comes(other) {
		t.Error("another address has no newcomers")
	}
	for range 10000 {
		comes(crowd)
	}
	clock.now = clock.now.Add(10*allowance + time.Second)
	if !comes(crowd) {
		t.Error("an address never has newcomers again")
	}
	for i := range 2 * maxSpending {
		comes(netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}), 32))
	}
	if len(turn.spent) > maxSpending {
		t.Errorf("%d addresses are remembered", len(turn.spent))
	}
}

// While the daemon publishes, no turn begins, unless it never stops.
func TestTurnWhileTheDaemonPublishes(t *testing.T) {
	turn, clock := newTestTurn()
	boards := []*conn{{}, {}}
	next, in := &conn{}, make(chan bool, 1)
	turn.publishes(boards[0])
	go func() { in <- turn.acquire(next) }()
	for n := 0; n == 0; n = waiting(turn, next.from) {
	}
	turn.publishes(boards[0])
	turn.publishes(boards[1])
	turn.published(boards[0], true)
	turn.published(boards[1], false)
	if turn.taken {
		t.Error("a turn begins before the daemon has published everything")
	}
	turn.published(boards[0], false)
	turn.published(boards[0], false)
	if !<-in || turn.publishing != 0 {
		t.Error("the daemon is done, and nobody has the turn")
	}
	turn.release(next)
	turn.publishes(boards[0])
	clock.now = clock.now.Add(longestPublishing)
	turn.published(boards[0], true)
	if turn.mustWait(returning) {
		t.Error("a daemon that never stops keeps readers waiting")
	}
}

// testClock is the time of a turn in a test, which passes only when the test says so.
type testClock struct {
	now    time.Time
	rest   time.Duration
	resume []func()
}

func newTestTurn() (*turn, *testClock) {
	t, c := newTurn(), &testClock{now: time.Unix(0, 0)}
	t.now = func() time.Time { return c.now }
	t.wait = func(d time.Duration, then func()) { c.rest, c.resume = d, append(c.resume, then) }
	return t, c
}

// turn gives a client the turn for a time, and returns the rest that follows.
func (c *testClock) turn(t *turn, who *conn, took time.Duration) (rest time.Duration) {
	c.rest = 0
	t.acquire(who)
	c.now = c.now.Add(took)
	t.release(who)
	return c.rest
}

// rested ends all rests.
func (c *testClock) rested() {
	for _, resume := range c.resume {
		resume()
	}
	c.resume = nil
}

// A client that disconnects while it waits does not get the turn, and holds up nobody.
func TestTurnOfOneWhoIsGone(t *testing.T) {
	turn := newTurn()
	has := &conn{}
	turn.acquire(has)
	gone := &conn{gone: make(chan struct{})}
	close(gone.gone)
	if turn.acquire(gone) {
		t.Error("one who is gone has a turn that another one has")
	}
	turn.release(gone) // as its goroutine would
	if waiting(turn, gone.from) > 0 || !turn.taken {
		t.Error("one who is gone still waits, or has ended another's turn")
	}
	turn.release(has)
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
