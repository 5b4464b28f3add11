package broker

import (
	"net/netip"
	"testing"
	"time"
)

// After wrong passwords a login has to wait, twice as long each time up to a minute. The
// right password ends that. Others do not have to wait.
func TestGuesses(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	g := newGuesses()
	g.now = func() time.Time { return now }
	here, there := address("192.0.2.7"), address("192.0.2.8")
	for n, want := range []time.Duration{0, 0, 0, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second, 32 * time.Second, time.Minute, time.Minute} {
		if got := g.wait(here, "ann"); got != want {
			t.Errorf("after %d wrong passwords the next one waits %v, want %v", n, got, want)
		}
		if got := g.wait(there, "ann"); got != 0 {
			t.Errorf("another address waits %v", got)
		}
		if got := g.wait(here, "tim"); got != 0 {
			t.Errorf("another user waits %v", got)
		}
		now = now.Add(g.wait(here, "ann"))
		g.failed(here, "ann")
	}
	g.succeeded(here, "ann")
	if got := g.wait(here, "ann"); got != 0 {
		t.Errorf("after the right password the next login waits %v", got)
	}

	// The wrong passwords for many users from one address are counted together. Only a few
	// can be tried in a day, and they are forgotten after a while.
	tried := 0
	for end := now.Add(24 * time.Hour); now.Before(end); tried++ {
		name := string(rune('a' + tried%26))
		now = now.Add(g.wait(here, name))
		g.failed(here, name)
	}
	if tried > 24*60+100 {
		t.Errorf("%d passwords were tried in a day from one address", tried)
	}
	now = now.Add(forgotten + time.Second)
	g.failed(here, "zoe")
	if got := g.wait(here, "zoe"); got != 0 {
		t.Errorf("after a while a wrong password makes the next one wait %v", got)
	}

	// A clock that is set back makes nobody wait longer than a minute.
	for range 10 {
		g.failed(there, "rea")
	}
	now = now.Add(-24 * time.Hour)
	if got := g.wait(there, "rea"); got > longestWait {
		t.Errorf("after the clock was set back a guess waits %v", got)
	}

	// Wrong passwords from many addresses do not fill the memory.
	for n := range 3 * maxGuessers {
		g.failed(address(netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}).String()), "ann")
	}
	if len(g.of) > maxGuessers+2 {
		t.Errorf("%d are remembered", len(g.of))
	}
}

// address returns a place with an IPv4 address, which is a neighbourhood of its own.
func address(ip string) place {
	p := netip.PrefixFrom(netip.MustParseAddr(ip), 32)
	return place{p, p}
}

// Wrong passwords do not keep out a user who has logged in before, except those for the
// same user from the same address.
func TestGuessesOfNeighbours(t *testing.T) {
	g := newGuesses()
	g.now = func() time.Time { return time.Unix(1_800_000_000, 0) }
	network := netip.MustParsePrefix("2001:db8:0:7::/64")
	table, stranger := place{network, netip.MustParsePrefix("2001:db8:0:7::1/128")}, place{network, netip.MustParsePrefix("2001:db8:0:7::2/128")}
	g.succeeded(table, "ann")
	for n := range 2 * freeGuessesOfPlace {
		g.failed(stranger, "ann")
		g.failed(stranger, string(rune('a'+n%26)))
	}
	if got := g.wait(stranger, "ann"); got == 0 {
		t.Error("the stranger need not wait")
	}
	if got := g.wait(stranger, "tim"); got == 0 {
		t.Error("the stranger need not wait with another name")
	}
	if got := g.wait(table, "ann"); got != 0 {
		t.Errorf("who was right before waits %v", got)
	}
	for range freeGuesses {
		g.failed(table, "ann")
	}
	if got := g.wait(table, "ann"); got != time.Second {
		t.Errorf("after wrong passwords of its own it waits %v, want a second", got)
	}
	for n := range 3 * maxGuessers {
		g.succeeded(address(netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}).String()), "ann")
	}
	if len(g.right) > maxGuessers {
		t.Errorf("%d are remembered", len(g.right))
	}
}
