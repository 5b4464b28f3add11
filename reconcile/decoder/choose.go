package decoder

import "touchmove/rules"

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

// Unchoose makes a move that Choose or Impose has made certain as sure as it was before. It returns
// false, and changes nothing, if the move of this ply is not certain by a person's word. The
// hypotheses without it stay dropped.
func (d *Decoder) Unchoose(ply int, sure float64) bool {
	l := d.pub.tail.at(ply)
	if l == nil || l.traits&forced == 0 {
		return false
	}
	l.traits &^= forced
	if v := &d.pub.verdicts[ply%window]; v.link == l {
		v.sure = sure
	}
	return true
}

// choose returns copies of the hypotheses that play m after prev, and of those that absorbed one
// that does, with the moves of that one.
func (d *Decoder) choose(prev *link, m rules.Move) (chosen []*hypothesis) {
	plays := func(l *link) bool {
		on := l.at(prev.ply + 1)
		return on != nil && on.prev.line == prev.line && on.move == m
	}
	add := func(s *hypothesis, tail *link, behind float64) {
		c := d.clone(s)
		c.tail, c.merged = tail, nil // what was merged into it is chosen too, or had another move
		c.paid += behind
		chosen = append(chosen, c)
	}
	for _, s := range d.beam {
		if plays(s.tail) {
			add(s, s.tail, 0)
		}
		for g, n := s.merged, 0; g != nil && n < mergersMost; g, n = g.prev, n+1 {
			if plays(g.tail) && g.tail.ply == g.ply && s.total+g.behind <= d.beam[0].total+mergedMost {
				add(s, graft(s.tail, g), g.behind)
			}
		}
	}
	return chosen
}

// merge keeps one hypothesis of each future, and with it, as mergers, all the others with theirs.
func (d *Decoder) merge(list []*hypothesis) (kept []*hypothesis) {
	at := map[uint64]int{}
	for _, c := range list {
		c.count(d)
		i, ok := at[c.key()]
		if !ok {
			at[c.key()] = len(kept)
			kept = append(kept, c)
			continue
		}
		keep, drop := kept[i], c
		if !d.prefers(keep, c) {
			keep, drop = c, kept[i]
		}
		kept[i] = keep
		if behind := drop.total - keep.total; keep.remember(drop) {
			drop.tail.kept = true
			keep.inherit(drop, behind)
		}
		d.free(drop)
	}
	return kept
}

// graft appends the moves that l has made since the merger to those of the hypothesis that was
// dropped in the merger.
func graft(l *link, g *merger) *link {
	if l.ply <= g.ply {
		return g.tail
	}
	c := *l
	c.prev = graft(l.prev, g)
	c.pos = c.prev.pos.After(c.move)
	c.key, c.line = c.pos.Key(), mixLine(c.prev.line, c.move, c.traits&illegal != 0)
	return &c
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
