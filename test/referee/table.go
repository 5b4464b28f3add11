package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"touchmove/sensors"
)

const legend = `found     said by the referee as the second reading has it; an illegal move: counted, claimable, or told to
          the arbiter as a position to which no legal move leads
asked     left open, and a person is asked, or told of what it looks like: a breach of touch-move, a press
          without a move
missed    not said
wrong     something else was said
invented  said though there was nothing
looks     "legal": sensors see what a legal move leaves; "untouched": what was there before; "held": that, but
          for one piece, which may be in the hand
put back  without colours, what was set down on the square of a captured piece looks like that one, put back
midway    pressed before the move is finished; "at once": and the hands go on within 0.6 s
waits     without colours, until the press or the reply: the capturing piece may be in the hand

`

// print prints the findings by kind, then by edition.
func (t tally) print(out io.Writer, cases int, first uint64, editions []text) error {
	fmt.Fprintf(out, "referee: %d cases, seeds %d to %d, in %d editions\n%s", cases, first, first+uint64(cases)-1, len(editions), legend)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, sensing := range boards {
		fmt.Fprintf(w, "%s\tcases\tfound %%\tasked\tmissed\twrong\tinvented\t\n", sensing)
		for _, r := range t.rows() {
			c := t.sum(func(other row, p place) bool { return other == r && p.sensing == sensing })
			if c != (count{}) {
				line(w, string(r.group)+": "+r.name, c)
			}
		}
		fmt.Fprintln(w, "\t\t\t\t\t\t\t")
	}
	for _, sensing := range boards {
		fmt.Fprintf(w, "by edition, %s\tcases\tfound %%\tasked\tmissed\twrong\tinvented\t\n", sensing)
		for _, e := range editions {
			for _, g := range groups {
				line(w, e.laws.String()+" "+string(g), t.of(g, place{e.laws, sensing}))
			}
		}
		fmt.Fprintln(w, "\t\t\t\t\t\t\t")
	}
	for _, sensing := range boards {
		c := t.plainIllegal(sensing)
		fmt.Fprintf(w, "aim, %s: illegal moves that no legal move explains\t%d\t%.2f\t%d\t%d\t%d\t%d\t\n", sensing, c.cases(), c.percent(found), c[asked], c[missed], c[wrong], c[invented])
	}
	return w.Flush()
}

func line(w io.Writer, name string, c count) {
	fmt.Fprintf(w, "%s\t%d\t%.1f\t%d\t%d\t%d\t%d\t\n", name, c.cases(), c.percent(found), c[asked], c[missed], c[wrong], c[invented])
}

// of returns the count of a group in a place, without what is "none" in both readings.
func (t tally) of(g group, at place) count {
	return t.sum(func(r row, p place) bool { return r.group == g && p == at && r.name != "none" })
}

// plainIllegal returns the count of illegal moves that leave a board which no legal
// move explains.
func (t tally) plainIllegal(sensing sensors.Sensing) count {
	return t.sum(func(r row, p place) bool { return r.group == illegals && p.sensing == sensing && isPlain(r.name) })
}
