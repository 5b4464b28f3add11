package decoder

import (
	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

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
