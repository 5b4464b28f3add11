package broker

import (
	"log/slog"
	"net"
	"net/netip"
	"testing"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"golang.org/x/time/rate"

	"touchmove/broadcast"
	"touchmove/broadcast/broker/guard"
)

// Clients without a name share one budget, those with a name another. When it is exceeded,
// the client that holds the most is cut off, but never the daemon.
func TestMemoryBudget(t *testing.T) {
	m := newMemory()
	m.max = map[bool]int64{false: 100, true: 100}
	a, b, named, daemon := &conn{}, &conn{}, &conn{}, &conn{}
	for _, c := range []*conn{a, b, named, daemon} {
		m.open(c)
	}
	m.login(named, false)
	m.login(daemon, true)
	for _, c := range []struct {
		what   string
		who    *conn
		n      int
		excess *conn
	}{
		{"the first", a, 60, nil}, {"up to the budget", b, 40, nil}, {"one with a name", named, 100, nil},
		{"the daemon", daemon, 1000, nil}, {"given back", a, -10, nil}, {"more than the budget", b, 11, b}, {"who has gone", b, 90, nil},
		{"after that", a, 40, nil}, {"alone", named, 1, named},
	} {
		if excess := m.hold(c.who, c.n); excess != c.excess {
			t.Errorf("%s holds %d more: the wrong one goes, or none", c.what, c.n)
		}
	}
	if m.held[false] != 90 || m.held[true] != 0 || len(m.conns) != 2 {
		t.Errorf("held are %v by %d", m.held, len(m.conns))
	}
}

// When all places of readers are taken, a computer with many readers gives one up to
// another computer, and a reader that has subscribed to nothing gives its own up. Otherwise
// there is no room.
func TestRoomForAnotherAddress(t *testing.T) {
	a := newAdmission(Options{}, slog.New(slog.DiscardHandler))
	a.patience = time.Minute
	a.crowds[reader] = newCrowd(4)
	come := func(from string, asked bool) (c *conn, in bool) {
		line, other := net.Pipe()
		t.Cleanup(func() { line.Close(); other.Close() })
		c = &conn{Conn: line, line: line, admission: a, gone: make(chan struct{}), since: time.Now(), from: netip.MustParsePrefix(from)}
		c.guard = guard.New(line, guard.Limits{}, time.Minute, func(int) {})
		c.asked.Store(asked)
		return c, a.admit(c, reader)
	}
	isGone := func(c *conn) bool {
		select {
		case <-c.gone:
			return true
		case <-time.After(5 * time.Second):
			return false
		}
	}
	var first []*conn
	for range 4 {
		c, in := come("192.0.2.1/32", true)
		if !in {
			t.Fatal("there is no room for four")
		}
		first = append(first, c)
	}
	if _, in := come("192.0.2.1/32", true); in {
		t.Error("a computer with all places has one more")
	}
	if _, in := come("192.0.2.2/32", true); !in || !isGone(first[3]) {
		t.Error("another computer does not get the newest place of the one with the most")
	}
	if _, in := come("192.0.2.3/32", true); !in || !isGone(first[2]) {
		t.Error("a third computer does not get a place")
	}
	if _, in := come("192.0.2.4/32", true); in != true {
		t.Error("a fourth computer does not get a place")
	}
	if _, in := come("192.0.2.4/32", true); in {
		t.Error("there is room for a second connection of one where all have one")
	}
	a.crowds[reader] = newCrowd(2)
	idle, _ := come("192.0.2.1/32", false)
	idle.since = time.Now().Add(-2 * a.patience)
	come("192.0.2.1/32", true)
	var got []bool
	for range 2 {
		_, in := come("192.0.2.1/32", true)
		got = append(got, in)
	}
	if !got[0] || got[1] || !isGone(idle) {
		t.Errorf("in the place of one that asks for nothing come %v", got)
	}
}

// A player's login may send a hundred commands at once, and then five per second. Commands
// that come faster wait, and are dropped when their connection closes.
func TestPaceOfCommands(t *testing.T) {
	a := &access{paces: map[string]*rate.Limiter{"white-7": commandPace(broadcast.Seat), "ann": commandPace(broadcast.Arbiter)}}
	c := &conn{gone: make(chan struct{})}
	close(c.gone) // do not wait in a test
	cl := &mochi.Client{}
	cl.Net.Conn = c
	for name, want := range map[string]int{"white-7": 100, "ann": 200} {
		n := 0
		for n < 1000 && a.pace(cl, name) {
			n++
		}
		if n < want || n > want+50 {
			t.Errorf("%s sends %d commands at once, want %d", name, n, want)
		}
	}
}
