package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
)

// notFelt counts, for a level with boards with physics, how often a piece was put down
// and its sensor did not detect it.
type notFelt struct {
	physical bool
	plies    int // total
	count    int // landed without being detected
	astray   int // games that first went wrong there, or within the three plies after it
	games    int // total
	open     int // games with such a ply that cannot be distinguished from another one
}

func (n *notFelt) add(truth sim.Truth, report score.Report) {
	for i, g := range truth.Games {
		n.games++
		n.plies += len(g.Plies)
		if slices.ContainsFunc(g.Plies, func(p sim.Ply) bool { return slices.Contains(p.Flags, sim.FlagUndecided) }) {
			n.open++
		}
		for j, p := range g.Plies {
			if !slices.Contains(p.Flags, sim.FlagNotFelt) {
				continue
			}
			n.count++
			if first := report.Games[i].First; first != nil && first.Ply > j && first.Ply <= j+4 {
				n.astray++
			}
		}
	}
}

// printNotFelt prints a line for each level with boards with physics, if there are any.
func (r *results) printNotFelt(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	rows := 0
	for _, l := range r.levels {
		if n := l.notFelt; n.physical && n.plies > 0 {
			if rows == 0 {
				fmt.Fprintln(w, "landed and not felt\tplies\tof them\t%\tgames astray there\tgames with one that nothing tells\t% that can be told\t")
			}
			rows++
			fmt.Fprintf(w, "%s\t%d\t%d\t%.2f\t%d\t%d\t%.1f\t\n", l.name, n.plies, n.count, 100*float64(n.count)/float64(n.plies), n.astray, n.open, 100*float64(n.games-n.open)/float64(n.games))
		}
	}
	if rows > 0 {
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// onPhysics reports whether the readings of a level are calculated from magnetic
// fields.
func onPhysics(level string) bool {
	s, err := sim.StyleByName(level)
	return err == nil && s.Board.Physics != nil
}
