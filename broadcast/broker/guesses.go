package broker

import (
	"net/netip"
	"sync"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
)

// How long a login has to wait after wrong passwords: not at all after the first few, then
// a second, and twice as long each time, up to a minute. They are counted for each user at
// an address, and for all users there together, since many devices behind one router count
// as one.
const (
	freeGuesses        = 3
	freeGuessesOfPlace = 20
	longestWait        = time.Minute
	forgotten          = 15 * time.Minute // after the last wrong password
	maxGuessers        = 4096
)

// place is where a login comes from.
type place struct {
	near netip.Prefix // its neighbourhood
	own  netip.Prefix // its exact address
}

// guesser identifies the source of wrong passwords.
type guesser struct {
	from netip.Prefix
	user string // "" for all users at the address
}

type failures struct {
	n    int
	last time.Time
}

// guesses counts wrong passwords. A user who has once given the right password at an
// address has to wait there only because of wrong passwords for this user from this very
// address. Otherwise anybody in the hall's network, which is one neighbourhood with IPv6,
// could keep the arbiter out.
type guesses struct {
	now func() time.Time

	mu    sync.Mutex
	of    map[guesser]failures
	right map[guesser]struct{} // by exact address
}

func newGuesses() *guesses {
	return &guesses{now: time.Now, of: map[guesser]failures{}, right: map[guesser]struct{}{}}
}

func placeOf(cl *mochi.Client) (p place) {
	if cl.Net.Conn == nil {
		return p
	}
	from := cl.Net.Conn.RemoteAddr()
	p.near = neighbourhood(from)
	if ip, ok := ipOf(from); ok {
		p.own = netip.PrefixFrom(ip, ip.BitLen())
	}
	return p
}

// wait returns how long a login has to wait; 0 means that its password may be checked. A
// login that comes too early does not count as wrong.
func (g *guesses) wait(from place, user string) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	who, wasRight := g.who(from, user)
	if wasRight {
		return g.left(who, freeGuesses)
	}
	return max(g.left(who, freeGuesses), g.left(guesser{from: from.near}, freeGuessesOfPlace))
}

// who returns the guesser for which wrong passwords of a user are counted, and whether the
// user has once logged in from there.
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
	return max(0, min(wait, f.last.Add(wait).Sub(g.now()))) // a clock that is set back does not make the wait longer
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

// forget makes room when there are many guessers: it first removes those who failed long
// ago or rarely, then any.
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

// succeeded removes a user's wrong passwords at an address.
func (g *guesses) succeeded(from place, user string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	who, _ := g.who(from, user)
	delete(g.of, who)
	if len(g.right) >= maxGuessers {
		clear(g.right) // users are remembered again at their next login
	}
	g.right[guesser{from.own, user}] = struct{}{}
}
