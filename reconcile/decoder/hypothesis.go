package decoder

import (
	"time"

	"touchmove/rules"
)

// hypothesis is one explanation of everything read so far.
type hypothesis struct {
	tail *link
	// What the sensors should read: squares with a piece, and by colour.
	full, white, black rules.Squares
	own                rules.Squares // squares of the side to move

	mismatch rules.Squares // squares that disagree now
	distrust rules.Squares // sensors that this hypothesis does not trust
	unfelt   rules.Squares // of these, squares with a piece that is not detected until they change
	either   rules.Squares // or that piece is not detected because the sensor is broken: as likely, and taken for a fault
	numb     rules.Squares // squares that such a piece has left, unchanged since
	pending  rules.Squares // squares on which the last move is still to be finished (castling, promotion)

	since    [64]time.Duration // when the mismatch opened
	sincePly [64]int32         // the ply at which it opened
	accrued  [64]float64       // what it has cost up to counted

	counted time.Duration
	paid    float64 // the cost of moves and of mismatches that have ended
	total   float64 // paid plus the open mismatches, as of the last count

	idle [2]float64 // what it has paid for the last press of each player, who had not moved; 0 once they have

	merged *merger // hypotheses that reached the same position by other moves, the latest first

	fresh bool    // its mismatches changed since it last tried to grow
	tried attempt // the mismatches for which faults were last tried
}

// attempt is the mismatches for which faults and illegal moves were tried: all of them, and those
// that had already been open for long.
type attempt struct{ live, old rules.Squares }

func (s *hypothesis) pos() *rules.Position { return &s.tail.pos }

// key identifies the position and the distrusted sensors. Hypotheses that differ in these will be
// distinguished by later readings; all others have the same future.
func (s *hypothesis) key() uint64 { return s.tail.key ^ uint64(s.distrust)*0x9e3779b97f4a7c15 }

// expect sets what the sensors should read from the position.
func (s *hypothesis) expect() {
	p := s.pos()
	s.white, s.black = p.Of(rules.White), p.Of(rules.Black)
	s.full, s.own = s.white|s.black, p.Of(p.Turn())
}

// mismatches returns the squares on which the board contradicts what s expects.
func (b *board) mismatches(s *hypothesis) rules.Squares { return b.differs(s.full, s.white, s.black) }

// class returns the class of a mismatch on sq.
func (s *hypothesis) class(sq rules.Square) class {
	switch {
	case !s.full.Has(sq):
		return extra
	case s.own.Has(sq):
		return missingMover
	}
	return missingOther
}

// count updates the costs of the open mismatches to d.now.
func (s *hypothesis) count(d *Decoder) {
	now := d.now
	if s.mismatch == 0 {
		s.counted, s.total = now, s.paid
		return
	}
	factor := 1.0
	live := s.mismatch &^ (s.distrust | s.pending)
	if d.pub.slow && live != 0 {
		lack := live & s.full
		if lack.Count()*2 == live.Count() && s.mayBeOne(lack, live&^lack, d.times[overlapShort]) {
			factor = d.param[pairDiscount]
		}
	}
	open := 0.0
	for set := s.mismatch; set != 0; set &= set - 1 {
		sq := set.First()
		bit := rules.Squares(1) << sq
		if s.pending&bit == 0 {
			f := factor
			if s.distrust&bit != 0 {
				f = d.param[distrusted]
			}
			from := s.counted
			if from < s.since[sq] {
				from = s.since[sq]
			}
			if now > from {
				s.accrued[sq] += f * d.spans.cost(sq, s.class(sq), span{s.since[sq], from, now})
			}
		}
		open += s.accrued[sq]
	}
	s.counted = now
	s.total = s.paid + open + d.laterElsewhere(s)
}

// mayBeOne reports whether the pieces that are missing may be those that stand where none should: what
// stood there for long before the first of them left is another piece.
func (s *hypothesis) mayBeOne(missing, extra rules.Squares, slack time.Duration) bool {
	if missing == 0 {
		return true
	}
	left := s.since[missing.First()]
	for set := missing & (missing - 1); set != 0; set &= set - 1 {
		left = min(left, s.since[set.First()])
	}
	for set := extra; set != 0; set &= set - 1 {
		if s.since[set.First()] < left-slack {
			return false
		}
	}
	return true
}

// lacked reports whether a piece of the side to move left its square before at, and is still missing;
// full are the squares that read occupied.
func (s *hypothesis) lacked(at time.Duration, full rules.Squares) bool {
	for set := s.mismatch & s.own &^ (s.distrust | full); set != 0; set &= set - 1 {
		if s.since[set.First()] < at {
			return true
		}
	}
	return false
}

// open starts a mismatch.
func (s *hypothesis) open(sq rules.Square, at time.Duration) {
	s.mismatch |= 1 << sq
	s.since[sq] = at
	s.sincePly[sq] = int32(s.tail.ply)
	s.accrued[sq] = 0
}

// close ends a mismatch; its cost is paid.
func (s *hypothesis) close(sq rules.Square) {
	s.mismatch &^= 1 << sq
	s.paid += s.accrued[sq]
}

// reopen undoes the end of a mismatch.
func (s *hypothesis) reopen(sq rules.Square) {
	s.mismatch |= 1 << sq
	s.paid -= s.accrued[sq]
}

// drop ends a mismatch that a move has explained; it costs nothing.
func (s *hypothesis) drop(sq rules.Square) {
	s.mismatch &^= 1 << sq
	s.accrued[sq] = 0
}
