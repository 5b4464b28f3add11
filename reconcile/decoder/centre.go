package decoder

import (
	"slices"
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// centred is a position of the game after which both kings were put in the centre, whatever else
// was lifted.
type centred struct {
	hypothesis *hypothesis // a copy, to be freed
	result     string
	sure       bool // both kings have left their squares
	only       bool // everything else is unchanged
	unseen     bool // one of the kings left a square that gives no reading
}

// findCentredKings looks for both kings in the centre. Two kings there stand side by side, which no
// legal position allows, so this is never play. The first king put down may happen to look like a
// legal move, and a piece lifted before may look like a capture. The positions before those at rest
// are therefore examined too, as long as that undoes no completed move, and the hypothesis that was
// at rest before: a king put down may also look like the piece of the last move.
func (d *Decoder) findCentredKings() (found centred, ok bool) {
	if d.rests.last == nil || (d.board.full&centre).Count() < 2 {
		return centred{}, false
	}
	told, rest := kingsSeen(d.pub.tail), kingsSeen(d.rests.last.tail) // which may be ahead of the published position
	if told&^centre&d.board.full != 0 && rest&^centre&d.board.full != 0 {
		return centred{}, false
	}
	least := 0.0
	for _, s := range [2]*hypothesis{d.rests.last, d.rests.before} {
		if s == nil {
			continue
		}
		dropped := 0.0
		l := s.tail
		for range centreBack {
			if d.pub.sealed.link != nil && l.common(d.pub.sealed.link).ply < d.pub.sealed.link.ply {
				break // that would undo a completed move
			}
			if c, is := d.compareCentre(s, l); is {
				c.hypothesis.paid -= dropped
				cost := d.endCost(c.hypothesis)
				if !ok || c.sure && !found.sure || c.sure == found.sure && cost < least {
					if ok {
						d.free(found.hypothesis)
					}
					found, least, ok = c, cost, true
				} else {
					d.free(c.hypothesis)
				}
			}
			if l.prev == nil || l.ply <= d.root.ply || d.isSealed(l) || isKingToCentre(l) && !d.isSecondKing(l) || d.isPressedPiece(l) {
				break
			}
			dropped += l.price - d.stoodCost(l)
			l = l.prev
		}
	}
	return found, ok
}

// kingsSeen returns where the kings stand after l, or before it if l is a king's capture of which no sensor has
// detected anything: that king may be in the hand.
func kingsSeen(l *link) rules.Squares {
	if l.traits&silent != 0 && l.pos.At(l.move.To()).Kind() == rules.King {
		l = l.prev
	}
	return kingsOf(&l.pos)
}

// stoodCost prices the time that the piece of l stood where l had put it, if l was no move. A
// silent capture shows nothing, and what still stands there is priced already.
func (d *Decoder) stoodCost(l *link) float64 {
	to := l.move.To()
	if l.traits&(silent|castling) != 0 || d.board.full.Has(to) {
		return 0
	}
	return d.spans.curves[extra].at(max(0, d.board.gaps[to][0].from-l.landed))
}

// isPressedPiece reports whether a piece other than a king moved in l, and its player has pressed the
// clock since: what came down there was no king on its way to the centre.
func (d *Decoder) isPressedPiece(l *link) bool {
	return l.pos.At(l.move.To()).Kind() != rules.King && d.players[l.pos.Turn().Other()].press > l.landed
}

// isSecondKing reports whether the other king left its square so soon after the king of l was put
// down that both were one act.
func (d *Decoder) isSecondKing(l *link) bool {
	other := l.pos.King(l.pos.Turn())
	return d.board.changed[other]-l.landed < centrePause
}

// compareCentre compares the board with the position of s after l, except for its kings.
func (d *Decoder) compareCentre(s *hypothesis, l *link) (c centred, ok bool) {
	distrust := s.distrust
	p := &l.pos
	kings, occupied := kingsOf(p), p.Occupied()
	if kings&^centre&d.board.full != 0 {
		return centred{}, false // a king was not detected leaving
	}
	here := d.board.full & centre
	pair := here &^ (occupied &^ kings)
	gone := d.kings().gone(kings)
	silent := kings &^ centre & d.board.blind
	c.unseen = silent != 0
	if c.unseen && (gone == silent || !d.kings().mayHaveLeft(silent, pair) || !d.isUnexplained(pair)) {
		return centred{}, false
	}
	// A king may also have replaced a piece that stood there, unless the king only seems to be gone
	// because the sensor under it is dead.
	for set := here & occupied &^ kings; set != 0 && kings&distrust == 0; set &= set - 1 {
		if set.First() == l.move.To() && d.board.changed[set.First()] <= d.firstLanded(l) {
			continue // what came here last is the piece of l
		}
		if d.kings().hasReplaced(set.First(), gone, kings) {
			pair = pair.With(set.First())
		}
	}
	c.sure = kings&pair&^gone == 0
	if !c.sure && d.isPressedForKing(p, pair) {
		return centred{}, false
	}
	switch {
	case d.board.polarity && (pair&d.board.white).Count() != 1: // two pieces of one colour are not both kings
		return centred{}, false
	case pair.Count() != 2 || pair == kings || !d.kings().haveCome(kings, gone, pair):
		return centred{}, false
	case pair == lightCentre:
		c.result = "1-0"
	case pair == darkCentre:
		c.result = "0-1"
	default:
		c.result = "1/2-1/2"
	}
	c.hypothesis = d.endedAt(s, l)
	off := c.hypothesis.mismatch &^ (distrust | kings | pair)
	c.only = off == 0
	taken := off&^c.hypothesis.full == 0 && off.Count() <= centreTaken
	if (!c.sure || c.unseen) && !taken || (off&^c.hypothesis.full).Count() > centreAstray {
		d.free(c.hypothesis)
		return centred{}, false
	}
	return c, true
}

// isUnexplained reports whether no likely line explains both pieces of pair by moves, and nobody has
// pressed the clock since both were put down. Pieces that may have come from squares without a reading
// are kings only then.
func (d *Decoder) isUnexplained(pair rules.Squares) bool {
	last := time.Duration(0)
	for set := pair; set != 0; set &= set - 1 {
		last = max(last, d.board.changed[set.First()])
	}
	if max(d.players[rules.White].press, d.players[rules.Black].press) >= last {
		return false
	}
	for _, s := range d.beam {
		if s.total > d.beam[0].total+darkMargin {
			break
		}
		if s.mismatch&pair&^s.distrust == 0 && s.tail.isLegalSince(d.pub.tail.common(s.tail)) {
			return false
		}
	}
	return true
}

// mayBringKings reports whether a king of p is off its square and a square of the centre was filled
// since: the first king may have been put down there, and what stands there is no other piece.
func (d *Decoder) mayBringKings(p *rules.Position) bool {
	gone := kingsOf(p) &^ (d.board.full | d.board.blind)
	if gone == 0 {
		return false
	}
	left := d.kings().firstLeft(gone)
	for set := centre & d.board.full; set != 0; set &= set - 1 {
		if at := d.board.changed[set.First()]; at > left && d.now-at < centrePause {
			return true
		}
	}
	return false
}

// firstLanded returns when the piece of l landed. If l was published, that is no later than the
// landing it was published with: what has come to its square since is another piece.
func (d *Decoder) firstLanded(l *link) time.Duration {
	if on := d.pub.tail.at(l.ply); on != nil && on.line == l.line {
		return min(l.landed, on.landed)
	}
	return l.landed
}

// isPressedForKing reports whether only one king has come to the centre, and its player has pressed
// the clock since: then that was a move, legal or not, and the other king stands there by moves of
// its own.
func (d *Decoder) isPressedForKing(p *rules.Position, pair rules.Squares) bool {
	by := rules.White
	if pair.Has(p.King(rules.White)) {
		by = rules.Black
	}
	came := pair.Without(p.King(by.Other()))
	return came.Count() == 1 && d.players[by].press > d.board.changed[came.First()]
}

// kings is what the board shows of the way of kings to the centre.
func (d *Decoder) kings() kingsWay {
	return kingsWay{board: &d.board, now: d.now, bounce: d.times[bounce], brush: d.times[unfeltBrush]}
}

// endedAt returns a copy of s, which was at rest, that ends with l. Every difference from what the
// board shows dates from the last change of its square.
func (d *Decoder) endedAt(s *hypothesis, l *link) *hypothesis {
	c := d.clone(s)
	c.tail = l
	c.expect()
	c.mismatch, c.pending = d.board.mismatches(c), 0
	for set := c.mismatch; set != 0; set &= set - 1 {
		sq := set.First()
		at, share := d.board.changed[sq], 1.0
		if c.distrust.Has(sq) {
			share = d.param[distrusted]
		}
		c.since[sq], c.sincePly[sq] = at, int32(l.ply)
		c.accrued[sq] = share * d.spans.cost(sq, c.class(sq), span{at, at, d.now})
	}
	c.counted = d.now
	return c
}

// watchCentre ends the game when the kings have stood in the centre for a moment. The result is a
// proposal: if the pieces go back, play goes on.
func (d *Decoder) watchCentre() bool {
	c, ok := d.findCentredKings()
	if ok && (d.isPlayLikelier(c.hypothesis) || d.board.lastChanged(centre) <= d.ending.declined) {
		d.free(c.hypothesis)
		ok = false
	}
	if !ok {
		d.ending.centreSince = 0
		return false
	}
	if d.ending.centreSince == 0 {
		d.ending.centreSince = d.now
	}
	wait := centreFor
	switch {
	case !c.sure || c.unseen:
		wait = centreDoubtFor
	case d.lastCommon(c.hypothesis).ply < d.pub.tail.ply:
		wait = centreUntoldFor // or the first king had moved there, and now goes on to show another result
	case !c.only:
		wait = centreAmidFor
	}
	if d.now-d.ending.centreSince < wait {
		d.free(c.hypothesis)
		return false
	}
	d.ending.centreSince = 0
	d.tellLine(c.hypothesis, true)
	d.report(Finding{Kind: Ended, Result: c.result, Why: KingsInTheCentre})
	d.dropRests()
	d.rests.last = c.hypothesis
	d.phase = finished
	d.ending.proposed, d.ending.result, d.ending.doubtful = true, c.result, !c.sure
	return true
}

// isPlayLikelier reports whether a line of legal moves explains the whole board, both kings included, and is
// likelier than that the game ended with s: a piece of the centre that was straightened may look like a king
// that has come there.
func (d *Decoder) isPlayLikelier(s *hypothesis) bool {
	over := d.endCost(s)
	return slices.ContainsFunc(d.beam, func(o *hypothesis) bool {
		return o.total < over && o.mismatch == 0 && o.tail.isLegalSince(d.lastCommon(o))
	})
}

// watchMovedKing corrects the result once a king that had stood in the centre before is moved there to
// show another.
func (d *Decoder) watchMovedKing() {
	var c centred
	ok := d.ending.proposed && d.ending.doubtful
	if ok {
		c, ok = d.findCentredKings()
	}
	if !ok {
		d.ending.centreSince = 0
		return
	}
	defer d.free(c.hypothesis)
	switch {
	case !c.sure || c.hypothesis.tail != d.rests.last.tail || c.result == d.ending.result:
		d.ending.centreSince = 0
	case d.ending.centreSince == 0:
		d.ending.centreSince = d.now
	case d.now-d.ending.centreSince >= centreFor:
		d.ending.result, d.ending.doubtful, d.ending.centreSince = c.result, false, 0
		d.report(Finding{Kind: Ended, Result: c.result, Why: KingsInTheCentre})
	}
}

// resumeAfterKings continues a game that ended only by kings in the centre, once the position is
// back.
func (d *Decoder) resumeAfterKings() {
	if !d.ending.proposed || d.rests.last == nil || d.rests.last.mismatch&^d.rests.last.distrust != 0 {
		d.ending.resumeSince = 0
		return
	}
	if d.ending.resumeSince == 0 {
		d.ending.resumeSince = d.now
	}
	if d.now-d.ending.resumeSince < resumeFor {
		return
	}
	d.ending.resumeSince, d.ending.proposed = 0, false
	d.commitTo(d.rests.last.tail)
	d.report(Finding{Kind: Resumed, HalfMove: halfmove.HalfMove{After: d.pub.tail.pos}})
}
