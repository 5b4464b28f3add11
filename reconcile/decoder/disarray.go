package decoder

import (
	"time"

	"touchmove/rules"
)

// areKingsUp reports whether both kings are off their squares, or one is off while the other stands
// in the centre or was last seen leaving its square. That does not happen in play: the game is
// over, or something fell over.
func (d *Decoder) areKingsUp() bool {
	best := d.beam[0]
	p := best.pos()
	up := kingsOf(p) &^ (d.board.full | d.board.blind | best.distrust)
	return up.Count() == 2 || up != 0 && (isKingToCentre(best.tail) || d.hasUnseenKing(best))
}

// isInDisarray reports whether too many squares have recently become unexplained by the best
// hypothesis for anything to be published.
func (d *Decoder) isInDisarray() bool {
	best := d.beam[0]
	live := best.mismatch &^ (best.distrust | best.pending)
	if live.Count() < 3 {
		return false
	}
	young := 0
	for set := live; set != 0; set &= set - 1 {
		if d.now-best.since[set.First()] < unrestFor {
			young++
		}
	}
	return young >= 3
}

// hasUnseenKing reports whether s has, after the published moves, a king's move of which one end
// was not seen: that king may be on its way to the centre instead. During an outage many king's
// moves are like that, and play goes on from them.
func (d *Decoder) hasUnseenKing(s *hypothesis) bool {
	for l := s.tail; l.ply > d.pub.tail.ply; l = l.prev {
		if l.traits&unlit != 0 && l != s.tail {
			continue
		}
		if l.traits&blind != 0 && l.pos.At(l.move.To()).Kind() == rules.King {
			return true
		}
	}
	return false
}

const unrestFor = 20 * time.Second

// The signs that a game is over: the codes of Finding.Why.
const (
	KingsInTheCentre = "kings in the centre" // the kings show the result
	NewGameSetUp     = "new game set up"     // the board shows the first position of another game
)
