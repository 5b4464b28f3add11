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

func (w way) price() float64 { return w.cost }

// ways are the cheapest ways found.
type ways struct{ ranking[way] }

// addWith adds the lines of by in which moves of the others follow: doubts about later moves stay, as what was
// merged into s since may have followed these moves too.
func (a *ways) addWith(s *hypothesis, by *merger, others []*merger) {
	for _, g := range others {
		if g != by && !a.add(way{of: s, by: by, then: g, cost: s.total + by.behind + g.behind}) {
			return
		}
	}
}
