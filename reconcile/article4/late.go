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

// hadTooMany reports whether the board read a piece at a press on a square that is empty in the turn's position: the
// player may have moved it from a square whose sensor is stuck, or it is a captured piece that lies there.
func (ref *Referee) hadTooMany(t *turn, pressed time.Duration) bool {
	board := ref.shows()
	return ref.debouncer.readAt(pressed)&^t.pos.Occupied()&board.mask != 0
}

// cameAtOnce reports whether the pieces that the mover has lifted since a press came down in the scan in which they
// left. No hand is so quick: the board was not read while they were moved, which may have been before the press. On
// a board that is scanned so slowly that a hand may be, or of which that is not known, this says nothing.
func (ref *Referee) cameAtOnce(t *turn, pressed time.Duration) bool {
	scan := ref.header.ScanTime()
	if scan == 0 || scan > ref.opt.Place {
		return false
	}
	up, down := t.liftedAfter(pressed), time.Duration(0)
	for _, a := range t.acts {
		if a.kind == placed && a.at > pressed {
			down = max(down, a.at)
		}
	}
	return up != 0 && down >= up && down < up+scan
}

// liftedAfter returns when the mover first lifted a piece of their own after a press, and 0 if none was.
func (t *turn) liftedAfter(pressed time.Duration) time.Duration {
	for _, a := range t.acts {
		if a.kind == lifted && a.at > pressed && t.pos.Of(t.mover()).Has(a.sq) {
			return a.at
		}
	}
	return 0
}

// lagged returns the press that waits for late readings, if they have shown now that the move which is published was
// begun after it.
func (ref *Referee) lagged(t *turn) *judging {
	j := ref.waiting.judging
	if j == nil || !j.isLagging() || j.ply != t.ply || t.made.Released <= j.pressed+ref.opt.Press ||
		t.liftedAfter(j.pressed) == 0 || ref.cameAtOnce(t, j.pressed) || ref.isRecordBehind(t, j.by, j.pressed) {
		return nil
	}
	return j
}
