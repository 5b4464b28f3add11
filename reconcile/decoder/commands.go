package decoder

import (
	"touchmove/rules"

	"touchmove/reconcile/halfmove"
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
	d.takenBack = takenBack{to: l, at: d.now, move: first}
}

// TellAgain says that the moves just taken back were made at the board all the same: they
// are told again if the readings still say so.
func (d *Decoder) TellAgain() {
	d.takenBack = takenBack{}
	d.dirty = true
}

// Correct makes m the move of this ply; before is the position in which it is played. Published
// moves from that ply on are dropped.
func (d *Decoder) Correct(ply int, m rules.Move, before rules.Position) {
	prev := d.pub.tail.at(ply - 1)
	if prev == nil {
		return
	}
	next := before.After(m)
	l := &link{prev: prev, ply: ply, move: m, pos: next, key: next.Key(), line: mixLine(prev.line, m, false), lifted: d.now, landed: d.now, traits: forced}
	l.bear(prev.paid+d.param[costMove], d.param[costMove])
	t := Finding{Kind: Made, HalfMove: halfmove.HalfMove{Ply: ply, Move: m, After: next, Released: d.now}, Confidence: 1, Corrected: true}
	if old := d.pub.tail.at(ply); old != nil {
		t.Kind, t.Was, t.Released = Amended, old.move, old.landed
		l.lifted, l.landed = old.lifted, old.landed
	}
	d.report(t)
	d.commitTo(l)
}

// SetPosition continues the game from another position; it reports no moves.
func (d *Decoder) SetPosition(p rules.Position) {
	d.reset(p, 0)
	d.phase = playing
	d.dirty = true
}

// NewGame waits until the board shows p and begins a game there.
func (d *Decoder) NewGame(p rules.Position) {
	d.cfg.Start = p
	d.reset(p, 0)
	d.phase = settingUp
	d.dirty = true
}
