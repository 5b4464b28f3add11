package decoder

// checkNewGame sees the first position of a new game on a board that was swept.
// It returns true when a new game has begun.
func (d *Decoder) checkNewGame() bool {
	if !d.showsStart() || d.board.blind.Count() > 16 {
		d.setUp.newGameSince, d.setUp.mustChange = 0, false
		return false
	}
	if d.setUp.mustChange {
		return false
	}
	if d.setUp.newGameSince == 0 {
		d.setUp.newGameSince = d.now
	}
	if d.now-d.setUp.newGameSince < newGameFor {
		return false
	}
	d.setUp.newGameSince = 0
	if d.phase == playing || d.phase == sweeping {
		if d.rests.last != nil {
			d.rests.last.tail = d.beforeSettingUp(d.rests.last.tail)
		}
		d.tellLastRest()
		d.report(Finding{Kind: Ended, Result: "*", Why: NewGameSetUp})
	}
	d.suspended = d.Suspend()
	d.reset(d.cfg.Start, d.cfg.Ply)
	d.begin(d.beam[0], 0)
	return true
}

// beforeSettingUp goes back over moves at the end of a line that were pieces put
// up for the next game, one at a time: to where they began the game, and unseen
// just before such a one.
func (d *Decoder) beforeSettingUp(l *link) *link {
	found := false
	for until := d.now; l.prev != nil && until-l.landed < setUpWithin; l = l.prev {
		home := d.cfg.Start.At(l.move.To()) == l.prev.pos.At(l.move.From())
		if !home && (!found || l.traits&(silent|blind) == 0) {
			break
		}
		found, until = found || home, l.landed
	}
	return l
}
