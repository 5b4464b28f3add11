package decoder

import (
	"touchmove/rules"
)

// TakeBack retracts the last n published moves. The readings stay as they are: the board may
// already show the earlier position, or soon will.
func (d *Decoder) TakeBack(n int) {
	l := d.pub.tail
	for ; n > 0 && l.prev != nil; n-- {
		l = l.prev
	}
	if l == d.pub.tail {
		return
	}
	first := d.pub.tail.at(l.ply + 1).move
	d.reportRetracted(l)
	d.commitTo(l)
	d.pub.takenBack = takenBack{to: l, at: d.now, move: first}
}

// RepublishTakenBack says that the moves just taken back were made at the board all the same: they
// are published again if the readings still say so.
func (d *Decoder) RepublishTakenBack() {
	d.pub.takenBack = takenBack{stood: d.pub.takenBack.stood}
	d.due.dirty = true
}

// TellEnd publishes the moves that would be published if the game ended now.
func (d *Decoder) TellEnd() {
	if d.due.dirty {
		d.evaluate()
	}
	if d.phase == playing || d.phase == sweeping {
		d.tellEnd()
	}
}

// SetPosition continues the game from another position; it reports no moves.
func (d *Decoder) SetPosition(p rules.Position) {
	d.reset(p, 0)
	// Pieces that stand in the first position already begin no game: they are still to be set up.
	d.phase, d.setUp.mustChange = playing, d.showsStart()
	d.due.dirty = true
}

// NewGame waits until the board shows p and begins a game there.
func (d *Decoder) NewGame(p rules.Position) {
	d.cfg.Start = p
	d.reset(p, 0)
	d.phase = settingUp
	d.due.dirty = true
}
