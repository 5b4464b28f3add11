package decoder

import (
	"time"

	"touchmove/rules"
)

// isOver reports whether it is likelier that the game has ended and the board is being cleared or
// set up than that play goes on: pieces of both colours leave, not in turn, and do not come back.
func (d *Decoder) isOver() bool {
	play := d.beam[0].total
	for _, s := range d.beam[:min(len(d.beam), overHypotheses)] {
		if d.isLikelierOver(s, play) {
			return true
		}
	}
	return d.rests.last != nil && d.isLikelierOver(d.rests.last, play)
}

func (d *Decoder) isLikelierOver(s *hypothesis, play float64) bool {
	if s.paid+d.param[costOverMate] >= play || (s.mismatch&s.full&^d.board.full).Count() < clearedLeast {
		return false
	}
	over := d.param[costOver]
	if !s.tail.pos.HasLegalMove() {
		over = d.param[costOverMate]
	}
	return d.clearedTotal(s, false)+over < play
}

const overHypotheses = 12 // how many of the best hypotheses are examined

// clearedLeast is the least number of missing pieces that looks like clearing: one may be in a
// hand, or stand on a broken sensor.
const clearedLeast = 2

// clearedTotal returns the cost of s if the game has ended with its last move: pieces that have
// left the board since need no other explanation. If the game is known to be over, pieces may have
// fallen over too.
func (d *Decoder) clearedTotal(s *hypothesis, known bool) float64 {
	cost := s.paid
	for set := s.mismatch &^ s.pending; set != 0; set &= set - 1 {
		cost += d.clearedCost(s, set.First(), known)
	}
	if l := s.tail; l.prev != nil && s.mismatch&s.full&^(d.board.full|s.distrust) != 0 && !d.isSealed(l) && d.cfg.Start.At(l.move.To()) == l.pos.At(l.move.To()) {
		cost += d.param[costSetHome]
	}
	return cost
}

// clearedCost prices a square as the work of players who clear the board of s or set it up.
func (d *Decoder) clearedCost(s *hypothesis, sq rules.Square, known bool) float64 {
	switch {
	case s.distrust.Has(sq) || s.since[sq] < s.tail.landed || d.hasPressedWithout(s, sq):
		return s.accrued[sq] // this was already so while the game was being played
	case !d.board.full.Has(sq) && d.beginsClearing(s, sq):
		return d.param[costClearing]
	case !d.board.full.Has(sq):
		return d.param[costCleared]
	case s.full.Has(sq):
		return d.param[costPutAside] // another piece stands there
	}
	missing := s.mismatch & s.full &^ d.board.full
	if piece := d.cfg.Start.At(sq); piece != rules.NoPiece {
		for set := missing; set != 0; set &= set - 1 {
			if s.pos().At(set.First()) == piece {
				return d.param[costPutHome]
			}
		}
	}
	if centre.Has(sq) && kingsOf(s.pos())&missing != 0 {
		return d.param[costPutHome]
	}
	if known && isBeside(sq, missing) {
		return d.param[costKnocked]
	}
	return d.param[costPutAside]
}

// hasPressedWithout reports whether the player whose piece is missing from sq has pressed the clock
// since it left: a player who clears the board does not press the clock.
func (d *Decoder) hasPressedWithout(s *hypothesis, sq rules.Square) bool {
	return s.full.Has(sq) && d.players[s.pos().At(sq).Color()].press >= s.since[sq]+stood
}

// isBeside reports whether a square of set touches sq.
func isBeside(sq rules.Square, set rules.Squares) bool {
	for ; set != 0; set &= set - 1 {
		df, dr := set.First().File()-sq.File(), set.First().Rank()-sq.Rank()
		if max(df, -df, dr, -dr) == 1 {
			return true
		}
	}
	return false
}

// beginsClearing reports whether no other piece left the board shortly before the one of sq.
func (d *Decoder) beginsClearing(s *hypothesis, sq rules.Square) bool {
	for set := (s.mismatch & s.full &^ d.board.full).Without(sq); set != 0; set &= set - 1 {
		other := set.First()
		if before := s.since[sq] - s.since[other]; before > 0 && before <= clearingPause || before == 0 && other < sq {
			return false
		}
	}
	return true
}

// clearingPause is the longest time between one piece taken off and the next.
const clearingPause = 1500 * time.Millisecond

// endLine returns the likeliest hypothesis if since its last move the board has only been cleared,
// and nil if there is none.
func (d *Decoder) endLine() (pick *hypothesis) {
	least := 0.0
	consider := func(s *hypothesis) {
		if s == nil || s.tail.traits&illegal != 0 || !d.isReopened(s, d.lastCommon(s), 0) {
			return
		}
		cost := d.endCost(s)
		if pick == nil || cost < least {
			pick, least = s, cost
		}
	}
	for _, s := range d.beam {
		consider(s)
	}
	consider(d.rests.last)
	consider(d.rests.before)
	return pick
}

// endCost returns the cost of s if the game has ended with its last move and the board has been
// cleared since.
func (d *Decoder) endCost(s *hypothesis) float64 {
	untold := d.param[costUntold]
	if d.board.clock {
		untold = d.param[costUntoldUnpressed] // moves with a press are sealed
	}
	return d.clearedTotal(s, true) + d.unpressed(s) + untold*float64(d.pub.tail.ply-d.lastCommon(s).ply)
}

// tellEnd publishes the game as it has ended.
func (d *Decoder) tellEnd() {
	d.countAll()
	d.prune()
	if pick := d.endLine(); pick != nil {
		d.tellLine(pick, d.isFinal(pick, d.endCost))
	}
}

// unpressed prices the moves of s without a press, except a move that has ended the game.
func (d *Decoder) unpressed(s *hypothesis) float64 {
	if !d.board.clock {
		return 0
	}
	cost := 0.0
	if turn := s.pos().Turn(); d.players[turn].press >= 0 && d.players[turn].press > s.tail.landed && s.tail.ply > d.root.ply && !d.isPressedLate(s.tail.prev, turn) {
		cost += d.param[costPressedNothing]
	}
	for l := s.tail; l.prev != nil && !d.isSealed(l); l = l.prev {
		if p := d.players[l.prev.pos.Turn()].press; (p < 0 || p < l.landed) && (l != s.tail || !endsGame(l)) {
			cost += d.param[costUnpressed]
		}
	}
	return cost
}

// isPressedLate reports whether a player's last press was for their move l although the reply had
// already landed, because they had not pressed for it before.
func (d *Decoder) isPressedLate(l *link, by rules.Color) bool {
	return l.ply > d.root.ply && d.players[by].pressed < l.landed
}
