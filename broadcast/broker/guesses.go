package broker

import (
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

// guesser is where wrong passwords come from.
type guesser struct {
	from netip.Prefix
	user string // "" is all at the address
}

type failures struct {
	n    int
	last time.Time
}

// guesses counts wrong passwords.
type guesses struct {
	now func() time.Time

	mu sync.Mutex
	of map[guesser]failures
}

func newGuesses() *guesses { return &guesses{now: time.Now, of: map[guesser]failures{}} }

func neighbourhoodOf(cl *mochi.Client) netip.Prefix {
	if cl.Net.Conn == nil {
		return netip.Prefix{}
	}
	n, _ := neighbourhood(cl.Net.Conn.RemoteAddr())
	return n
}

// wait is how long a guess has to wait; 0 is that it may be looked at. One that comes too
// early does not count.
func (g *guesses) wait(from netip.Prefix, user string) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return max(g.left(guesser{from, user}, freeGuesses), g.left(guesser{from: from}, freeGuessesOfPlace))
}

func (g *guesses) left(who guesser, free int) time.Duration {
	f := g.of[who]
	if f.n < free {
		return 0
	}
	wait := min(longestWait, time.Second<<min(f.n-free, 10))
	return max(0, min(wait, f.last.Add(wait).Sub(g.now()))) // a clock that is set back makes nobody wait longer
}

// failed counts a wrong password.
func (g *guesses) failed(from netip.Prefix, user string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if len(g.of) >= maxGuessers {
		g.forget(now)
	}
	for _, who := range []guesser{{from, user}, {from: from}} {
		f := g.of[who]
		if now.Sub(f.last) > forgotten {
			f.n = 0
		}
		g.of[who] = failures{f.n + 1, now}
	}
}

// forget makes room for many: who failed long ago, or seldom, goes first, and then anybody.
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
func (g *guesses) succeeded(from netip.Prefix, user string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.of, guesser{from, user})
}
