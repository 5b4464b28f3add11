package daemon

// standing returns what must stand on the board as the game has it: its first
// position while that is waited for. It is false when nothing need stand
// anywhere, as after a result.
func (d *Daemon) standing() (standing, bool) {
	games := d.game.Games()
	last := games[len(games)-1]
	if !last.Begun {
		return standing{on: last.Start.Occupied()}, true
	}
	if last.Result != "*" {
		return standing{}, false
	}
	return standing{on: d.game.Position().Occupied(), begun: true, moves: last.Moves}, true
}
