package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"touchmove/reconcile/decoder"
)

// reason is what a move was waiting for just before it was published.
type reason uint8

const (
	unseen     reason = iota // no hypothesis had it as its next move
	otherMove                // another move was likelier
	unfinished               // a fact said that it was not complete, or the likeliest hypotheses disagreed
	misread                  // the board may have been read wrongly
	handOn                   // the hand may still have been moving
	reasons
)

var reasonNames = [reasons]string{"not thought of", "another move likelier", "unfinished", "board in doubt", "hand may go on"}

// waitBounds are the upper bounds of the classes of delays, in milliseconds; the last class
// is longer ones.
var waitBounds = [...]int64{200, 400, 700, 1000, 1500, 3000}

// waits counts moves published right, by reason and delay.
type waits [reasons][len(waitBounds) + 1]int

func (w *waits) add(why reason, delayUS int64) {
	i := 0
	for i < len(waitBounds) && delayUS/1000 > waitBounds[i] {
		i++
	}
	w[why][i]++
}

func (w *waits) merge(o *waits) {
	for r := range w {
		for i, n := range o[r] {
			w[r][i] += n
		}
	}
}

// reasonOf returns what an unpublished move is waiting for.
func reasonOf(j *decoder.Judgement, right bool) reason {
	switch {
	case !right:
		return otherMove
	case j.Unfinished:
		return unfinished
	case j.Evidence.ReadRightly() < 0.95:
		return misread
	}
	return handOn
}

func (w *waits) print(out io.Writer) error {
	all := 0
	for r := range w {
		for _, n := range w[r] {
			all += n
		}
	}
	fmt.Fprintln(out, "what moves last waited for before they were published as sure, and how long, in percent of all")
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "waited for\t")
	for _, b := range waitBounds {
		fmt.Fprintf(t, "to %d ms\t", b)
	}
	fmt.Fprintln(t, "longer\t")
	for r := range w {
		fmt.Fprintf(t, "%s\t", reasonNames[r])
		for _, n := range w[r] {
			fmt.Fprintf(t, "%.1f\t", 100*float64(n)/float64(max(1, all)))
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}
