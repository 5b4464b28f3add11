package decoder

import "math"

// merger remembers a hypothesis that was dropped because another one had reached the same position
// by other moves. Both have the same future, so no later reading distinguishes them: in the moves
// in which they differ the dropped one remains a rival for ever.
type merger struct {
	prev   *merger
	count  int     // mergers in the chain that ends here
	tail   *link   // the last move of the dropped hypothesis
	ply    int     // ply of the other one at that time
	from   int     // the first ply in which they differ
	differ uint64  // bit n: they differ in ply from + n
	behind float64 // by how much the dropped one was more expensive
}

// mergersMost is how many of them are examined; older ones concern moves settled long ago.
const mergersMost = 64

// remember stores drop as a rival of s, which has the same position. It reports whether it did:
// then the moves of drop are still needed.
func (s *hypothesis) remember(drop *hypothesis) bool {
	if s.tail.line == drop.tail.line {
		return false
	}
	m := merger{tail: drop.tail, ply: s.tail.ply, behind: drop.total - s.total}
	if m.behind > mergedMost {
		return false
	}
	n := 0
	for old := s.merged; old != nil && n < mergersMost; old = old.prev {
		if old.tail.line == m.tail.line && old.behind <= m.behind+mergedAgain {
			return false // the same rival comes back with each reading
		}
		n++
	}
	m.from, m.differ = difference(s.tail, drop.tail)
	if m.differ == 0 {
		return false
	}
	s.chain(&m)
	if drop.tail.traits&unlit != 0 {
		s.inherit(drop, m.behind)
	}
	return true
}

// chain puts a merger before those that s already has.
func (s *hypothesis) chain(m *merger) {
	m.prev = s.merged.latest()
	m.count = 1
	if m.prev != nil {
		m.count += m.prev.count
	}
	s.merged = m
}

// inherit takes over what had been merged into a dropped hypothesis, together with the moves made
// since. Only during an outage do so many lines lead to one position that this matters.
func (s *hypothesis) inherit(drop *hypothesis, behind float64) {
	n := 0
	for old := drop.merged; old != nil && n < mergersMost; old = old.prev {
		n++
		if behind+old.behind > mergedMost || old.tail.ply != old.ply || s.hasMerged(old) {
			continue
		}
		m := merger{tail: regrow(drop.tail, old.tail, old.ply), ply: s.tail.ply, behind: behind + old.behind}
		if m.tail.line == s.tail.line {
			continue
		}
		if m.from, m.differ = difference(s.tail, m.tail); m.differ != 0 {
			s.chain(&m)
		}
	}
}

// hasMerged reports whether this merger is in the chain of s, too.
func (s *hypothesis) hasMerged(of *merger) bool {
	for m, n := s.merged, 0; m != nil && n < mergersMost; m, n = m.prev, n+1 {
		if m.tail == of.tail {
			return true
		}
	}
	return false
}

// latest returns the chain as it is, or a copy of its latest part when it has grown so long that
// most of it is never examined. Other hypotheses may hold the old one.
func (m *merger) latest() *merger {
	if m == nil || m.count < 2*mergersMost {
		return m
	}
	var kept [mergersMost - 1]merger
	for i := range kept {
		kept[i] = *m
		m = m.prev
	}
	for i := range kept {
		kept[i].count, kept[i].prev = len(kept)-i, nil
		if i > 0 {
			kept[i-1].prev = &kept[i]
		}
	}
	return &kept[0]
}

// mergedMost is how much more expensive a hypothesis may have been and still raise a doubt.
const mergedMost = 9.0

// mergedAgain is by how much a hypothesis must be better than when it was dropped before to count
// again.
const mergedAgain = 0.2

// rivalled returns the share of the mass of s that supports its move at a ply; the rest belongs to
// merged hypotheses that had another move there.
func (s *hypothesis) rivalled(ply int) float64 {
	against := 0.0
	n := 0
	for m := s.merged; m != nil && n < mergersMost; m = m.prev {
		if m.differsIn(ply) {
			against += math.Exp(-m.behind)
		}
		n++
	}
	return 1 / (1 + against)
}

// differsIn reports whether the dropped hypothesis had another move at a ply. With unseen moves one
// line may be longer than the other, and then every later move has another number in it.
func (m *merger) differsIn(ply int) bool {
	i := ply - m.from
	if i >= 0 && m.tail.ply != m.ply && m.tail.traits&unlit != 0 {
		return true
	}
	return i >= 0 && i < 64 && m.differ>>i&1 != 0
}
