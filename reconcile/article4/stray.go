package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// strayRest is how long a piece has to stand on a square that should be empty before it is reported
// without a press: a captured piece may be laid on the board for a moment while the hand is busy.
const strayRest = 8 * time.Second

// tellStrayPressed reports, once the board has come to rest after a press, a piece that was set
// down as part of the completed move on a square that should be empty after it, such as a captured
// piece put elsewhere on the board (2009:7.3, 2018:7.4).
func (ref *Referee) tellStrayPressed(c *recheck) {
	if prev := ref.previous(); prev == nil || prev.pos.Captured(prev.made.Move) == rules.NoSquare {
		return // no piece was in a hand that could be laid there: a sensor is broken, more likely
	}
	ref.tellStrayAfter(func(a act, sq rules.Square) bool {
		return a.kind == placed && a.sq == sq && a.at <= c.pressed+ref.opt.Press
	})
}

// tellStrayAfter reports a piece too many after the last published move, if that piece was set down
// by an act for which counts is true.
func (ref *Referee) tellStrayAfter(counts func(act, rules.Square) bool) {
	prev, board := ref.previous(), ref.shows()
	if prev == nil || prev.made.Illegal || prev.made.Move.IsCastling() || prev.made.Move.Promotion() != rules.NoKind {
		return
	}
	sq, ok := manTooMany(&board, &ref.current().pos)
	if !ok || ref.current().mayPromoteOn(sq) || ref.current().mayComeUnread(&board, sq) {
		return
	}
	by := func(a act) bool { return counts(a, sq) }
	if slices.ContainsFunc(prev.acts, by) || slices.ContainsFunc(ref.current().acts, by) {
		ref.tellStray(prev.ply, prev.mover(), sq)
	}
}

// tellStrayBeside reports a piece too many beside a capture that the board shows and that is not
// yet published.
func (ref *Referee) tellStrayBeside(t *turn, board *shown) {
	for _, m := range t.legalMoves() {
		if m.Promotion() != rules.NoKind || t.pos.Captured(m) == rules.NoSquare {
			continue
		}
		after := t.pos.After(m)
		sq, ok := manTooMany(board, &after)
		if !ok || sq == m.From() {
			continue
		}
		if slices.ContainsFunc(t.acts, func(a act) bool { return a.kind == placed && a.sq == sq }) {
			ref.tellStray(t.ply, t.mover(), sq)
			return
		}
	}
}

// checkStray checks again a piece that has stood for a while, whether or not anybody has pressed in
// the meantime.
func (ref *Referee) checkStray(at rest) {
	t := ref.current()
	if ref.isFrozen() || ref.hold != nil || ref.result.text != "" || ref.header.Tactile || ref.debouncer.began[at.sq] != at.at || t.ply > at.ply+1 {
		return
	}
	board := ref.shows()
	if !board.full.Has(at.sq) || !board.mask.Has(at.sq) {
		return
	}
	if prev := ref.previous(); prev != nil && (prev.hasFeltVictim() || ref.isUnseenCapture(prev, prev.made.Move, prev.made.Released)) {
		ref.tellStrayAfter(func(a act, sq rules.Square) bool { return a.kind == placed && a.sq == sq && sq == at.sq })
	}
	if prev := ref.previous(); prev != nil && !prev.made.Illegal && at.sq != prev.made.Move.From() && movedToo(&board, &t.pos, at.sq) {
		if _, ahead := ref.decoder.PendingMove(); !ahead {
			ref.tellStray(prev.ply, prev.mover(), at.sq)
		}
	}
	if t.ply == at.ply && ref.hasShownStart(t) && !ref.isKingCentred(t, ref.read(t, 0)) {
		ref.tellStrayBeside(t, &board)
	}
}

func (ref *Referee) tellStray(ply int, by rules.Color, sq rules.Square) {
	if ref.hold != nil || ref.published.stray == (stray{ply: ply, sq: sq}) {
		return
	}
	ref.published.stray = stray{ply: ply, sq: sq}
	ref.noted.irregularity, ref.dirty = "displaced", true
	ref.remark(RemarkIllegalOnBoard, by)
}

// manTooMany returns the only square on which the board differs from p, if it is empty in p.
func manTooMany(board *shown, p *rules.Position) (rules.Square, bool) {
	off := board.differs(p)
	if off.Count() != 1 || off&p.Occupied() != 0 {
		return rules.NoSquare, false
	}
	return off.First(), true
}

// hasFeltVictim reports whether the move of a turn captured a piece whose lift was detected.
func (t *turn) hasFeltVictim() bool {
	victim := t.pos.Captured(t.made.Move)
	return victim != rules.NoSquare && slices.ContainsFunc(t.acts, func(a act) bool { return a.kind == lifted && a.sq == victim })
}

// movedToo reports whether the board differs from p only by one piece of the player not having the
// move, which stands on sq instead: a second piece was moved after the move.
func movedToo(board *shown, p *rules.Position, sq rules.Square) bool {
	off := board.differs(p)
	from := off & p.Of(p.Turn().Other())
	if off.Count() != 2 || !off.Has(sq) || p.At(sq) != rules.NoPiece || from == 0 {
		return false
	}
	return p.At(from.First()).Kind() != rules.King || !centre.Has(sq) // a king there shows a result
}

// mayComeUnread reports whether a legal move leads to this square from one that gives no reading, or none that is
// believed: what stands there may be the reply.
func (t *turn) mayComeUnread(board *shown, sq rules.Square) bool {
	return slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool { return m.To() == sq && !board.mask.Has(m.From()) })
}

// mayPromoteOn reports whether a legal promotion of the turn ends on this square: the new
// piece may stand there before the pawn is taken off.
func (t *turn) mayPromoteOn(sq rules.Square) bool {
	return slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool { return m.Promotion() != rules.NoKind && m.To() == sq })
}
