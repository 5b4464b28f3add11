package decoder

import "touchmove/rules"

// lastCommon returns the last link that a hypothesis shares with the published line.
func (d *Decoder) lastCommon(s *hypothesis) *link {
	l := d.pub.tail
	for l.ply > s.tail.ply {
		l = l.prev
	}
	for on := s.tail.at(l.ply); on.line != l.line && l.prev != nil; on = on.prev {
		l = l.prev
	}
	return l
}

// bestAgreeing returns the best hypothesis that agrees with the published line, or nil if it is too
// far behind. A rival that has only just taken the lead is not at rest.
func (d *Decoder) bestAgreeing(best *hypothesis) *hypothesis {
	told := d.pub.tail
	for _, s := range d.beam {
		if on := s.tail.at(told.ply); on != nil && on.line == told.line {
			return s
		}
		if s.total > best.total+amendBy {
			break
		}
	}
	return nil
}

// preferTold returns the best hypothesis that agrees with the published line if pick does not,
// unless pick is clearly better: there will be no further evidence. A piece that left its square before its
// player pressed makes no pick better.
func (d *Decoder) preferTold(pick *hypothesis) *hypothesis {
	told := d.pub.tail
	if on := pick.tail.at(told.ply); on != nil && on.line == told.line {
		return pick
	}
	for _, s := range d.beam {
		if on := s.tail.at(told.ply); on != nil && on.line == told.line {
			unsettled := s.mismatch&^s.distrust != 0 && pick.mismatch&^pick.distrust == 0
			next := pick.tail.at(d.lastCommon(pick).ply + 1)
			if s.total < pick.total+amendBy && !unsettled || next != nil && d.leftBeforePress(pick, next) {
				return s
			}
			break
		}
	}
	return pick
}

// showsStart reports whether the board shows the position in which games begin.
func (d *Decoder) showsStart() bool {
	start := &d.cfg.Start
	return d.board.differs(start.Occupied(), start.Of(rules.White), start.Of(rules.Black)) == 0
}
