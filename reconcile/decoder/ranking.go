package decoder

import (
	"cmp"
	"slices"
)

// waysMost is how many ways an answer tries beside one of each hypothesis. There may be a million, and a slow
// computer needs a tenth of a second for these.
const waysMost = 512

// ranking keeps the cheapest of what is added.
type ranking[T interface{ price() float64 }] struct {
	limit float64 // what costs more is not added
	list  []T
}

// add adds w, and reports whether one that costs as much may be added.
func (a *ranking[T]) add(w T) bool {
	if w.price() > a.limit {
		return false
	}
	if a.list = append(a.list, w); len(a.list) >= 2*waysMost {
		a.list = a.cheapest()
		a.limit = a.list[waysMost-1].price()
	}
	return true
}

// cheapest returns at most waysMost of them.
func (a *ranking[T]) cheapest() []T {
	slices.SortStableFunc(a.list, func(a, b T) int { return cmp.Compare(a.price(), b.price()) })
	return a.list[:min(len(a.list), waysMost)]
}
