package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
)

// causes counts in which ways of moving and near which incidents games go wrong and
// moves are shown wrong, so that weaknesses become visible by name.
type causes struct {
	styles, incidents map[string]*cause
}

type cause struct {
	seen   int // plies carried out in this way; incidents and faults of this kind
	astray int // games whose first error is there or about that time
	slips  int // moves shown wrong, there or about that time
}

func newCauses() causes {
	return causes{map[string]*cause{}, map[string]*cause{}}
}

func of(m map[string]*cause, name string) *cause {
	if m[name] == nil {
		m[name] = &cause{}
	}
	return m[name]
}

const (
	afterwards = "after the game"
	nothing    = "nothing"
)

func (c causes) add(truth sim.Truth, report score.Report, slips []score.Slip) {
	for _, g := range truth.Games {
		for _, p := range g.Plies {
			of(c.styles, score.Base(p.Style)).seen++
		}
	}
	for _, n := range truth.Incidents {
		of(c.incidents, n.Kind).seen++
	}
	for _, f := range truth.Faults {
		of(c.incidents, f.Kind).seen++
	}
	beside := func(kinds []string, count func(*cause)) {
		if len(kinds) == 0 {
			kinds = []string{nothing}
		}
		for _, k := range kinds {
			count(of(c.incidents, k))
		}
	}
	for _, g := range report.Games {
		if g.Exact {
			continue
		}
		of(c.styles, cmp.Or(score.Base(g.First.Style), afterwards)).astray++
		beside(g.First.Incidents, func(x *cause) { x.astray++ })
	}
	for _, s := range slips {
		of(c.styles, cmp.Or(s.Style, afterwards)).slips++
		beside(s.Incidents, func(x *cause) { x.slips++ })
	}
}

// print prints both lists, the most harmful first.
func (c causes) print(out io.Writer) error {
	for _, list := range []struct {
		title, unit string
		causes      map[string]*cause
	}{{"by way of moving", "plies", c.styles}, {"by what else happened (15 s before to 5 s after)", "in all", c.incidents}} {
		fmt.Fprintf(out, "%s\n", list.title)
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(w, "\t%s\tgames first astray\tmoves shown wrong\tper 1000\t\n", list.unit)
		names := slices.SortedFunc(maps.Keys(list.causes), func(a, b string) int {
			x, y := list.causes[a], list.causes[b]
			return cmp.Or(cmp.Compare(y.astray, x.astray), cmp.Compare(y.slips, x.slips), cmp.Compare(a, b))
		})
		var never []string
		for _, name := range names {
			x := list.causes[name]
			if x.astray+x.slips == 0 {
				never = append(never, fmt.Sprintf("%s (%d)", name, x.seen))
				continue
			}
			rate := "-"
			if x.seen > 0 {
				rate = fmt.Sprintf("%.1f", 1000*float64(x.slips)/float64(x.seen))
			}
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t\n", name, x.seen, x.astray, x.slips, rate)
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if len(never) > 0 {
			fmt.Fprintf(out, "never: %s\n", strings.Join(never, ", "))
		}
		fmt.Fprintln(out)
	}
	return nil
}
