package broadcast

import (
	"slices"
	"time"

	"touchmove/eventlog"
)

// The games that a Previous with owed ones publishes at once: twenty ordinary games of
// eighty half-moves are some 60 kB, which is more than a board plays in an hour of blitz.
const (
	OwedGames = 64
	OwedBytes = 64 << 10
)

// mostOwed is how many games are held for somebody to have them: a day of blitz. The
// oldest are then given up; their journals remain.
const mostOwed = 256

// How long the end of a game stays retained over one connection before somebody has
// surely had it: longer than any reader takes to come back after its broker has. While
// others wait for its place it is shorter, still longer than readers try again.
const (
	holdOwed    = 10 * time.Minute
	holdCrowded = 30 * time.Second
)

// owedGames are the games of a Previous that nobody may have had yet. The broker
// acknowledges what it retains; whether a reader was there to get it, nobody says. So the
// end of a game that has been left stays in the topic until it has been retained for a
// while over one connection, and games that do not fit take turns.
type owedGames struct {
	hold, crowded time.Duration // holdOwed and holdCrowded

	told  map[string]bool      // by game: a broker has acknowledged it
	since map[string]time.Time // since when it is retained over this connection
	had   map[string]bool      // somebody has surely had it
}

// Owe makes p keep games until Hold says that somebody has had them.
func (p *Previous) Owe() {
	p.owed = &owedGames{hold: holdOwed, crowded: holdCrowded, told: map[string]bool{}, since: map[string]time.Time{}, had: map[string]bool{}}
}

// HoldOwed sets how long the end of a game stays retained before somebody has surely had
// it. It must be called before Run.
func (p *Publisher) HoldOwed(hold time.Duration) { p.left.owed.hold, p.left.owed.crowded = hold, hold }

// Owed lists the games that somebody may still have to get.
func (p *Previous) Owed() (ids []string) {
	for _, t := range p.games {
		if p.owes(t.Game) {
			ids = append(ids, t.Game)
		}
	}
	return ids
}

func (p *Previous) owes(game string) bool { return p.owed != nil && !p.owed.had[game] }

// Reconnected notes that another connection begins, on which nothing is retained yet.
func (p *Previous) Reconnected() {
	clear(p.owed.since)
	p.payload = nil
}

// Acknowledged notes that a broker has taken the payload.
func (p *Previous) Acknowledged(now time.Time) {
	retained := map[string]time.Time{}
	for _, i := range p.choose() {
		id := p.games[i].Game
		p.owed.told[id] = true
		if retained[id] = now; !p.owed.since[id].IsZero() {
			retained[id] = p.owed.since[id]
		}
	}
	p.owed.since = retained
}

// Turn lets games that wait have the place of those that were retained long enough, and
// reports whether the payload changes. Call it about once a second.
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

// trim drops games that somebody has had and that are not among the last.
func (p *Previous) trim() {
	size := func() (n int) {
		n = len(`{"v":1,"games":[]}`)
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
			delete(p.owed.told, id)
			delete(p.owed.had, id)
			delete(p.owed.since, id)
		}
		p.games, p.payload = slices.Delete(slices.Clone(p.games), i, i+1), nil
	}
}

// stateSize is what a game takes in the payload.
func stateSize(t eventlog.Entry) int { return len(t.What.(eventlog.Left).State) + 1 }

// choose returns the indexes of the games in the payload, in order: the latest, then
// those that no broker has been given yet, then those that are owed longest.
func (p *Previous) choose() (list []int) {
	all := 0
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
	list, size := []int{last}, stateSize(p.games[last])
	take := func(i int) {
		if n := stateSize(p.games[i]); len(list) < OwedGames && size+n <= OwedBytes {
			list, size = append(list, i), size+n
		}
	}
	for _, told := range []bool{false, true} {
		for i, t := range p.games[:last] {
			if p.owes(t.Game) && p.owed.told[t.Game] == told {
				take(i)
			}
		}
	}
	slices.Sort(list)
	return list
}
