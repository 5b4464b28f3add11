package decoder

import (
	"touchmove/rules"

	"touchmove/reconcile/halfmove"
)

// TakeBack takes back the last n moves told. The readings stay what they are:
// the board may already show the earlier position or be about to.
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

// Correct makes m the move of this ply; before is the position in which it is
// played. What had been told from that ply on is dropped.
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

// SetPosition puts the game into another position; nothing is told of moves.
func (d *Decoder) SetPosition(p rules.Position) {
	d.reset(p, 0)
	d.phase = playing
	d.dirty = true
}

// NewGame waits for the board to show p and begins a game there.
func (d *Decoder) NewGame(p rules.Position) {
	d.cfg.Start = p
	d.reset(p, 0)
	d.phase = settingUp
	d.dirty = true
}
