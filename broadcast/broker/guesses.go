package broker

import (
	"net"
	"net/netip"
	"sync"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
)

// How long who gives wrong passwords has to wait: nothing for the first, then a second, and
// twice as long each time, up to a minute. They are counted for each user at an address,
// and for all users at it together, where many devices behind one router count as one.
const (
	freeGuesses        = 3
	freeGuessesOfPlace = 20
	longestWait        = time.Minute
	forgotten          = 15 * time.Minute // after the last wrong one
	maxGuessers        = 4096
)

// place is where a login comes from.
type place struct {
	near netip.Prefix // its neighbourhood
	own  netip.Prefix // its very address
}

// guesser is where wrong passwords come from.
type guesser struct {
	from netip.Prefix
	user string // "" is all at the address
}

type failures struct {
	n    int
	last time.Time
}

// guesses counts wrong passwords. A user who has been right once at an address is kept
// waiting there by wrong ones for the same user from the same address alone: else anybody
// in the hall's network, which is one neighbourhood with IPv6, could keep the arbiter out.
type guesses struct {
	now func() time.Time

	mu    sync.Mutex
	of    map[guesser]failures
	right map[guesser]struct{} // by the very address
}

func newGuesses() *guesses {
	return &guesses{now: time.Now, of: map[guesser]failures{}, right: map[guesser]struct{}{}}
}

func placeOf(cl *mochi.Client) (p place) {
	if cl.Net.Conn == nil {
		return p
	}
	from := cl.Net.Conn.RemoteAddr()
	p.near, _ = neighbourhood(from)
	if tcp, ok := from.(*net.TCPAddr); ok {
		ip := tcp.AddrPort().Addr().Unmap().WithZone("")
		p.own = netip.PrefixFrom(ip, ip.BitLen())
	}
	return p
}

// wait returns how long a guess has to wait; 0 means that it may be checked. One that comes
// too early does not count.
func (g *guesses) wait(from place, user string) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	who, wasRight := g.who(from, user)
	if wasRight {
		return g.left(who, freeGuesses)
	}
	return max(g.left(who, freeGuesses), g.left(guesser{from: from.near}, freeGuessesOfPlace))
}

// who is by whom the wrong passwords for a user are counted, and whether a right one came
// from there.
func (g *guesses) who(from place, user string) (who guesser, wasRight bool) {
	who = guesser{from.own, user}
	if _, wasRight = g.right[who]; !wasRight {
		who.from = from.near
	}
	return who, wasRight
}

func (g *guesses) left(who guesser, free int) time.Duration {
	f := g.of[who]
	if f.n < free {
		return 0
	}
	wait := min(longestWait, time.Second<<min(f.n-free, 10))
	return max(0, min(wait, f.last.Add(wait).Sub(g.now()))) // a clock that is set back makes nobody wait longer
}

// failed records a wrong password.
func (g *guesses) failed(from place, user string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if len(g.of) >= maxGuessers {
		g.forget(now)
	}
	own, _ := g.who(from, user)
	for _, who := range []guesser{own, {from: from.near}} {
		f := g.of[who]
		if now.Sub(f.last) > forgotten {
			f.n = 0
		}
		g.of[who] = failures{f.n + 1, now}
	}
}

// forget makes room when there are many: first those who failed long ago or rarely, then any.
func (g *guesses) forget(now time.Time) {
	for who, f := range g.of {
		if now.Sub(f.last) > forgotten || f.n < freeGuesses {
			delete(g.of, who)
		}
	}
	for who := range g.of { // in no order
		if len(g.of) <= maxGuessers/2 {
			return
		}
		delete(g.of, who)
	}
}

// succeeded forgets a user's wrong passwords at an address.
func (g *guesses) succeeded(from place, user string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	who, _ := g.who(from, user)
	delete(g.of, who)
	if len(g.right) >= maxGuessers {
		clear(g.right) // whoever comes again is remembered again
	}
	g.right[guesser{from.own, user}] = struct{}{}
}
