package main

import (
	"fmt"
	"maps"
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
)

// outcome is what the referee did with an event that the Laws know, or do not know.
type outcome uint8

const (
	found    outcome = iota // reported correctly
	asked                   // a person is asked
	missed                  // not reported
	wrong                   // something else was reported
	invented                // reported, and there was nothing
)

// String returns the title of a column.
func (o outcome) String() string {
	return [...]string{"found", "asked", "missed", "wrong", "invented"}[o]
}

// group is the subject of a row of the table.
type group string

const (
	duties   group = "duty"
	breaches group = "breach"
	illegals group = "illegal move"
	moves    group = "legal move"
	press    group = "press"
	strays   group = "displaced"
	claiming group = "claim"

	unsupervised group = "illegal move, unsupervised"
)

// row identifies a line of the table.
type row struct {
	group group
	name  string
}

// place is an edition and a kind of board.
type place struct {
	laws    rules.Laws
	sensing sensors.Sensing
}

// String writes a place in the form that -trace reads.
func (p place) String() string { return p.laws.String() + "/" + p.sensing.String() }

// tales is added to the seeds of tales, to distinguish them from those of scenes.
const tales = 1 << 40

// name writes a seed in the form that -trace reads.
func name(seed uint64) string {
	if seed >= trials {
		return fmt.Sprintf("x%d", seed-trials)
	}
	if seed >= tales {
		return fmt.Sprintf("t%d", seed-tales)
	}
	return fmt.Sprint(seed)
}

// finding is one comparison.
type finding struct {
	row
	place
	outcome
	seed      uint64
	want, got string
}

// String says where it was found and what differed.
func (f finding) String() string {
	return fmt.Sprintf("%s/%s: %s, %s: %s: want %s; said %s", name(f.seed), f.place, f.group, f.name, f.outcome, f.want, f.got)
}

// count is how often each outcome occurred.
type count [invented + 1]int

// cases returns how often there was something to be found.
func (c count) cases() int { return c[found] + c[asked] + c[missed] + c[wrong] }

// percent returns the share of outcomes among the cases, 100 if there were none.
func (c count) percent(outcomes ...outcome) float64 {
	if c.cases() == 0 {
		return 100
	}
	n := 0
	for _, o := range outcomes {
		n += c[o]
	}
	return 100 * float64(n) / float64(c.cases())
}

func (c *count) add(d count) {
	for i := range c {
		c[i] += d[i]
	}
}

// tally counts findings by row and place.
type tally map[row]map[place]count

func (t tally) add(f finding) {
	if t[f.row] == nil {
		t[f.row] = map[place]count{}
	}
	c := t[f.row][f.place]
	c[f.outcome]++
	t[f.row][f.place] = c
}

// sum adds up the rows and places for which want holds.
func (t tally) sum(want func(row, place) bool) count {
	var out count
	for r, places := range t {
		for p, c := range places {
			if want(r, p) {
				out.add(c)
			}
		}
	}
	return out
}

var groups = []group{moves, duties, breaches, claiming, illegals, unsupervised, strays, press}

// rows lists the rows, group by group.
func (t tally) rows() []row {
	return slices.SortedFunc(maps.Keys(t), func(a, b row) int {
		if a.group != b.group {
			return slices.Index(groups, a.group) - slices.Index(groups, b.group)
		}
		if a.name < b.name {
			return -1
		}
		return 1
	})
}
