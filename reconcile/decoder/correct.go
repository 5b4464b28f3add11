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
	} else if made := d.madeAfter(prev); made != nil && prev == d.pub.tail {
		l.lifted, l.landed, t.Released = made.lifted, made.landed, made.landed // it was made, and waited to be published
	}
	d.report(t)
	for _, is := range []rules.Move{m, t.Was} {
		if is != rules.NoMove {
			d.pub.corrected |= rules.SquaresOf(is.From(), is.To())
		}
	}
	d.commitTo(l)
}

// isLeftOver reports whether a move after l is only what the board shows instead of a move that was corrected: it has
// stood there since before l was made.
func (d *Decoder) isLeftOver(l *link, m rules.Move) bool {
	if ends := rules.SquaresOf(m.From(), m.To()); ends&^d.pub.corrected != 0 || l.prev == nil {
		return false
	}
	return max(d.board.changed[m.From()], d.board.changed[m.To()]) <= max(d.board.changed[l.move.From()], d.board.changed[l.move.To()])
}
