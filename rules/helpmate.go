package rules

import "slices"

// A helpmate is searched for best first: of all positions reached so far the one that looks nearest to
// mate is played on from. No position is visited twice, so a search that runs dry has seen everything
// that can come about and proves that there is no mate. Which position looks best decides only how
// fast a mate is found, never whether an answer is right.
type search struct {
	winner, loser Color
	budget        Budget
	nodes         []searchNode
	table         []uint32 // open addressing: 1 + index in nodes, 0 for a free place
	queue         [goalLevels][]uint32
	best          int
	closures      bool
	list          moveList
}

type searchNode struct {
	position Position
	parent   uint32
	move     Move
}

func newSearch(p Position, c Color, b Budget) *search {
	s := &search{winner: c, loser: c.Other(), budget: b, best: goalLevels, closures: locked(&p)}
	s.table = make([]uint32, 256)
	p.halfmove, p.fullmove = 0, 1
	s.add(p, 0, NoMove)
	return s
}

func (s *search) run() Verdict {
	if s.mated(&s.nodes[0].position) {
		return Verdict{Answer: Can, Proof: ByLine, Positions: 1}
	}
	for {
		at, ok := s.next()
		if !ok {
			return Verdict{Answer: Cannot, Proof: BySearch, Positions: len(s.nodes)}
		}
		if line := s.expand(at); line != nil {
			return Verdict{Answer: Can, Proof: ByLine, Line: line, Positions: len(s.nodes)}
		}
		if len(s.nodes) >= s.budget.Positions || at%256 == 0 && s.stopped() {
			return Verdict{Positions: len(s.nodes)}
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

// next takes the most promising node that has not been played on from.
func (s *search) next() (uint32, bool) {
	for ; s.best < goalLevels; s.best++ {
		if q := &s.queue[s.best]; len(*q) > 0 {
			at := (*q)[len(*q)-1]
			*q = (*q)[:len(*q)-1]
			return at, true
		}
	}
	return 0, false
}

// expand plays every legal move and adds what is new; a mate gives the line to it.
func (s *search) expand(at uint32) []Move {
	p := s.nodes[at].position
	n := p.generate(&s.list)
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
			if s.closures && q.ep == NoSquare && locked(&q) && ClosureOf(q).Excludes(s.winner) {
				continue
			}
		}
		s.add(q, at, m)
	}
	return nil
}

func (s *search) mated(p *Position) bool {
	return p.turn == s.loser && p.checkers() != 0 && !p.HasLegalMove()
}

func (s *search) lineTo(at uint32, last Move) []Move {
	line := []Move{last}
	for ; at != 0; at = s.nodes[at].parent {
		line = append(line, s.nodes[at].move)
	}
	slices.Reverse(line)
	return line
}

// add keeps a position that was not seen before and queues it.
func (s *search) add(p Position, parent uint32, m Move) {
	if len(s.nodes)*2 >= len(s.table) {
		s.rehash()
	}
	at := s.place(&p)
	if s.table[at] != 0 {
		return
	}
	index := uint32(len(s.nodes))
	s.nodes = append(s.nodes, searchNode{p, parent, m})
	s.table[at] = index + 1
	level := s.distance(&p)
	s.queue[level] = append(s.queue[level], index)
	s.best = min(s.best, level)
}

// place finds where in the table a position is, or would be.
func (s *search) place(p *Position) uint64 {
	mask := uint64(len(s.table) - 1)
	at := p.key() & mask
	for s.table[at] != 0 && !s.nodes[s.table[at]-1].position.Same(*p) {
		at = (at + 1) & mask
	}
	return at
}

func (s *search) rehash() {
	s.table = make([]uint32, 4*len(s.table))
	for i := range s.nodes {
		s.table[s.place(&s.nodes[i].position)] = uint32(i) + 1
	}
}

// goalLevels is how finely distance distinguishes.
const goalLevels = 256

// distance guesses how far a position is from mate, 0 to goalLevels-1. What brings mate near is a losing
// king in a corner without squares to go to, the winner's men about him, and men to mate with: if the
// winner has nothing heavy, a pawn near promotion.
func (s *search) distance(p *Position) int {
	ours, theirs := p.of(s.winner), p.of(s.loser)
	king, hunter := p.king(s.loser), p.king(s.winner)
	straight, diagonal, pawns, knights := p.straight(), p.diagonal(), p.pawns(), p.knights()

	d := 0
	without := p.occupied() &^ bit(king)
	for t := range (table.king[king] &^ theirs).All() {
		if p.attackers(t, without)&ours == 0 {
			d += 6
		}
	}
	heavy := straight & ours
	minors := (diagonal&^straight | knights) & ours
	if heavy == 0 && pawns&ours != 0 {
		steps := 7
		for s8 := range (pawns & ours).All() {
			r := s8.Rank()
			if s.winner == White {
				r = 7 - r
			}
			steps = min(steps, r)
		}
		d += 20 + 6*steps
	}
	d += 3 * cornerDistance(king)
	d += 3 * max(0, kingDistance(king, hunter)-2)
	for m := range minors.All() {
		d += kingDistance(king, m)
	}
	// Defenders in play are a nuisance, unless the winner needs something to stand in its own king's way.
	if heavy != 0 || minors.more() {
		d += 3 * (theirs &^ pawns).Count()
		d += (theirs & pawns).Count()
	}
	return min(d, goalLevels-1)
}

func kingDistance(a, b Square) int {
	f, r := a.File()-b.File(), a.Rank()-b.Rank()
	return max(f, -f, r, -r)
}

func cornerDistance(s Square) int {
	f, r := s.File(), s.Rank()
	return min(f, 7-f) + min(r, 7-r)
}
