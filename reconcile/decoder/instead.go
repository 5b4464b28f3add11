package decoder

import (
	"time"

	"touchmove/rules"
)

// takenInstead prices a silent capture if another piece that its piece could have captured left its
// square and came back meanwhile: that piece is likelier to be the captured one.
func (d *Decoder) takenInstead(t *trial) float64 {
	s := t.hypothesis
	others := s.pos().Of(s.pos().Turn().Other()).Without(t.move.To()) & d.board.full &^ (s.mismatch | s.distrust)
	for set := others; set != 0; set &= set - 1 {
		if d.couldHaveTaken(s.tail, t.move, set.First(), t.lifted) {
			return d.param[costTakenInstead]
		}
	}
	return 0
}

// isTakenInstead reports whether l is a silent capture and the piece of sq, which has just come back,
// is likelier to be the captured one.
func (d *Decoder) isTakenInstead(l *link, sq rules.Square) bool {
	return l.traits&silent != 0 && l.prev != nil && !d.board.polarity && d.board.full.Has(sq) && d.couldHaveTaken(l.prev, l.move, sq, l.lifted)
}

// couldHaveTaken reports whether the piece that made m after l, lifted then, may have captured on sq
// instead: its rules allow it, and the piece there left for longer than a touch, not after the player's
// press, and not long before the lift if it was back by then. If a piece of the opponent was up by then, it is
// their reply.
func (d *Decoder) couldHaveTaken(l *link, m rules.Move, sq rules.Square, lifted time.Duration) bool {
	g, ok := d.lastGap(sq, l.landed)
	pressed := d.players[l.pos.Turn()].press
	switch {
	case !ok || g.until-g.from < d.times[brush] || g.until < lifted-d.times[arriveSlack]:
		return false
	case g.from < lifted-d.times[earlyBefore] && g.until <= lifted+d.times[arriveSlack]:
		return false
	case pressed >= lifted && g.from > pressed:
		return false
	}
	for set := l.pos.Of(l.pos.Turn().Other()).Without(sq); set != 0; set &= set - 1 {
		if d.board.gaps[set.First()].covers(g.from) {
			return false
		}
	}
	return m.To() != sq && canTake(&l.pos, m.From(), sq)
}
