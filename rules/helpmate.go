package rules

import "slices"

// A search looks for a helpmate, best first: of all positions reached so far it expands the one
// that looks nearest to mate. It visits no position twice, so a search that runs out of positions
// has seen everything that can arise and proves that there is no mate. Which position looks best
// decides only how fast a mate is found, never whether an answer is right.
type search struct {
	winner, loser Color
	budget        Budget
	nodes         searchNodes
	table         []uint32       // open addressing: 1 + index in nodes, 0 for a free place
	queues        [2]searchQueue // by distance and, once the search grows, by distance and depth
	both          bool           // the second queue is in use
	closures      bool           // whether closures may shorten the search
	list          moveList
}

// closuresFrom is how many positions a search visits before it also asks closures whether a changed
// placement is worth expanding. A closure costs as much as a dozen positions and seldom helps.
const closuresFrom = 2000

type searchNode struct {
	position Position
	parent   uint32
	move     Move
	depth    uint8 // half-moves from the start, 255 for more
	fresh    bool  // its last move was a capture or a pawn's
	expanded bool
}

// searchNodes grows in blocks, so that a large search is never copied and never held twice in
// memory.
type searchNodes struct {
	blocks []*[searchBlock]searchNode
	n      int
}

const searchBlock = 512

func (s *searchNodes) len() int { return s.n }

func (s *searchNodes) at(i uint32) *searchNode { return &s.blocks[i/searchBlock][i%searchBlock] }

func (s *searchNodes) add(n searchNode) {
	if s.n%searchBlock == 0 {
		s.blocks = append(s.blocks, new([searchBlock]searchNode))
	}
	*s.at(uint32(s.n)) = n
	s.n++
}

func newSearch(p Position, c Color, b Budget) *search {
	s := &search{winner: c, loser: c.Other(), budget: b, closures: true}
	s.table = make([]uint32, 256)
	p.halfmove, p.fullmove = 0, 1
	s.add(p, 0, NoMove, false)
	return s
}

// run searches from p, the position the search was made for.
func (s *search) run(p Position) Verdict {
	asked := false
	for expanded := 1; ; expanded++ {
		at, ok := s.next(expanded)
		if !ok {
			return Verdict{Answer: Cannot, Proof: BySearch, Positions: s.nodes.len()}
		}
		if line := s.expand(at); line != nil {
			return Verdict{Answer: Can, Proof: ByLine, Line: line, Positions: s.nodes.len()}
		}
		if s.closures && !asked && s.nodes.len() > closuresFrom {
			asked = true
			if v := closureVerdict(p, s.winner); v.Answer != Undecided {
				v.Positions = s.nodes.len()
				return v
			}
		}
		if s.nodes.len() >= s.budget.Positions || expanded%256 == 0 && s.stopped() {
			return Verdict{Positions: s.nodes.len()}
		}
	}
}

func (s *search) stopped() bool {
	select {
	case <-s.budget.Done:
		return true
	default:
		return false
	}
}

// bothFrom is the number of positions after which every second position is chosen by another
// measure, which prefers short lines. A search that has not found a mate by then may be stuck in
// one part of the possibilities. The first measure is faster where it works, but what one of them
// misses the other mostly finds.
const bothFrom = 5000

// A searchQueue holds nodes by level; among equals the last comes first.
type searchQueue struct {
	levels [goalLevels][]uint32
	best   int // no node is on a lower level
}

func (q *searchQueue) push(at uint32, level int) {
	level = min(level, goalLevels-1)
	q.levels[level] = append(q.levels[level], at)
	q.best = min(q.best, level)
}

func (q *searchQueue) pop() (uint32, bool) {
	for ; q.best < goalLevels; q.best++ {
		if l := &q.levels[q.best]; len(*l) > 0 {
			at := (*l)[len(*l)-1]
			*l = (*l)[:len(*l)-1]
			return at, true
		}
	}
	return 0, false
}

// next takes the most promising node that has not been expanded; false if there is none left.
func (s *search) next(turn int) (uint32, bool) {
	if !s.both && s.nodes.len() > bothFrom {
		s.both = true
		for i := range uint32(s.nodes.len()) {
			if n := s.nodes.at(i); !n.expanded {
				s.queues[1].push(i, s.distance(&n.position)+int(n.depth))
			}
		}
	}
	q := 0
	if s.both {
		q = turn % 2
	}
	for {
		at, ok := s.queues[q].pop()
		if !ok || !s.nodes.at(at).expanded { // each queue holds all nodes that are left
			return at, ok
		}
	}
}

// expand plays every legal move and adds the new positions. If a move mates, it returns the line to
// it.
func (s *search) expand(at uint32) []Move {
	s.nodes.at(at).expanded = true
	p := s.nodes.at(at).position
	if s.closures && s.nodes.len() > closuresFrom && s.nodes.at(at).fresh && locked(&p) && ClosureOf(p).Excludes(s.winner) {
		return nil
	}
	n := p.generate(&s.list, AllSquares)
	for _, m := range s.list[:n] {
		var q Position
		p.into(&q, m)
		irreversible := q.halfmove == 0
		q.halfmove, q.fullmove = 0, 1
		if s.mated(&q) {
			return s.lineTo(at, m)
		}
		if irreversible {
			if q.materialExcludes(s.winner) {
				continue
			}
		}
		s.add(q, at, m, irreversible)
	}
	return nil
}

func (s *search) mated(p *Position) bool {
	return p.turn == s.loser && p.checkers() != 0 && !p.HasLegalMove()
}

func (s *search) lineTo(at uint32, last Move) []Move {
	line := []Move{last}
	for ; at != 0; at = s.nodes.at(at).parent {
		line = append(line, s.nodes.at(at).move)
	}
	slices.Reverse(line)
	return line
}

// add stores and queues a position that was not seen before.
func (s *search) add(p Position, parent uint32, m Move, fresh bool) {
	if s.nodes.len()*2 >= len(s.table) {
		s.rehash()
	}
	at := s.place(&p)
	if s.table[at] != 0 {
		return
	}
	index := uint32(s.nodes.len())
	depth := uint8(0)
	if m != NoMove {
		depth = s.nodes.at(parent).depth
		depth += 1 - depth/255
	}
	s.nodes.add(searchNode{position: p, parent: parent, move: m, depth: depth, fresh: fresh})
	s.table[at] = index + 1
	distance := s.distance(&p)
	s.queues[0].push(index, distance+int(depth)/8)
	if s.both {
		s.queues[1].push(index, distance+int(depth))
	}
}

// place returns the index in the table where a position is, or would be stored.
func (s *search) place(p *Position) uint64 {
	mask := uint64(len(s.table) - 1)
	at := p.key() & mask
	for s.table[at] != 0 && !s.nodes.at(s.table[at]-1).position.Same(*p) {
		at = (at + 1) & mask
	}
	return at
}

func (s *search) rehash() {
	s.table = make([]uint32, 4*len(s.table))
	for i := range uint32(s.nodes.len()) {
		s.table[s.place(&s.nodes.at(i).position)] = i + 1
	}
}
