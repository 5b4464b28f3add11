package decoder

import (
	"time"

	"touchmove/rules"
)

// wait is how long the squares of a move have to be quiet before it is told
// without any other sign.
func (d *Decoder) wait(best *hypothesis, l *link) time.Duration {
	if l.traits&silent != 0 {
		if d.cfg.Quick {
			return silentQuick
		}
		if d.clock {
			return silentPress
		}
		return silentWait
	}
	var w time.Duration
	switch {
	case l.traits&(capture|castling) != 0:
		w = waitDone // a piece was taken, or two were moved: hands do not hesitate after that
	case l.traits&promotion != 0:
		w = promoteWait
	case d.clock:
		w = waitPress // the press will come
	default:
		switch n := d.otherTargets(l); {
		case n == 0:
			w = waitDone
		case n <= fewElsewhere:
			w = waitFew
		default:
			w = waitMany
		}
	}
	if d.cfg.Quick {
		w = min(w, waitQuick)
	}
	if leavesCorner(l) {
		prev := &l.prev.pos
		w = max(w, 1600*time.Millisecond)
		if best.mismatch.Has(prev.King(prev.Turn())) {
			return time.Hour
		}
	}
	if isKingToCentre(l) {
		w = max(w, centreWait)
		if d.clock {
			w = centreWaitPress
		}
	}
	if d.wasKnocked(l) {
		w = max(w, knockWait)
	}
	if (best.mismatch &^ best.distrust).Count() >= 2 {
		w *= 2
	}
	return w
}

// leavesCorner reports whether l moves a rook with which its player may still castle.
func leavesCorner(l *link) bool {
	prev := &l.prev.pos
	return l.traits&castling == 0 && prev.At(l.move.From()).Kind() == rules.Rook && prev.Castling().Has(l.move.From())
}

// otherTargets counts the other empty squares to which the piece of l could have
// gone. A player in doubt may rest it on one of these before playing on; with
// none there is nothing to be in doubt about.
func (d *Decoder) otherTargets(l *link) int {
	prev := &l.prev.pos
	d.moves = prev.LegalMovesFrom(rules.SquaresOf(l.move.From()), d.moves[:0])
	n := 0
	for _, m := range d.moves {
		if m.To() != l.move.To() && !m.IsCastling() && prev.At(m.To()) == rules.NoPiece {
			n++
		}
	}
	return n
}
