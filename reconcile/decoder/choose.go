package decoder

import (
	"cmp"
	"slices"

	"touchmove/rules"
)

// Choose takes a person's answer which move a ply was, one of those that Alternatives lists. Later
// moves stay as far as they follow from it, and what differs from the published moves is published
// again at once. If no hypothesis has the move, Choose returns false and changes nothing; Correct
// must then be used, which drops the later moves.
func (d *Decoder) Choose(ply int, m rules.Move) bool {
	if d.phase == settingUp || ply <= d.root.ply {
		return false
	}
	ref := d.pub.tail.at(ply)
	if ref == nil {
		ref = d.beam[0].tail.at(ply)
	}
	if ref == nil {
		return false
	}
	chosen := d.choose(ref.prev, m)
	chosen = append(chosen, d.detours(ref.prev, m, chosen)...)
	if len(chosen) == 0 {
		return false
	}
	for _, s := range d.beam {
		d.free(s)
	}
	d.beam = d.beam[:0]
	d.index.drop()
	d.countAll()
	for _, s := range chosen {
		s.tail.at(ply).traits |= forced
	}
	for _, s := range d.merge(chosen) {
		d.enter(s)
	}
	d.countAll()
	d.prune()
	d.dropFallback()
	d.dropRests()
	d.pub.departed, d.pub.judged = 0, judging{}
	d.tellChosen(ply)
	d.due.dirty = true
	return true
}

// choose returns copies of the hypotheses that play m after prev, and of those that absorbed one
// that does, with the moves of that one.
func (d *Decoder) choose(prev *link, m rules.Move) (chosen []*hypothesis) {
	limit := d.beam[0].total + mergedMost
	more := ways{ranking[way]{limit: limit}}
	take := func(w way) {
		if tail := w.line(); tail != nil {
			c := d.clone(w.of)
			c.tail, c.merged = tail, nil // what was merged into it is chosen too, or had another move
			c.paid += w.cost - w.of.total
			chosen = append(chosen, c)
		}
	}
	for _, s := range d.beam {
		plays, others := s.mergers(prev, m)
		if on := s.tail.after(prev); on != nil && on.move == m {
			take(way{of: s, cost: s.total})
		} else if len(plays) > 0 && s.total+plays[0].behind <= limit {
			take(way{of: s, by: plays[0], cost: s.total + plays[0].behind})
			more.addWith(s, plays[0], others)
			plays = plays[1:]
		}
		for _, g := range plays {
			if !more.add(way{of: s, by: g, cost: s.total + g.behind}) {
				break
			}
			more.addWith(s, g, others)
		}
	}
	for _, w := range more.cheapest() {
		take(w)
	}
	return chosen
}

// merge keeps one hypothesis of each future, and with it, as mergers, all the others, the likeliest
// last: so many are examined only.
func (d *Decoder) merge(list []*hypothesis) (kept []*hypothesis) {
	at := map[uint64]int{}
	for _, c := range list {
		c.count(d)
	}
	slices.SortStableFunc(list, func(a, b *hypothesis) int { return cmp.Compare(b.total, a.total) })
	for _, c := range list {
		i, ok := at[c.key()]
		switch {
		case !ok:
			at[c.key()] = len(kept)
			kept = append(kept, c)
		case !d.prefers(kept[i], c):
			kept[i] = c
		}
	}
	for _, c := range list {
		keep := kept[at[c.key()]]
		if c == keep {
			continue
		}
		if keep.remember(c) {
			c.tail.kept = true
		}
		d.free(c)
	}
	return kept
}

// tellChosen publishes what a person's choice for this ply has changed.
func (d *Decoder) tellChosen(ply int) {
	told, best := d.pub.tail, d.beam[0]
	if was := told.at(ply); was != nil && was.move == best.tail.at(ply).move {
		was.traits |= forced
		if v := &d.pub.verdicts[ply%window]; v.link == was {
			d.weighVerdict(v, 1)
		}
	}
	common := d.lastCommon(best)
	if common.ply < ply-1 || common.ply == told.ply || common.ply == best.tail.ply {
		return // what comes after it differs, and is published in the ordinary way
	}
	next := best.tail.at(common.ply + 1)
	t := d.describe(best, next, Commanded)
	t.Kind, t.Corrected, t.Was = Amended, true, told.at(next.ply).move
	d.report(t)
	d.breakSeal(common)
	d.pub.tail = next
	for n := next.ply + 1; n <= min(told.ply, best.tail.ply); n++ {
		d.tellMade(best, best.tail.at(n), Settled)
	}
}
