package decoder

import (
	"cmp"
	"slices"

	"touchmove/rules"
)

// way is a line by which a hypothesis may have come to its position.
type way struct {
	of   *hypothesis
	by   *merger // that had this line; nil for its own
	then *merger // whose moves follow from where by has come to the line of the hypothesis; nil if they are its own
	cost float64
}

// line returns the moves of w, or nil if the moves of its two mergers do not fit together.
func (w *way) line() *link {
	if w.by == nil {
		return w.of.tail
	}
	tail := regrow(w.of.tail, w.by.tail, w.by.ply)
	if w.then == nil {
		return tail
	}
	return splice(tail, regrow(w.of.tail, w.then.tail, w.then.ply), w.of.tail)
}

// mergers lists those mergers of s whose lines are as long as its own: those that play m after prev, and all.
// The likeliest comes first.
func (s *hypothesis) mergers(prev *link, m rules.Move) (plays, all []*merger) {
	for g, n := s.merged, 0; g != nil && n < mergersMost; g, n = g.prev, n+1 {
		if g.tail.ply != g.ply {
			continue
		}
		all = append(all, g)
		if on := g.tail.after(prev); on != nil && on.move == m {
			plays = append(plays, g)
		}
	}
	if len(plays) > 0 {
		byCost := func(a, b *merger) int { return cmp.Compare(a.behind, b.behind) }
		slices.SortStableFunc(plays, byCost)
		slices.SortStableFunc(all, byCost)
	}
	return plays, all
}

// waysMost is how many ways an answer tries beside one of each hypothesis. There may be a million, and a slow
// computer needs a tenth of a second for these.
const waysMost = 512

// ways are the cheapest ways found.
type ways struct {
	limit float64 // what costs more is not added
	list  []way
}

// add adds w, and reports whether one that costs as much may be added.
func (a *ways) add(w way) bool {
	if w.cost > a.limit {
		return false
	}
	if a.list = append(a.list, w); len(a.list) >= 2*waysMost {
		a.list = a.cheapest()
		a.limit = a.list[waysMost-1].cost
	}
	return true
}

// addWith adds the lines of by in which moves of the others follow: doubts about later moves stay, as what was
// merged into s since may have followed these moves too.
func (a *ways) addWith(s *hypothesis, by *merger, others []*merger) {
	for _, g := range others {
		if g != by && !a.add(way{of: s, by: by, then: g, cost: s.total + by.behind + g.behind}) {
			return
		}
	}
}

// cheapest returns at most waysMost of them.
func (a *ways) cheapest() []way {
	slices.SortStableFunc(a.list, func(a, b way) int { return cmp.Compare(a.cost, b.cost) })
	return a.list[:min(len(a.list), waysMost)]
}
