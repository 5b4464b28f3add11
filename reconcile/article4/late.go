package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// lagMost is how much later than a press readings may come that are older than it: a bus hangs or the machine is
// busy, while the clock is read by itself.
const lagMost = 1200 * time.Millisecond

// tellWithoutMove reports a press for which nothing was moved, unless the record may be behind, or ahead: if no sensor
// has detected the capture before, the player may be giving the time back because none was made.
func (ref *Referee) tellWithoutMove(t *turn, j *judging) {
	if prev, _ := ref.pressedUnseen(); prev == nil && !ref.isRecordBehind(t, j.by, j.pressed) {
		ref.pressWithoutMove(t, j, RemarkWithoutMove)
	}
}

// cameAtOnce reports whether the pieces that the mover has lifted since a press came down in the scan in which they
// left. No hand is so quick: the board was not read while they were moved, which may have been before the press.
func (t *turn) cameAtOnce(pressed, most time.Duration) bool {
	up, down := time.Duration(0), time.Duration(0)
	for _, a := range t.acts {
		switch {
		case a.at <= pressed:
		case a.kind == lifted && up == 0 && t.pos.Of(t.mover()).Has(a.sq):
			up = a.at
		case a.kind == placed:
			down = max(down, a.at)
		}
	}
	return up != 0 && down >= up && down < up+most
}

// settleLag judges, at another press of its player, the press for which no move has been seen.
func (ref *Referee) settleLag(by rules.Color) {
	if j := ref.waiting.judging; j != nil && j.lagging && !j.twice && j.by == by {
		j.at = ref.now
		ref.judge()
	}
}

// lagged returns the press that waits for late readings, if they have shown now that the move which is published was
// begun after it.
func (ref *Referee) lagged(t *turn) *judging {
	j := ref.waiting.judging
	if j == nil || !j.lagging || j.twice || j.ply != t.ply || t.made.Released <= j.pressed+ref.opt.Press ||
		t.cameAtOnce(j.pressed, ref.opt.Place) || ref.isRecordBehind(t, j.by, j.pressed) {
		return nil
	}
	return j
}

// judgeStuck handles a press after which a piece stands where a legal move leads, although none of the mover's has
// left its square: no piece comes from nowhere, so the sensor of an origin is stuck. If only one move can have been
// made, it is published; if several can, a person is asked. It reports whether the press has been handled.
func (ref *Referee) judgeStuck(t *turn, board *shown, j *judging) bool {
	var moves []rules.Move
	for _, m := range t.legalMoves() {
		if m.IsCastling() || m.Promotion() != rules.NoKind || !board.full.Has(m.From()) || !board.mask.Has(m.From()) {
			continue
		}
		blind := *board
		blind.mask = blind.mask.Without(m.From())
		if after := t.pos.After(m); blind.differs(&after) == 0 && t.isSetDown(m.To(), j.pressed+ref.opt.Press) {
			moves = append(moves, m)
		}
	}
	switch {
	case len(moves) == 0:
		return false
	case len(moves) > 1:
		ref.ask(moves, j)
	case !j.doubted:
		j.at, j.doubted = j.pressed+lawfulAfter, true
		ref.waiting.judging = j
	default:
		ref.impose(t, ref.read(t, 0), moves[0], true)
	}
	return true
}

// isSetDown reports whether something was set down on a square in this turn, before a moment.
func (t *turn) isSetDown(on rules.Square, before time.Duration) bool {
	return slices.ContainsFunc(t.acts, func(a act) bool { return a.kind == placed && a.sq == on && a.at <= before })
}
