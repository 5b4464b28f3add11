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

// shows reads the board as it is now. A sensor that has felt a hand in this turn
// is trusted, whatever the decoder thinks of it.
func (w *Watch) shows() shown {
	doubted := w.eyes.Doubted()
	for _, a := range w.current().acts {
		if a.deed <= placed {
			doubted = doubted.Without(a.sq)
		}
	}
	s := shown{full: w.fingers.full, mask: ^(doubted | w.fingers.blind), polarity: w.header.Sensing == sensors.Polarity}
	for set := s.full; set != 0; set &= set - 1 {
		if sq := set.First(); w.fingers.raw[sq] == sensors.White {
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

// fits returns the legal moves after which the board would look as it does, one
// of each promotion.
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

// anchored says whether the board has shown the position before this turn since
// the move before it was made. If not, the record may be behind, or wrong, and
// nothing can be said of what the player does.
func (w *Watch) anchored(t *turn) bool {
	since := time.Duration(0)
	if prev := w.turnOf(t.ply - 1); prev != nil && prev.made != nil {
		since = prev.made.released
	}
	return w.fingers.showed(t.pos.Occupied(), ^(w.eyes.Doubted() | w.fingers.blind), since)
}
