package decoder

import (
	"touchmove/rules"

	"touchmove/reconcile/halfmove"
)

// setup waits for the first position.
func (d *Decoder) setup() {
	s := d.beam[0]
	off := d.board.mismatches(s)
	s.mismatch = off
	near := setupNear
	if d.setUp.near.Count() > setupOff {
		near = setupQuiet
	}
	if d.setUp.near != 0 && off.Count() > d.setUp.near.Count() && off&d.setUp.near == d.setUp.near && d.now-d.setUp.nearSince >= near {
		// Play begins before the quiet is over: a hand has lifted a piece.
		if d.beginMoved(s, off&^d.setUp.near) {
			return
		}
		d.begin(s, d.setUp.near)
		s.mismatch = 0
		for set := off; set != 0; set &= set - 1 {
			s.open(set.First(), d.now)
		}
		s.fresh = true
		return
	}
	most, quiet := setupOff, setupQuiet
	if off&^s.full == 0 && off&d.board.full == 0 {
		// Men that stand off the middle of their squares and are not felt.
		most = setupUnfelt
		if off.Count() > setupOff {
			quiet = setupSettled
		}
	}
	if off == 0 || off.Count() > most {
		d.setUp.near = 0
	} else if off != d.setUp.near {
		d.setUp.near, d.setUp.nearSince = off, d.now
	}
	if off != 0 && (off.Count() > most || d.now-d.quietSince < quiet) {
		return
	}
	if d.board.blind.Count() > 16 {
		return
	}
	if off == 0 || !d.beginMoved(s, 0) {
		d.begin(s, off)
	}
}

// beginMoved begins where the board shows the first position but for one move
// that was made before reading began; up are squares whose pieces a hand has
// lifted since. It returns false if no move explains the difference: then sensors
// must be broken.
func (d *Decoder) beginMoved(s *hypothesis, up rules.Squares) bool {
	start := s.pos()
	shown := d.board
	for set := up; set != 0; set &= set - 1 {
		sq := set.First()
		shown.full = shown.full.With(sq)
		if start.Of(rules.White).Has(sq) {
			shown.white = shown.white.With(sq)
		} else {
			shown.black = shown.black.With(sq)
		}
	}
	made := false
	d.moves = start.LegalMoves(d.moves[:0])
	for _, m := range d.moves {
		if p := start.After(m); shown.differs(p.Occupied(), p.Of(rules.White), p.Of(rules.Black)) == 0 {
			made = true
			break
		}
	}
	if !made {
		return false
	}
	d.begin(s, 0)
	s.mismatch = 0
	for set := d.board.mismatches(s); set != 0; set &= set - 1 {
		s.open(set.First(), d.now)
	}
	s.fresh = true
	return true
}

func (d *Decoder) begin(s *hypothesis, off rules.Squares) {
	s.distrust |= off
	for set := off; set != 0; set &= set - 1 {
		s.open(set.First(), d.now)
	}
	s.paid, s.counted = 0, d.now
	s.tail.landed, s.tail.lifted = d.now, d.now
	d.phase, d.began = playing, d.now
	d.report(Finding{Kind: Began, HalfMove: halfmove.HalfMove{After: *s.pos()}})
}
