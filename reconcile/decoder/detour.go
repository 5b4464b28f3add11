package decoder

import (
	"time"

	"touchmove/reconcile/reroute"
	"touchmove/rules"
)

// detours returns hypotheses whose lines play m after prev and that the search does not hold: what else may have
// been played during an outage. chosen are those that it holds.
func (d *Decoder) detours(prev *link, m rules.Move, chosen []*hypothesis) (more []*hypothesis) {
	along := d.along(prev, chosen)
	if along == nil {
		return nil
	}
	held := map[uint64]bool{}
	for _, c := range chosen {
		held[c.tail.line] = true
	}
	for _, r := range routes(d, prev, m, along) {
		tail := d.lay(prev, along.tail, r.Moves)
		if held[tail.line] {
			continue
		}
		c := d.clone(along)
		c.tail, c.merged = tail, nil
		c.paid += detourBy + max(0, r.Cost)
		if tail.key != along.tail.key {
			c.pending = 0
			c.expect()
			now := d.board.mismatches(c)
			for gone := c.mismatch &^ now; gone != 0; gone &= gone - 1 {
				c.drop(gone.First())
			}
			for came := now &^ c.mismatch; came != 0; came &= came - 1 {
				c.open(came.First(), d.now)
			}
		}
		more = append(more, c)
	}
	return more
}

// detourBy is how much more expensive a line is at least that only an answer has brought to light than the one
// that it follows: the search has tried that one reading by reading.
const detourBy = 2.0

// along returns the hypothesis that detours after prev follow: the best of chosen, or else the best that has the
// moves up to prev; nil if the next one was not made during an outage.
func (d *Decoder) along(prev *link, chosen []*hypothesis) (best *hypothesis) {
	if len(chosen) == 0 {
		chosen = d.beam
	}
	for _, s := range chosen {
		if s.count(d); s.tail.after(prev) != nil && (best == nil || s.total < best.total) {
			best = s
		}
	}
	if best == nil || best.tail.after(prev).traits&unlit == 0 || !best.tail.isLegalSince(prev) {
		return nil
	}
	return best
}

// routes returns the lines that play m after prev and agree with s wherever the board was read.
func routes(d *Decoder, prev *link, m rules.Move, s *hypothesis) []reroute.Route {
	line := make([]reroute.Step, s.tail.ply-prev.ply)
	next := d.now
	for l := s.tail; l.ply > prev.ply; l = l.prev {
		line[l.ply-prev.ply-1] = reroute.Step{Move: l.move, After: l.pos, Silent: d.silentAt(l, next), Known: l.traits&(forced|imposed) != 0}
		next = l.landed
	}
	line[len(line)-1].Shown = ^(d.board.blind | s.mismatch | s.distrust)
	return reroute.Find(&prev.pos, previous(prev), m, line, d.board.polarity)
}

// silentAt returns the squares that gave no reading when l was made; next is when the next move was. A move of which
// nothing was seen may have been made at any time before that.
func (d *Decoder) silentAt(l *link, next time.Duration) (set rules.Squares) {
	if l.traits&unlit == 0 {
		return 0
	}
	for sq := range rules.AllSquares.All() {
		if d.board.wasDark(sq, l.landed) || l.traits&unseenAtAll != 0 && d.board.wasDark(sq, next) {
			set = set.With(sq)
		}
	}
	return set
}

// lay returns the line of these moves after prev. Where it has the move of along it was seen as there.
func (d *Decoder) lay(prev, along *link, moves []rules.Move) *link {
	next := func(l *link) time.Duration {
		if l == along {
			return d.now
		}
		return along.at(l.ply + 1).landed
	}
	for i, m := range moves {
		was := along.at(prev.ply + 1)
		l := &link{prev: prev, ply: was.ply, move: m, pos: prev.pos.After(m), lifted: was.lifted, landed: was.landed, price: was.price}
		l.key, l.line = l.pos.Key(), mixLine(prev.line, m, 0)
		l.traits = was.traits &^ (uncounted | forced)
		if m != was.move {
			l.traits = was.traits&unlit | d.traitsOf(prev, m, d.silentAt(was, next(was)))
		}
		if prev.traits&(unseenAtAll|uncounted) != 0 {
			l.traits |= uncounted
		}
		if i > 0 {
			l.traits |= was.traits & forced
		}
		l.bear(prev.paid+was.paid-was.prev.paid, d.param[costMove])
		prev = l
	}
	return prev
}

// traitsOf returns the traits of a move after prev of which nothing was seen on the silent squares.
func (d *Decoder) traitsOf(prev *link, m rules.Move, silent rules.Squares) (is traits) {
	ends := rules.SquaresOf(m.From(), m.To())
	if ends&silent != 0 {
		is |= blind
	}
	if ends&^silent == 0 {
		is |= unseenAtAll
	}
	return is | kindOf(&prev.pos, m)
}
