package score

import (
	"cmp"
	"slices"
)

// Tally adds reports up. The zero value is ready for use.
type Tally struct {
	Traces, Games, Exact     int
	Plies, Right             int // right before the first error of each game
	Shown, Wrong, NeverRight int
	Surplus                  int
	styles, incidents        map[string]int
	delays                   []int64
}

// Add counts one report in.
func (t *Tally) Add(r Report) {
	if t.styles == nil {
		t.styles, t.incidents = map[string]int{}, map[string]int{}
	}
	t.Traces++
	t.Surplus += r.Surplus
	t.Shown += r.Shown
	t.Wrong += len(r.Wrong)
	t.NeverRight += r.NeverRight
	t.delays = append(t.delays, r.DelaysUS...)
	for _, g := range r.Games {
		t.Games++
		t.Plies += g.Plies
		t.Right += g.Right
		if g.Exact {
			t.Exact++
			continue
		}
		style := Base(g.First.Style)
		if style == "" {
			style = "after the game"
		}
		t.styles[style]++
		if len(g.First.Incidents) == 0 {
			t.incidents["none"]++
		}
		for _, k := range g.First.Incidents {
			t.incidents[k]++
		}
	}
}

// ExactPercent is how many games in a hundred were rebuilt exactly.
func (t *Tally) ExactPercent() float64 { return percent(t.Exact, t.Games) }

// RightPercent is how many plies in a hundred come before the first error of
// their game.
func (t *Tally) RightPercent() float64 { return percent(t.Right, t.Plies) }

// WrongPer100 is how many wrong moves were shown per 100 plies played.
func (t *Tally) WrongPer100() float64 { return percent(t.Wrong, t.Plies) }

func percent(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}

// DelayUS is the delay, from the hand letting go to the first correct publication,
// that so many in a hundred plies do not exceed: 50 for the median, 95. It may
// be negative, and is 0 when nothing was published correctly.
func (t *Tally) DelayUS(percentile int) int64 {
	if len(t.delays) == 0 {
		return 0
	}
	slices.Sort(t.delays)
	i := (len(t.delays)*percentile+99)/100 - 1
	return t.delays[min(max(i, 0), len(t.delays)-1)]
}

// Count is a name and how often it occurs at a first error.
type Count struct {
	Name string
	N    int
}

// Styles counts how the plies were carried out at which games first went wrong,
// the most frequent first.
func (t *Tally) Styles() []Count { return counts(t.styles) }

// Incidents counts what else happened around the first errors, the most frequent
// first; "none" when nothing did.
func (t *Tally) Incidents() []Count { return counts(t.incidents) }

func counts(m map[string]int) []Count {
	var list []Count
	for name, n := range m {
		list = append(list, Count{name, n})
	}
	slices.SortFunc(list, func(a, b Count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Name, b.Name)) })
	return list
}
