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
		// Play begins before the board has been quiet long enough: a hand has lifted a piece.
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
		// Pieces may stand off the middle of their squares and not be detected.
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
	if off != 0 && (off.Count() > most || d.now-d.board.quietSince < quiet) {
		return
	}
	if d.board.blind.Count() > 16 {
		return
	}
	// A piece on another square is set up wrongly, or was moved before reading began; play will
	// show which.
	if s.full == homeRanks && off&d.board.full != 0 && off&^d.board.full != 0 && max(d.players[0].press, d.players[1].press) <= d.setUp.nearSince {
		return
	}
	if off == 0 || !d.beginMoved(s, 0) {
		d.begin(s, off)
	}
}

// beginMoved begins the game if the board shows the first position except for one move that was
// made before reading began. up are squares whose pieces a hand has lifted since. It returns false
// if no move explains the difference: then sensors must be broken.
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
	if !d.isOneMoveFrom(start, &shown) {
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

// isOneMoveFrom reports whether a board shows a position after one legal move from start.
func (d *Decoder) isOneMoveFrom(start *rules.Position, shown *board) bool {
	d.memory.moves = start.LegalMoves(d.memory.moves[:0])
	for _, m := range d.memory.moves {
		if p := start.After(m); shown.differs(p.Occupied(), p.Of(rules.White), p.Of(rules.Black)) == 0 {
			return true
		}
	}
	return false
}

func (d *Decoder) begin(s *hypothesis, off rules.Squares) {
	s.distrust |= off
	for set := off; set != 0; set &= set - 1 {
		s.open(set.First(), d.now)
	}
	s.paid, s.counted = 0, d.now
	s.tail.landed, s.tail.lifted = d.now, d.now
	d.phase, d.root.began = playing, d.now
	d.report(Finding{Kind: Began, HalfMove: halfmove.HalfMove{After: *s.pos()}})
}
