package article4

import "time"

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
