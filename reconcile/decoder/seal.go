package decoder

import "time"

// seal is the last move told that was completed, and when it was. What hands do to
// the board afterwards changes neither it nor any move before: only a command, or play
// that goes on (isReopened).
type seal struct {
	link *link // nil before the first
	at   time.Duration
}

// sealTold seals what was told and is completed now: the mover has pressed the clock, the
// move has ended the game, or the moves after it show that it stood.
func (d *Decoder) sealTold() {
	l := d.pub.tail
	for back := 0; l.prev != nil && l.ply > d.rootPly && !d.isSealed(l); back++ {
		if d.isCompleted(l, back) {
			d.sealed = seal{link: l, at: d.now}
			return
		}
		l = l.prev
	}
}

// isCompleted reports whether l, after which so many moves were told, is completed.
func (d *Decoder) isCompleted(l *link, after int) bool {
	if after >= sealedAfter {
		return true
	}
	mover := l.prev.pos.Turn()
	return d.press[mover] >= 0 && d.press[mover] >= l.landed || l.traits&(illegal|silent|blind) == 0 && !l.pos.HasLegalMove()
}

// isSealed reports whether l is completed and was told.
func (d *Decoder) isSealed(l *link) bool {
	on := d.sealed.link.at(l.ply)
	return on != nil && on.line == l.line
}

// breakSeal lets go of the moves after l: they were taken back, or play has shown that they
// were not made.
func (d *Decoder) breakSeal(l *link) {
	if d.sealed.link != nil && d.sealed.link.ply > l.ply {
		d.sealed = seal{link: l, at: d.now}
	}
}

// isReopened reports whether the line of s may be told although it leaves what was told
// after common: nothing of that is sealed, or play has gone on from s. It has when its
// player has pressed the clock for a move of s made since, or two moves made since were seen
// plainly; without a clock one is enough when all that agrees with what
// was told is far behind s, by gap, and s explains the whole board. Hands that clear the board do not play in turn.
func (d *Decoder) isReopened(s *hypothesis, common *link, gap float64) bool {
	if d.sealed.link == nil || d.sealed.link.ply <= common.ply {
		return true
	}
	if first, was := s.tail.at(common.ply+1), d.pub.tail.at(common.ply+1); first != nil && first.move.From() == was.move.From() && first.move.To() == was.move.To() {
		return true // another piece was promoted to: a word, or its next move, has said so
	}
	seen := 0
	for l := s.tail; l.ply > common.ply; l = l.prev {
		if l.traits&(silent|blind|illegal|before) != 0 || l.landed <= d.sealed.at {
			continue
		}
		mover := l.prev.pos.Turn()
		if p := d.press[mover]; p >= l.landed && p >= 0 {
			return true
		}
		seen++
	}
	return seen >= reopenedBy || seen > 0 && !d.clock && gap >= reopenedGap && s.mismatch&^s.distrust == 0
}

const (
	sealedAfter = 2 // moves told after one that nobody pressed for
	reopenedBy  = 2 // moves seen plainly that nobody pressed for
	reopenedGap = 6.0
)
