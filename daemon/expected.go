package daemon

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/scan"
)

// Expected implements scan.Game.
func (d *BoardLoop) Expected() (scan.Expected, bool) {
	last := d.board.Game().Playing()
	if !last.Begun {
		return scan.Expected{On: last.Start.Occupied()}, true
	}
	if last.Result != "*" {
		return scan.Expected{}, false
	}
	p := d.board.Game().Position()
	return scan.Expected{On: p.Occupied(), Begun: true, Promotes: promotes(p)}, true
}

// MovesSince implements scan.Game.
func (d *BoardLoop) MovesSince(at time.Duration) (n int) {
	moves := d.board.Game().Playing().Moves
	for i := len(moves) - 1; i >= 0 && moves[i].Released > at; i-- {
		n++
	}
	return n
}

// promotes returns the squares on which a pawn may promote with its next move: players
// often put the new piece there first.
func promotes(p rules.Position) rules.Squares {
	white := p.Pieces(rules.White, rules.Pawn) & rules.RankSquares(6)
	black := p.Pieces(rules.Black, rules.Pawn) & rules.RankSquares(1)
	a, h := rules.FileSquares(0), rules.FileSquares(7)
	return white<<8 | white&^a<<7 | white&^h<<9 | black>>8 | black&^h>>7 | black&^a>>9
}
