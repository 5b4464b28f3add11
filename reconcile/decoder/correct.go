package decoder

import (
	"time"

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
	if q := d.asking.Open(); q != nil && q.Ply == ply {
		d.asking.Answered() // it would stay open, as only a person can end it, and nothing else would be asked
	}
	next := before.After(m)
	l := &link{prev: prev, ply: ply, move: m, pos: next, key: next.Key(), line: mixLine(prev.line, m, forced), lifted: d.now, landed: d.now, traits: forced}
	l.bear(prev.paid+d.param[costMove], d.param[costMove])
	t := Finding{Kind: Made, HalfMove: halfmove.HalfMove{Ply: ply, Move: m, After: next, Released: d.now}, Confidence: 1, Corrected: true}
	if old := d.pub.tail.at(ply); old != nil {
		t.Kind, t.Was, t.Released = Amended, old.move, old.landed
		l.lifted, l.landed = old.lifted, old.landed
	} else if made := d.madeAfter(prev); made != nil && prev == d.pub.tail && d.isSeen(made) && shareSquare(made.move, m) {
		l.lifted, l.landed, t.Released = made.lifted, made.landed, made.landed // it was made, and waited to be published
	}
	d.report(t)
	d.pub.corrected.by(d.now, ply, m, t.Was)
	d.commitTo(l)
}

// isSeen reports whether the board showed a move that was read: an end of it has changed since its piece was lifted. A
// line may suppose one that nobody made, for a press or because an entered move before it was not made on the board.
func (d *Decoder) isSeen(l *link) bool {
	return l.traits&(silent|blind) == 0 && max(d.board.changed[l.move.From()], d.board.changed[l.move.To()]) >= l.lifted
}

// shareSquare reports whether m may be what was read as read: both begin or end on a square of the other.
func shareSquare(m, read rules.Move) bool {
	return rules.SquaresOf(m.From(), m.To())&rules.SquaresOf(read.From(), read.To()) != 0
}

// corrected are the squares of moves that commands have corrected, which may show a move that was not made: until they
// have changed, or two moves were made since.
type corrected struct {
	squares rules.Squares
	at      time.Duration
	ply     int
}

// by adds the moves of a correction.
func (c *corrected) by(at time.Duration, ply int, moves ...rules.Move) {
	for _, m := range moves {
		if m != rules.NoMove {
			c.squares |= rules.SquaresOf(m.From(), m.To())
		}
	}
	c.at, c.ply = at, ply
}

// isLeftOver reports whether a move after l is only what the board shows instead of a move that was corrected: it has
// stood there since before l was made.
func (d *Decoder) isLeftOver(l *link, m rules.Move) bool {
	c := &d.pub.corrected
	if ends := rules.SquaresOf(m.From(), m.To()); ends&^c.squares != 0 || l.prev == nil || l.ply > c.ply+1 {
		return false
	}
	stood := max(d.board.changed[m.From()], d.board.changed[m.To()])
	return stood < c.at && stood <= max(d.board.changed[l.move.From()], d.board.changed[l.move.To()])
}
