package daemon

import (
	"time"

	"golang.org/x/time/rate"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// A journal that is too long is not read at the next start. A contact that chatters all night
// would make a hundred records a second, a clock whose line picks up the mains fifty, and a
// program with a login twenty. So each of them is allowed a burst, more than hands need, and
// after that a rate. Beyond a quarter of the longest journal the rates are so low that weeks are left
// to end the game: more than that could not be read on the smallest computer within the memory of the unit.
const (
	chatterBurst = 100                    // changes of one square
	chatterEvery = 15 * time.Second       // after which a square may change once more
	chatterTurn  = 500 * time.Millisecond // between scans in which squares that have no burst left may change
	chatterLate  = 30 * time.Second       // the same in a long journal
	crowded      = 3                      // changes in such a scan that are one record

	pressBurst = 600
	pressRate  = 1   // presses a second
	pressLate  = .05 // the same in a long journal

	playerBurst   = 256 << 10 // bytes of commands from both players' devices
	playerRate    = 128       // bytes a second
	officialBurst = 8 << 20   // the same from everybody else
	officialRate  = 1 << 10
	commandLate   = 1. / 64  // factor of both rates in a long journal
	officialCost  = 2 << 10  // bytes that a command takes, with what follows from it, in memory for the whole game
	readingCost   = 256      // the same of a clock reading, of which nothing follows: an external clock sends one a second
	playerCost    = 512      // and of players, who may send fewer in all
	gameCost      = 64 << 10 // and those of a new game, which has a file of its own
)

const long = journal.Longest / 4

// growth bounds what is added to the journals of a board. It is for the goroutine that scans.
type growth struct {
	now                time.Duration // time of the scan
	long               bool          // the journal has a quarter of the longest length
	squares            [64]spentChanges
	turn               time.Duration // when squares that have no burst left may change next
	together           bool          // so many squares have changed that a whole scan is shorter than a record for each
	presses            *rate.Limiter
	by                 rules.Color  // of the latest press that became a record
	lost               *rules.Color // of the latest press, if it became none
	players, officials *shares
}

// spentChanges are the changes of a square that it has not yet earned again.
type spentChanges struct {
	n  float64
	at time.Duration
}

func newGrowth() *growth {
	return &growth{
		presses: rate.NewLimiter(pressRate, pressBurst),
		players: newShares(playerRate, playerBurst), officials: newShares(officialRate, officialBurst),
	}
}

// begin begins a scan, when the journal has this many bytes.
func (g *growth) begin(at time.Duration, length int64) {
	g.now, g.together = at, false
	if is := length >= long; is != g.long {
		g.long = is
		press, factor := rate.Limit(pressRate), rate.Limit(1)
		if is {
			press, factor = pressLate, commandLate
		}
		g.presses.SetLimit(press)
		g.players.change(at, playerRate*float64(factor))
		g.officials.change(at, officialRate*float64(factor))
	}
}

// changes returns a reading in which squares that have changed too often keep what they show.
func (g *growth) changes(seen, shown sensors.Scan) sensors.Scan {
	if seen == shown {
		return seen
	}
	due, used, changed := g.now >= g.turn, false, 0
	for sq := range seen {
		if seen[sq] == shown[sq] {
			continue
		}
		s := &g.squares[sq]
		if !g.long {
			s.n = max(0, s.n-float64(g.now-s.at)/float64(chatterEvery))
		}
		s.at = g.now
		switch {
		case s.n+1 <= chatterBurst && !g.long:
			s.n++
		case due:
			used = true
		default:
			seen[sq] = shown[sq]
			continue
		}
		changed++
	}
	if used {
		g.turn = g.now + chatterTurn
		if g.long {
			g.turn = g.now + chatterLate
		}
	}
	g.together = used && changed >= crowded
	return seen
}

// moment is the time of the scan, for the limiters.
func (g *growth) moment() time.Time { return time.Unix(0, int64(g.now)) }

// press reports whether a press of the clock may become a record. If not, owed returns it later,
// unless another press became a record since: the record must end with the right clock running.
func (g *growth) press(by rules.Color) bool {
	if !g.presses.AllowN(g.moment(), 1) {
		g.lost = &by
		return false
	}
	g.by, g.lost = by, nil
	return true
}

// owed returns the latest press that became no record, if it may become one now. If the latest
// press on record is by the same player, it is not needed.
func (g *growth) owed() (by rules.Color, ok bool) {
	if g.lost == nil {
		return by, false
	}
	by = *g.lost
	if by == g.by {
		g.lost = nil
		return by, false
	}
	return by, g.press(by)
}

// command returns the refusal of a command that would make the journal too long.
func (g *growth) command(r broadcast.Request) error {
	limit, cost := g.officials, officialCost
	kind, _ := trace.CommandKindOf(r.Command.Do)
	switch {
	case kind.Fleeting:
		cost = readingCost
	case r.FromSeat():
		cost = playerCost
	}
	if r.FromSeat() {
		limit = g.players
	}
	if cost += r.Size(); r.Command.Do == trace.DoNewGame {
		cost += gameCost
	}
	if wait := limit.spend(g.now, sender{r.Command.Word("who"), kind.Fleeting}, float64(cost)); wait > 0 {
		return broadcast.TooMany(wait)
	}
	return nil
}
