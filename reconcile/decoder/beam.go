package decoder

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// enter puts a new hypothesis into the beam. Hypotheses that reach the same position and trust the
// same sensors have the same future, so only one of them is kept: the cheaper one, or the published
// one unless it is clearly more expensive. It reports whether c was kept. The last link of a
// hypothesis that is no longer needed may be reused.
func (d *Decoder) enter(c *hypothesis) bool {
	c.count(d)
	if len(d.beam) > 0 && (c.total > d.bounds.least+beamMargin || c.total > d.bounds.worst) {
		d.free(c)
		return false
	}
	d.bounds.least = min(d.bounds.least, c.total)
	key := c.key()
	if i, ok := d.find(key); ok {
		old := d.beam[i]
		keep, drop := c, old
		if d.prefers(old, c) {
			keep, drop = old, c
			if old.tail.line == c.tail.line && c.pending == 0 && old.pending != 0 {
				d.finish(old, c.tail.landed, 0)
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
	d.index.note(key, len(d.beam))
	d.beam = append(d.beam, c)
	if len(d.beam) >= crowded*d.width() {
		d.thin()
	}
	return c.tail != nil
}

// find returns the place of the first hypothesis of the beam with a key.
func (d *Decoder) find(key uint64) (place int32, ok bool) {
	if !d.index.made {
		d.index.begin()
		for i, s := range d.beam {
			d.index.note(s.key(), i)
		}
	}
	place, ok = d.index.places[key]
	return place, ok
}

// finish completes the last move of a hypothesis, unless it is published, with what was seen of it at a time: the rook has
// followed the king, or its piece has come down. The move counts as released when the last of its pieces was.
func (d *Decoder) finish(s *hypothesis, at time.Duration, shown traits) {
	if s.tail.landed < at && s.tail.ply > d.pub.tail.ply {
		whole := d.allocLink()
		*whole = *s.tail
		whole.landed = at
		whole.traits &^= shown
		s.tail = whole
	}
	s.pending = 0
}

// crowded is how many times more hypotheses than the width of the beam there may be before the
// worst are dropped. During an outage one reading can produce thousands, and each is compared with
// all others.
const crowded = 2

// thin drops hypotheses that would not be kept in the end, and makes enter refuse further ones like
// them.
func (d *Decoder) thin() {
	d.bounds.totals = d.bounds.totals[:0]
	for _, s := range d.beam {
		d.bounds.totals = append(d.bounds.totals, s.total)
	}
	slices.Sort(d.bounds.totals)
	d.bounds.worst = d.bounds.totals[d.width()-1]
	kept := d.beam[:0]
	for _, s := range d.beam {
		if s.total > d.bounds.worst {
			d.free(s)
		} else {
			kept = append(kept, s)
		}
	}
	clear(d.beam[len(kept):])
	d.beam = kept
	d.index.drop()
}

// prefers reports which of two hypotheses with the same future to keep: true for a, which was there
// before, false for c.
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
		bias = repeatBy // pieces moved and came back, or were only touched
		if sealed := d.pub.sealed.link; d.board.clock && sealed != nil && sealed.ply > a.tail.common(c.tail).ply {
			bias = repeatSealedBy // and somebody has pressed for them
		}
	}
	return lead >= bias || told && lead > -bias
}

// agreesWithTold reports whether the line of s contains all published moves.
func (d *Decoder) agreesWithTold(s *hypothesis) bool {
	on := s.tail.at(d.pub.tail.ply)
	return on != nil && on.line == d.pub.tail.line
}

// countAll updates the costs of all hypotheses to the current time.
func (d *Decoder) countAll() {
	d.bounds.least, d.bounds.worst = math.Inf(1), math.Inf(1)
	for _, s := range d.beam {
		s.count(d)
		d.bounds.least = min(d.bounds.least, s.total)
	}
	for _, s := range [2]*hypothesis{d.rests.last, d.rests.before} {
		if s != nil {
			s.count(d) // the end of the game is judged by these too
		}
	}
}

// prune keeps the best hypotheses, best first.
func (d *Decoder) prune() {
	byTotal := func(a, b *hypothesis) int { return cmp.Compare(a.total, b.total) }
	if !slices.IsSortedFunc(d.beam, byTotal) { // usually it still is
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
	d.index.drop()
}
