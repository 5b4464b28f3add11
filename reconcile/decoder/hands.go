package decoder

import (
	"time"

	"touchmove/rules"
)

// slid returns what a hypothesis had to pay for brief contacts on the way of m while its piece was
// moving, plus a little more: such contacts are evidence for m, and distinguish it from other moves
// with the same lifts and placings.
func (d *Decoder) slid(s *hypothesis, m rules.Move, lifted, landed time.Duration) float64 {
	df, dr := m.To().File()-m.From().File(), m.To().Rank()-m.From().Rank()
	steps := max(df, -df, dr, -dr)
	if df != 0 && dr != 0 && df != dr && df != -dr {
		return 0
	}
	back := 0.0
	for i := 1; i < steps; i++ {
		sq := rules.SquareAt(m.From().File()+i*df/steps, m.From().Rank()+i*dr/steps)
		g := &d.board.gaps[sq]
		touched, left := g[1].until, g[0].from
		if touched < lifted || left < touched || left-touched > d.times[pathContact] || left > landed+d.times[bounce] || s.mismatch.Has(sq) || s.since[sq] != touched {
			continue
		}
		back += s.accrued[sq] + d.param[costPathTouched]
	}
	return back
}

// inHand prices a piece that was in the hand for long: hardly anybody holds a piece for a minute
// and then moves it.
func (d *Decoder) inHand(t time.Duration) float64 {
	if t <= d.times[holdFree] {
		return 0
	}
	return min(d.param[costHeldMost], d.param[costHeldSecond]*(t-d.times[holdFree]).Seconds())
}

// hasReplied reports whether a piece of the side not to move has been off its square
// for longer than a touch.
func (d *Decoder) hasReplied(s *hypothesis) bool {
	for set := s.mismatch &^ s.distrust; set != 0; set &= set - 1 {
		sq := set.First()
		if s.class(sq) == missingOther && d.now-s.since[sq] >= d.times[overlapShort] {
			return true
		}
	}
	return false
}

// order prices hands that crossed: the piece was lifted, or even landed, before the move it replies
// to had landed.
func (d *Decoder) order(s *hypothesis, lifted, landed time.Duration, left sight) float64 {
	before := s.tail.landed
	if s.tail.ply == d.root.ply || left == unseen {
		return 0
	}
	cost := 0.0
	switch early := before - landed; {
	case early > d.times[landedSlack]:
		cost += d.param[costLandedBefore]
	case early > 0:
		cost += d.param[costLandedClose]
	}
	if left == dubious {
		return cost // its lift was not seen
	}
	if early := before - lifted; early > 0 {
		if early < d.times[overlapShort] {
			cost += d.param[costLiftOverlap]
		} else {
			cost += d.param[costLiftEarly] + d.spans.curves[missingOther].at(early)
		}
	}
	if lifted < s.tail.lifted-d.times[bounce] {
		cost += d.param[costLiftUntouched]
	}
	// The same player's previous move: nobody plays twice within a fifth of a second, since they
	// would have to press the clock in that time.
	if own := s.tail.prev; own != nil && own.ply > d.root.ply {
		press := d.players[s.pos().Turn()].press
		switch pause := lifted - own.landed; {
		case pause < 0, own.landed < landed && landed < press && press < before:
			cost += d.param[costOwnOverlap] // or it had landed when the clock was pressed for the previous move
		case pause < d.times[ownPause] && (press < own.landed || press > lifted):
			cost += d.param[costOwnHasty]
		}
		if own.traits&(unplaced|elsewhere) == unplaced && isUnfelt(s, own) && landed > own.lifted && landed < s.tail.lifted {
			cost += d.param[costElsewhere] // nobody had replied: it is the piece of that move, more likely
		}
	}
	return cost
}

// wasLiftedLate reports whether the piece of this square was still there at the time landed, so
// that what landed on another square then cannot be that piece.
func (d *Decoder) wasLiftedLate(s *hypothesis, from rules.Square, landed time.Duration) bool {
	if s.since[from] <= landed+d.times[arriveSlack] {
		return false
	}
	for _, g := range d.board.gaps[from] {
		if g.from != 0 && g.from >= s.tail.landed-d.times[overlapShort] && g.from <= landed+d.times[arriveSlack] {
			return false
		}
	}
	return true
}

// lastGap returns the latest gap of a square that began after since, or a little before since hands
// may overlap, and false when the square never read empty.
func (d *Decoder) lastGap(sq rules.Square, since time.Duration) (gap, bool) {
	return d.board.gaps[sq].last(since-d.times[overlapShort], d.times[bounce])
}

// wereBothUp reports whether two squares were empty at the same time at some moment since then, and
// no longer are.
func (d *Decoder) wereBothUp(a, b rules.Square, since time.Duration) bool {
	return d.board.gaps[a].overlaps(&d.board.gaps[b], since)
}

// wasBrushed reports whether the last contact on a square, which is now empty, was too short for a
// piece that was put down.
func (d *Decoder) wasBrushed(sq rules.Square) bool {
	g := &d.board.gaps[sq]
	return g[0].from != 0 && g[0].until == 0 && g[1].until != 0 && g[0].from-g[1].until < d.times[brush]
}

// wasKnocked reports whether another piece left its square at the same moment as the piece of l,
// and stayed away. A sleeve does that, and a piece that now stands on a legal square may have
// rolled there.
func (d *Decoder) wasKnocked(l *link) bool {
	if l.traits&(castling|capture) != 0 {
		return false
	}
	for set := l.prev.pos.Occupied().Without(l.move.From()); set != 0; set &= set - 1 {
		for _, g := range d.board.gaps[set.First()] {
			if g.from == 0 || g.from < l.lifted-knockedWithin {
				break
			}
			until := g.until
			if until == 0 {
				until = d.now
			}
			if g.from <= l.lifted+knockedWithin && until-g.from >= knockedFor {
				return true
			}
		}
	}
	return false
}

const (
	knockedWithin = 60 * time.Millisecond
	knockedFor    = 400 * time.Millisecond
)

// refund returns what a hypothesis paid for a gap of a square that turns out to be part of a move.
func (d *Decoder) refund(s *hypothesis, sq rules.Square, g gap) float64 {
	if s.mismatch.Has(sq) || s.since[sq] != g.from {
		return 0
	}
	return min(s.accrued[sq], d.param[refundMost])
}

// longOpen returns the squares that have been unexplained for so long that a fault or an illegal
// move is possible.
func (d *Decoder) longOpen(s *hypothesis, live rules.Squares) rules.Squares {
	var old rules.Squares
	for set := live; set != 0; set &= set - 1 {
		if sq := set.First(); d.now-s.since[sq] >= faultPatience || d.isMissingAtPress(s, sq) || d.isMissingAtReply(s, sq) {
			old = old.With(sq)
		}
	}
	return old
}

// isMissingAtPress reports whether a piece was off its square when its player pressed the clock:
// then it is no longer in a hand.
func (d *Decoder) isMissingAtPress(s *hypothesis, sq rules.Square) bool {
	return s.class(sq) == missingMover && d.players[s.pos().Turn()].press >= s.since[sq]+stood
}

// isMissingAtReply reports whether a piece was off its square while the opponent lifted a piece and put one
// down, which stands: so its player had released it before.
func (d *Decoder) isMissingAtReply(s *hypothesis, sq rules.Square) bool {
	if s.class(sq) != missingMover {
		return false
	}
	live := s.mismatch &^ (s.distrust | s.pending)
	for set := live &^ s.own & s.full; set != 0; set &= set - 1 {
		lifted := s.since[set.First()]
		if lifted < s.since[sq]+stood {
			continue
		}
		for put := live &^ s.full; put != 0; put &= put - 1 {
			if at := s.since[put.First()]; at > lifted && d.now >= at+stood {
				return true
			}
		}
	}
	return false
}

const (
	faultHypotheses = 8 // how many of the best hypotheses are tried
	faultMost       = 4 // most mismatches for a broken sensor to be tried
	doubtMost       = 6 // most mismatches for an illegal move; with more it is an accident
)
