package decoder

// Suspend returns the game that is being published.
func (d *Decoder) Suspend() Line {
	return Line{
		tail: d.pub.tail, start: d.cfg.Start, ply: d.root.ply, began: d.root.began, phase: d.phase,
		takenBack: d.pub.takenBack, sealed: d.pub.sealed, verdicts: d.pub.verdicts,
	}
}

// Suspended returns the game that was on the board before the pieces were set up for the current
// one.
func (d *Decoder) Suspended() Line { return d.setUp.suspended }

// Reopen goes back to a suspended game: its line becomes the only hypothesis, and every difference
// from the board is a mismatch. It reports nothing. Pieces that already stand on their first
// squares begin no new game until they have been moved.
func (d *Decoder) Reopen(l Line) {
	d.cfg.Start, d.root.began, d.setUp.awaySince = l.start, l.began, 0
	if l.phase == settingUp {
		d.reset(l.tail.pos, l.ply) // the position after the history, if there is one
		d.phase, d.setUp.mustChange, d.due.dirty = settingUp, false, true
		return
	}
	d.reset(l.start, l.ply)
	d.pub.takenBack, d.setUp.mustChange = l.takenBack, true
	d.pub.sealed, d.pub.verdicts = l.sealed, l.verdicts
	d.commitTo(l.tail)
	d.pub.redo = 0
	if l.phase == finished {
		d.phase = finished
	}
}

// Standby stops publication and the beginning of new games until Reopen.
func (d *Decoder) Standby() {
	d.phase, d.setUp.mustChange, d.setUp.awaySince = finished, true, 0
}
