package broadcast

import (
	"slices"
	"time"

	"touchmove/eventlog"
)

// The most games that a Previous with owed games publishes at once, and their size in
// bytes: twenty ordinary games of eighty half-moves are some 60 kB, more than a board plays
// in an hour of blitz.
const (
	OwedGames = 64
	OwedBytes = 64 << 10
)

// mostOwed is how many games are held until readers have got them: a day of blitz. If there
// are more, the oldest are given up; their journals remain.
const mostOwed = 256

// How long the end of a game must be retained on one connection before readers can be
// assumed to have got it: longer than any reader takes to reconnect after its broker is
// back. If other games are waiting for its place it is shorter, but still longer than
// readers wait before they try again.
const (
	holdOwed    = 10 * time.Minute
	holdCrowded = 30 * time.Second
)

// owedGames are the games of a Previous that some readers may not have got. The broker
// acknowledges that it retains a message, but does not report whether readers got it. So
// the end of an earlier game stays in the topic until it has been retained for a while on
// one connection, and games that do not fit take turns.
type owedGames struct {
	hold, crowded time.Duration // holdOwed and holdCrowded

	acked map[string]bool      // by game: a broker has acknowledged it
	since map[string]time.Time // since when it has been retained on this connection
	had   map[string]bool      // readers have got it
}

// Owe makes p keep games until readers have got them (see Publisher.HoldOwed).
func (p *Previous) Owe() {
	p.owed = &owedGames{hold: holdOwed, crowded: holdCrowded, acked: map[string]bool{}, since: map[string]time.Time{}, had: map[string]bool{}}
}

// holdOwed sets how long the end of a game must be retained before readers can be assumed to have got it.
func (p *Previous) holdOwed(hold time.Duration) { p.owed.hold, p.owed.crowded = hold, hold }

// Owed lists the games that some readers may not have got.
func (p *Previous) Owed() (ids []string) {
	for _, t := range p.games {
		if p.owes(t.Game) {
			ids = append(ids, t.Game)
		}
	}
	return ids
}

func (p *Previous) owes(game string) bool { return p.owed != nil && !p.owed.had[game] }

// Reconnected records that a new connection begins, on which nothing has been retained yet.
func (p *Previous) Reconnected() {
	clear(p.owed.since)
	p.payload = nil
}

// Acknowledged records that the broker has acknowledged the payload.
func (p *Previous) Acknowledged(now time.Time) {
	retained := map[string]time.Time{}
	for _, i := range p.choose() {
		id := p.games[i].Game
		p.owed.acked[id] = true
		if retained[id] = now; !p.owed.since[id].IsZero() {
			retained[id] = p.owed.since[id]
		}
	}
	p.owed.since = retained
}

// Turn replaces games that have been retained for long enough with games that are waiting,
// and reports whether the payload changes. Call it about once a second.
func (p *Previous) Turn(now time.Time) (changed bool) {
	before := p.choose()
	hold := p.owed.hold
	if len(before) < len(p.games) {
		hold = p.owed.crowded
	}
	for id, since := range p.owed.since {
		if now.Sub(since) >= hold && !p.owed.had[id] {
			p.owed.had[id], changed = true, true
		}
	}
	p.trim()
	if changed = changed || !slices.Equal(before, p.choose()); changed {
		p.payload = nil
	}
	return changed
}

// trim removes games that readers have got and that are not among the last.
func (p *Previous) trim() {
	size := func() (n int) {
		n = len(noGames)
		for _, t := range p.games {
			n += stateSize(t)
		}
		return n
	}
	for len(p.games) > 1 && (len(p.games) > PreviousGames || size() > PreviousBytes) {
		i := slices.IndexFunc(p.games, func(t eventlog.Entry) bool { return !p.owes(t.Game) })
		if i < 0 && len(p.games) > mostOwed {
			i = 0
		}
		if i < 0 || i == len(p.games)-1 {
			return
		}
		if p.owed != nil {
			id := p.games[i].Game
			delete(p.owed.acked, id)
			delete(p.owed.had, id)
			delete(p.owed.since, id)
		}
		p.games, p.payload = slices.Delete(slices.Clone(p.games), i, i+1), nil
	}
}

// stateSize is the size of a game in the payload without its PGN, in bytes: of its state and its
// result.
func stateSize(t eventlog.Entry) int {
	return len(t.What.(eventlog.Left).State) + len(",") + len(t.Game) + len(`"":"1/2-1/2",`)
}

// choose returns the indexes of the games in the payload, in order: the latest, then those
// that no broker has acknowledged yet, then those that have been owed longest.
func (p *Previous) choose() (list []int) {
	all := len(noGames)
	for _, t := range p.games {
		all += stateSize(t)
	}
	if all <= OwedBytes && len(p.games) <= OwedGames || p.owed == nil {
		for i := range p.games {
			list = append(list, i)
		}
		return list
	}
	last := len(p.games) - 1
	list, size := []int{last}, len(noGames)+stateSize(p.games[last])
	take := func(i int) {
		if n := stateSize(p.games[i]); len(list) < OwedGames && size+n <= OwedBytes {
			list, size = append(list, i), size+n
		}
	}
	for _, acked := range []bool{false, true} {
		for i, t := range p.games[:last] {
			if p.owes(t.Game) && p.owed.acked[t.Game] == acked {
				take(i)
			}
		}
	}
	slices.Sort(list)
	return list
}
