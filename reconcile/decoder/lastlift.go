package decoder

import (
	"slices"
	"time"

	"touchmove/reconcile/asking"
)

// liftedLong is how long a piece must have been gone before a person is asked, when the game is over, whether it
// was moved: pieces that are cleared away follow each other faster.
const liftedLong = 4 * time.Second

// lastLift returns the question about a piece that the player to move has lifted, if that was long ago or they have
// pressed since, and nothing else has changed but perhaps a square on which it may have captured: the piece may
// stand where no sensor detects it, or be in the hand.
func (d *Decoder) lastLift() *asking.Question {
	told, best := d.pub.tail, d.beam[0].tail
	i := slices.IndexFunc(d.beam, func(s *hypothesis) bool { return s.tail.line == told.line })
	if i < 0 || best.line != told.line && (best.after(told) != best || best.traits&(silent|unplaced) == 0) {
		return nil // a move was seen to land
	}
	still, by := d.beam[i], told.pos.Turn()
	gone := still.mismatch &^ (still.distrust | still.pending)
	own := gone & told.pos.Of(by)
	if gone&^still.full != 0 || own.Count() != 1 || gone.Count() > 2 {
		return nil
	}
	from := own.First()
	if d.now-still.since[from] < liftedLong && d.players[by].press < still.since[from] {
		return nil
	}
	moved := func(l *link) bool {
		return l.move.From() == from && l.traits&illegal == 0 && (gone == own || gone.Has(l.move.To()))
	}
	q := &asking.Question{Ply: told.ply + 1, Before: told.pos, Occasion: asking.GameOver, Lifted: from}
	for _, s := range d.beam {
		next := s.tail.after(told)
		if next == nil || !moved(next) {
			continue
		}
		found, _ := d.candidates(next)
		for _, c := range found {
			if moved(c.link) {
				q.Candidates = append(q.Candidates, asking.Alternative{Move: c.link.move, Probability: c.mass, Reasons: d.reasons(c.on, c.link)})
			}
		}
		q.OrNone(d.weighAfter(told, next).without)
		return q
	}
	return nil
}
