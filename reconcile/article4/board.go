package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// shown is what the sensors show, without the squares that cannot be trusted.
type shown struct {
	full, white, mask rules.Squares
	polarity          bool
}

// shows reads the board as it is now. A sensor that has detected a hand in this turn is trusted,
// whatever the decoder thinks of it.
func (ref *Referee) shows() shown {
	doubted := ref.decoder.Distrusted()
	for _, a := range ref.current().acts {
		if a.kind <= placed {
			doubted = doubted.Without(a.sq)
		}
	}
	s := shown{full: ref.debouncer.full, mask: ^(doubted | ref.debouncer.blind), polarity: ref.header.Sensing == sensors.Polarity}
	for set := s.full; set != 0; set &= set - 1 {
		if sq := set.First(); ref.debouncer.raw[sq] == sensors.White {
			s.white = s.white.With(sq)
		}
	}
	return s
}

// differs returns the squares on which the board does not show p.
func (s *shown) differs(p *rules.Position) rules.Squares {
	d := s.full ^ p.Occupied()
	if s.polarity {
		d |= (s.white ^ p.Of(rules.White)) & s.full
	}
	return d & s.mask
}

// fits returns the legal moves after which the board would look as it does now, with promotions
// only to a queen.
func (s *shown) fits(t *turn) []rules.Move {
	var out []rules.Move
	for _, m := range t.legalMoves() {
		if k := m.Promotion(); k != rules.NoKind && k != rules.Queen {
			continue
		}
		if after := t.pos.After(m); s.differs(&after) == 0 {
			out = append(out, m)
		}
	}
	return out
}

// hasShownStart reports whether the board has shown the position before this turn since the move
// before it was made. If not, the recorded game may be behind or wrong, and nothing can be said
// about what the player does.
func (ref *Referee) hasShownStart(t *turn) bool {
	since := time.Duration(0)
	if prev := ref.turnOf(t.ply - 1); prev != nil && prev.made != nil {
		since = prev.made.Released
	}
	return ref.debouncer.hasShown(t.pos.Occupied(), ^(ref.decoder.Distrusted() | ref.debouncer.blind), since)
}

// consistent leaves out moves that contradict the lifts and placings of the turn: castling unless
// king and rook are on their target squares, and other moves if their piece was released elsewhere
// or another piece was released on their target.
func (ref *Referee) consistent(t *turn, r *reading, fits []rules.Move) []rules.Move {
	var out []rules.Move
	for _, m := range fits {
		from, to := m.From(), m.To()
		ok := true
		if m.IsCastling() {
			kingTo, rookTo := t.pos.CastlingTargets(m)
			ok = r.model[kingTo] == t.pos.At(from) && r.model[rookTo] == t.pos.At(to)
		} else {
			for _, rel := range r.releases {
				if rel.until == 0 && (rel.sq == to && rel.from != from || rel.from == from && rel.sq != to) && !r.restored {
					ok = false
				}
			}
		}
		if ok {
			out = append(out, m)
		}
	}
	return out
}

// shownPending reads the turn and returns the only move that the board shows, and NoMove if it shows
// none, several, or a promotion.
func (ref *Referee) shownPending(t *turn) (*reading, rules.Move) {
	board := ref.shows()
	r := ref.read(t, 0)
	fits := ref.consistent(t, r, board.fits(t))
	if len(fits) != 1 || fits[0].Promotion() != rules.NoKind {
		return r, rules.NoMove
	}
	return r, fits[0]
}
