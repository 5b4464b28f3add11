package decoder

import (
	"cmp"
	"math"
	"slices"
)

// enter puts a new hypothesis into the beam. Hypotheses that reach the same position
// and believe the same sensors have the same future, so only one is kept: the cheaper
// one, or the one that was told unless it is clearly dearer. It reports whether c was
// kept. The last move of one that is not needed any more may be used again.
func (d *Decoder) enter(c *hypothesis) bool {
	c.count(d)
	if len(d.beam) > 0 && (c.total > d.least+beamMargin || c.total > d.worst) {
		d.free(c)
		return false
	}
	d.least = min(d.least, c.total)
	key := c.key()
	for i, old := range d.beam {
		if old.key() != key {
			continue
		}
		keep, drop := c, old
		if d.prefers(old, c) {
			keep, drop = old, c
			if old.tail.line == c.tail.line && c.pending == 0 {
				d.finish(old, c)
			}
		}
		if keep.remember(drop) {
			drop.tail.kept = true
		}
		if keep.total > drop.total {
			keep.paid -= keep.total - drop.total
			keep.total = drop.total
		}
		d.beam[i] = keep
		d.free(drop)
		return keep == c
	}
	d.beam = append(d.beam, c)
	if len(d.beam) >= crowded*d.width() {
		d.thin()
	}
	return c.tail != nil
}

// finish ends what the last move of a hypothesis had still to do, as c shows it: its rook has
// followed the king. The move was let go when the last of its pieces was.
func (d *Decoder) finish(old, c *hypothesis) {
	if old.pending != 0 && old.tail.landed < c.tail.landed && old.tail.ply > d.pub.tail.ply {
		whole := d.takeLink()
		*whole = *old.tail
		whole.landed = c.tail.landed
		old.tail = whole
	}
	old.pending = 0
}

// crowded is how many times more hypotheses than are kept there may be before the worst of
// them go. In the dark one reading has thousands, and each is compared with all.
const crowded = 2

// thin drops what would not be kept in the end anyway, and bars what would not be either.
func (d *Decoder) thin() {
	d.totals = d.totals[:0]
	for _, s := range d.beam {
		d.totals = append(d.totals, s.total)
	}
	slices.Sort(d.totals)
	d.worst = d.totals[d.width()-1]
	kept := d.beam[:0]
	for _, s := range d.beam {
		if s.total > d.worst {
			d.free(s)
		} else {
			kept = append(kept, s)
		}
	}
	clear(d.beam[len(kept):])
	d.beam = kept
}

// prefers says which of two hypotheses with the same future is to be kept: a, which
// was there before, or c.
func (d *Decoder) prefers(a, c *hypothesis) bool {
	lead := c.total - a.total
	if a.tail.line == c.tail.line {
		return lead >= 0
	}
	told := d.agreesWithTold(a)
	if told == d.agreesWithTold(c) {
		return lead >= 0
	}
	bias := level
	if a.tail.ply != c.tail.ply {
		bias = repeatBy // pieces went and came back, or were only touched
	}
	return lead >= bias || told && lead > -bias
}

// agreesWithTold reports whether the line of s goes through all that was told.
func (d *Decoder) agreesWithTold(s *hypothesis) bool {
	on := s.tail.at(d.pub.tail.ply)
	return on != nil && on.line == d.pub.tail.line
}

// countAll brings the costs of all hypotheses up to now.
func (d *Decoder) countAll() {
	d.least, d.worst = math.Inf(1), math.Inf(1)
	for _, s := range d.beam {
		s.count(d)
		d.least = min(d.least, s.total)
	}
	for _, s := range [2]*hypothesis{d.rests.last, d.rests.before} {
		if s != nil {
			s.count(d) // the end of the game is judged by them too
		}
	}
}

// prune keeps the best hypotheses, best first.
func (d *Decoder) prune() {
	byTotal := func(a, b *hypothesis) int { return cmp.Compare(a.total, b.total) }
	if !slices.IsSortedFunc(d.beam, byTotal) { // mostly it still is
		slices.SortStableFunc(d.beam, byTotal)
	}
	limit := d.beam[0].total + beamMargin
	keep, width := 0, d.width()
	for keep < len(d.beam) && keep < width && d.beam[keep].total <= limit {
		keep++
	}
	for _, s := range d.beam[keep:] {
		d.free(s)
	}
	d.beam = d.beam[:keep]
}
