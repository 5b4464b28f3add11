package decoder

import (
	"math/bits"
	"time"

	"touchmove/rules"
)

// sight is how the sensor of one end of a move speaks of it.
type sight uint8

const (
	agrees  sight = iota // reads what the move leaves behind
	unseen               // gives no reading
	dubious              // is not trusted by this story
	denies               // is trusted and reads something else
)

func (d *Decoder) sight(s *story, sq rules.Square, full, white bool) sight {
	bit := rules.Squares(1) << sq
	if d.board.blind&bit != 0 {
		return unseen
	}
	ok := (d.board.full&bit != 0) == full
	if ok && full && d.board.polarity {
		ok = (d.board.white&bit != 0) == white
	}
	switch {
	case ok && s.distrust&bit != 0:
		return dubious
	case ok:
		return agrees
	case s.distrust&bit != 0:
		return dubious
	}
	return denies
}

// step tries a move that is not castling. One of its ends may be denied, which
// is a fault of its sensor, but not both.
func (d *Decoder) step(s *story, m rules.Move) {
	pos := s.pos()
	from, to := m.From(), m.To()
	fromBit, toBit := rules.Squares(1)<<from, rules.Squares(1)<<to
	white := pos.Turn() == rules.White

	left := d.sight(s, from, false, white)
	came := d.sight(s, to, true, white)
	target := pos.At(to)
	takes := target != rules.NoPiece
	ep := m.IsEnPassant()

	cost := costMove
	var distrust rules.Squares
	var tr traits
	if left == denies || came == denies {
		distrust = toBit
		if left == denies {
			distrust = fromBit
		}
		cost += d.faultCost(distrust.First())
		tr |= blind
	}
	moved := left == agrees && s.dis&fromBit != 0
	arrived := came == agrees && s.dis&toBit != 0
	if !moved && !arrived {
		// Nothing speaks for the move but perhaps a capture seen happening.
		if !takes || came != agrees || left != unseen && left != dubious {
			return
		}
		if _, ok := d.emptied(to, s.tail.landed); !ok {
			// Nothing at all can be seen of a capture that leaves a broken or
			// silent sensor and slides its victim away; only the reply tells.
			if !d.replied(s) {
				return
			}
			cost += costInvisible
		}
	}
	for _, e := range [2]sight{left, came} {
		switch e {
		case unseen:
			cost += costUnknownEnd
			tr |= blind
		case dubious:
			cost += costOldFault
			tr |= blind
		}
	}

	lifted := d.now
	if s.dis&fromBit != 0 {
		lifted = s.since[from]
	} else if arrived {
		lifted = s.since[to]
	}
	landed := lifted
	if arrived {
		landed = s.since[to]
		if takes {
			landed = d.board.changed[to] // since then it shows the other colour
		}
	}
	arrival := landed
	if takes {
		tr |= capture
		if came == agrees && !d.board.polarity {
			since := s.tail.landed
			if s.tail.ply > d.rootPly && s.tail.move.To() == to {
				since += overlapShort // what stands there had to land first
			}
			gap, seen := d.emptied(to, since)
			if seen && gap.until < lifted-arriveSlack {
				seen = false // lifted and put back before the capturer moved
			}
			if seen && d.pub.slow && s.tail.move.To() == to && gap.from < s.tail.landed+ownPause {
				cost += costTakenHasty
			}
			if seen && s.dis&toBit == 0 && s.since[to] == gap.from {
				cost -= min(s.acc[to], refundMost) // the captured piece going was part of this move
			}
			switch {
			case !seen:
				cost += costCaptureSilent - reliefByWorth*worth[target.Kind()]
				tr |= silent
				if s.tail.move.To() == to && s.tail.ply > d.rootPly && lifted < s.tail.landed {
					cost += costTakenHasty // it was lifted to take what had not arrived yet
				}
				landed = max(landed, s.tail.landed) // nobody saw when
			case gap.from < lifted-earlyBefore:
				cost += costCaptureEarly
				landed = max(landed, gap.until)
			default:
				cost += costCaptureSeen
				landed = max(landed, gap.until)
			}
		}
	}
	if ep {
		tr |= capture | passant
		victim := rules.SquareAt(to.File(), from.Rank())
		if s.dis&(1<<victim) != 0 && d.board.full&(1<<victim) == 0 {
			landed = max(landed, s.since[victim])
		}
	}
	switch {
	case arrived:
		cost -= d.slid(s, m, lifted, landed)
	case distrust == toBit:
		cost -= d.slid(s, m, lifted, d.now)
	}
	if left == agrees {
		cost += inHand(landed - lifted)
	}
	cost += d.order(s, from, lifted, landed, left)
	if arrived && moved && m.Promotion() == rules.NoKind && d.liftedLate(s, from, arrival) {
		cost += costArrivedFirst
	}

	if kind := m.Promotion(); kind != rules.NoKind {
		tr |= promotion
		cost += d.promotionCost(kind, lifted)
	}
	if s.tail.prev == nil && landed <= d.began {
		tr |= before | blind
	}
	c := d.child(s, m, lifted, landed, cost, tr)
	if c == nil {
		return
	}
	c.distrust |= distrust
	if tr&promotion != 0 {
		c.pending = toBit // the pawn may still be exchanged for its piece
	}
	d.born = append(d.born, c)
}

// unseenCapture tries a capture of which nothing shows: the victim was slid
// away under the capturer, and the sensor that the capturer left has stuck on
// just then. That the opponent has since moved is all that speaks for it.
func (d *Decoder) unseenCapture(s *story, m rules.Move) {
	from := m.From()
	tr := capture | silent | blind
	if m.Promotion() != rules.NoKind {
		return
	}
	at := s.tail.landed
	if c := d.child(s, m, at, at, costMove+costCaptureSilent+d.faultCost(from), tr); c != nil {
		c.distrust = c.distrust.With(from)
		d.born = append(d.born, c)
	}
}

// faultCost prices a new fault of a sensor: each doubling of the time since it
// was seen to change is more time in which it may have broken, and one that never
// has in this game may have been broken from the first.
func (d *Decoder) faultCost(sq rules.Square) float64 {
	if d.board.changed[sq] <= d.began {
		return costNewFault - reliefUnproved
	}
	doublings := bits.Len64(uint64((d.now - d.board.changed[sq]) / provedLately))
	return costNewFault + max(costProvedLately-reliefDoubled*float64(doublings), -reliefUnproved)
}

// promotionCost prices the choice of the piece. A promote command close to the
// move decides it.
func (d *Decoder) promotionCost(kind rules.Kind, lifted time.Duration) float64 {
	if d.promote.kind != rules.NoKind && d.promote.at >= lifted-promoteBefore {
		if d.promote.kind == kind {
			return 0
		}
		return costDenied
	}
	switch kind {
	case rules.Knight:
		return costKnight
	case rules.Rook:
		return costRook
	case rules.Bishop:
		return costBishop
	}
	return 0
}

const (
	promoteBefore = 2 * time.Second  // a command may come this long before the pawn is lifted
	promoteAfter  = 30 * time.Second // and this long after it landed
	faultPatience = 1500 * time.Millisecond
)

// worth is what a piece is worth, in pawns.
var worth = [8]float64{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 3, rules.Rook: 5, rules.Queen: 9}
