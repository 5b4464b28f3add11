package decoder

import (
	"time"

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

// JustMade returns the legal move that the board shows after those that Unpublished counts, although its piece was set
// down so lately that no hypothesis has it; NoMove if there is none.
func (d *Decoder) JustMade() rules.Move {
	l := d.pub.tail
	for next := d.tellableAfter(l); next != nil; next = d.tellableAfter(l) {
		l = next
	}
	if d.phase != playing {
		return rules.NoMove
	}
	for _, m := range l.pos.LegalMoves(nil) {
		if d.board.changed[m.From()] <= l.landed || d.board.changed[m.To()] <= l.landed || d.now-d.board.changed[m.To()] > justMade {
			continue
		}
		after := hypothesis{tail: &link{prev: l, ply: l.ply + 1, move: m, pos: l.pos.After(m)}, distrust: d.beam[0].distrust}
		after.expect()
		if d.board.mismatches(&after) == 0 {
			return m
		}
	}
	return rules.NoMove
}

// justMade is how long a piece stands, at most, before a hypothesis has its move.
const justMade = 250 * time.Millisecond

// TakeBackJustMade takes back the move that JustMade returns: it is not published.
func (d *Decoder) TakeBackJustMade(m rules.Move) {
	d.commitTo(d.pub.tail)
	d.pub.takenBack = takenBack{to: d.pub.tail, at: d.now, move: m}
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

// BeginUnseen begins the game that the board is to show, before it does.
func (d *Decoder) BeginUnseen() {
	if d.phase != settingUp {
		return
	}
	d.only(hypothesis{tail: d.pub.tail}) // every difference from the board is a mismatch
	d.begin(d.beam[0], 0)
	d.setUp.mustChange, d.due.dirty = d.showsStart(), true
}

// NewGame waits until the board shows p and begins a game there.
func (d *Decoder) NewGame(p rules.Position) {
	d.cfg.Start = p
	d.reset(p, 0)
	d.phase = settingUp
	d.due.dirty = true
}
