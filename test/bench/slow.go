package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"touchmove/reconcile/decoder"
	"touchmove/reconcile/release"
)

// waited is a move that was published right, and what it waited for last.
type waited struct {
	why     string
	delayUS int64
}

// whyOf names what an unpublished move is waiting for in more detail than reasonOf. That of a move
// that is not complete is the first fact in what is known of it that may be the cause.
func whyOf(j *decoder.Judgement, right bool) string {
	r, e := reasonOf(j, right), &j.Evidence
	if r == handOn && e.Hand()[release.Tried] > 0 {
		return "hand may go on: it has rested before in this turn"
	}
	if r != unfinished {
		return reasonNames[r]
	}
	for _, fact := range [...]struct {
		is  bool
		why string
	}{
		{e[decoder.SilentCapture] > 0, "a capture that was not seen"},
		{e[decoder.BlindEnd] > 0, "an end where nothing is detected"},
		{e[decoder.WasKnocked] > 0, "another piece was knocked away"},
		{e[decoder.CentreKing] > 0, "a king that went to the centre"},
		{e[decoder.PieceUnnamed] > 0, "a promotion whose piece is not named"},
		{e[decoder.Castled] > 0, "the other piece of castling"},
		{e[decoder.CornerRook] > 0, "a rook that left its corner"},
		{e[decoder.RivalsAgainst] < 2, "another move nearly as likely"},
		{e[decoder.OpenSquare] > 0, "another square that disagrees"},
		{e.Hand()[release.Tried] > 0, "a piece that has rested before in this turn"},
		{e.Hand()[release.Quiet] < release.Least, "a quarter of a second of quiet"},
	} {
		if fact.is {
			return fact.why
		}
	}
	return reasonNames[unfinished]
}

// printSlowest prints what the slowest tenth of moves waited for: how many, their median delay, and
// what the 95th percentile of all moves would be if they had been published at once.
func printSlowest(out io.Writer, all []waited) error {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b waited) int { return cmp.Or(cmp.Compare(b.delayUS, a.delayUS), cmp.Compare(a.why, b.why)) })
	causes := map[string][]int64{}
	for _, w := range all[:len(all)/10] {
		causes[w.why] = append(causes[w.why], w.delayUS)
	}
	fmt.Fprintln(out, "for what the slowest tenth of these moves waited last")
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "waited for\tmoves\t% of all\tmedian ms\t95 % ms of all without this wait\t")
	names := slices.SortedFunc(maps.Keys(causes), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(causes[b]), len(causes[a])), cmp.Compare(a, b))
	})
	for _, why := range names {
		var without []int64
		for i, w := range all {
			if i < len(all)/10 && w.why == why {
				w.delayUS = 0
			}
			without = append(without, w.delayUS)
		}
		fmt.Fprintf(t, "%s\t%d\t%.1f\t%s\t%s\t\n", why, len(causes[why]), 100*float64(len(causes[why]))/float64(len(all)), ms(causes[why], 50), ms(without, 95))
	}
	return t.Flush()
}
