package daemon

import "touchmove/rules"

// standing returns what must stand on the board as the game has it: its first
// position while that is waited for. It is false when nothing need stand
// anywhere, as after a result.
func (d *Daemon) standing() (standing, bool) {
	last := d.game.Playing()
	if !last.Begun {
		return standing{on: last.Start.Occupied()}, true
	}
	if last.Result != "*" {
		return standing{}, false
	}
	p := d.game.Position()
	return standing{on: p.Occupied(), begun: true, promotes: promotes(p), moves: last.Moves}, true
}

// promotes are the squares on which a pawn may be exchanged at its next move: the
// new piece is often put there first.
func promotes(p rules.Position) rules.Squares {
	white := p.Pieces(rules.White, rules.Pawn) & rules.RankSquares(6)
	black := p.Pieces(rules.Black, rules.Pawn) & rules.RankSquares(1)
	a, h := rules.FileSquares(0), rules.FileSquares(7)
	return white<<8 | white&^a<<7 | white&^h<<9 | black>>8 | black&^h>>7 | black&^a>>9
}
