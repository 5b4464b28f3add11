package decoder

import "math"

// Judged is how many of the latest half-moves can still change their confidence: older ones keep
// theirs.
const Judged = 16

const window = Judged

// beforeMost is how many plies are weighed to judge one: it and those before it.
const beforeMost = 9

// mass is how likely the hypotheses are that have something to say about one ply, relative to the
// likeliest hypothesis.
type mass struct {
	with    float64 // those that have its move
	against float64 // those that have another
	without float64 // those that have no move there
}

// masses are the masses of the plies that end in one of them, the latest first.
type masses struct {
	count int
	of    [window + 1]mass
}

// weigh adds up what every hypothesis says about the plies that end in top. The best hypothesis
// need not be on its line.
func (d *Decoder) weigh(top *link, count int) (w masses) {
	w.count = min(count, window+1, top.ply-d.root.ply)
	best := d.beam[0].total
	for _, s := range d.beam {
		behind := s.total - best
		if behind > oddsMost+2 {
			break
		}
		part := math.Exp(-behind)
		on, l := s.tail, top
		for on.ply > l.ply {
			on = on.prev
		}
		for i := 0; i < w.count; i++ {
			m := &w.of[i]
			switch {
			case on == nil || on.ply < l.ply:
				m.without += part
			case on.line == l.line:
				// Everything before it is the same too.
				for ; i < w.count; i++ {
					w.of[i].add(part, s, top.ply-i)
				}
				continue
			case on.move == l.move:
				m.add(part, s, l.ply)
			default:
				m.against += part
			}
			if on != nil && on.ply == l.ply {
				on = on.prev
			}
			l = l.prev
		}
	}
	return w
}

// weighAfter is the mass of one ply among the lines that have the same moves as l up to after, one of its
// links.
func (d *Decoder) weighAfter(after, l *link) (m mass) {
	add := func(tail *link, part float64) {
		on := tail.at(l.ply)
		switch known := tail.at(after.ply); {
		case known == nil || known.line != after.line:
		case on == nil:
			m.without += part
		case on.move == l.move:
			m.with += part
		default:
			m.against += part
		}
	}
	for _, s := range d.beam {
		behind := s.total - d.beam[0].total
		if behind > oddsMost+2 {
			break
		}
		part := math.Exp(-behind) * s.rivalled(l.ply)
		add(s.tail, part)
		for g, n := s.merged, 0; g != nil && n < mergersMost; g, n = g.prev, n+1 {
			if g.differsIn(l.ply) {
				add(g.tail, part*math.Exp(-g.behind))
			}
		}
	}
	return m
}

// add counts a hypothesis that has the move, less the share of rivals merged into it.
func (m *mass) add(part float64, s *hypothesis, ply int) {
	if s.merged == nil {
		m.with += part
		return
	}
	share := s.rivalled(ply)
	m.with += part * share
	m.against += part * (1 - share)
}

// least returns the smallest odds of the plies before the one with this index.
func (w *masses) least(i int) float64 {
	least := 8.0
	for i++; i < w.count; i++ {
		m := &w.of[i]
		least = min(least, odds(m.with, m.against+m.without))
	}
	return least
}
