package decoder

import "time"

// seal is the last published move that was completed, and when it was sealed. Later changes on the
// board change neither this move nor any before it; only a command can, or play that goes on
// (isReopened).
type seal struct {
	link *link // nil before the first
	at   time.Duration
}

// sealTold seals the published moves that are now completed: the mover has pressed the clock, the
// move has ended the game, or the moves after it show that it stood.
func (d *Decoder) sealTold() {
	l := d.pub.tail
	for back := 0; l.prev != nil && l.ply > d.root.ply && !d.isSealed(l); back++ {
		if d.isCompleted(l, back) {
			d.pub.sealed = seal{link: l, at: d.now}
			return
		}
		l = l.prev
	}
}

// isCompleted reports whether l is completed; after is the number of moves published after it.
func (d *Decoder) isCompleted(l *link, after int) bool {
	if after >= sealedAfter {
		return true
	}
	mover := l.prev.pos.Turn()
	return d.players[mover].press >= 0 && d.players[mover].press >= l.landed || l.traits&(illegal|silent|blind) == 0 && (!l.pos.HasLegalMove() || l.pos.InsufficientMaterial())
}

// isSealed reports whether l is completed and published.
func (d *Decoder) isSealed(l *link) bool {
	on := d.pub.sealed.link.at(l.ply)
	return on != nil && on.line == l.line
}

// breakSeal removes the seal from the moves after l: they were taken back, or play has shown that
// they were not made.
func (d *Decoder) breakSeal(l *link) {
	if d.pub.sealed.link != nil && d.pub.sealed.link.ply > l.ply {
		d.pub.sealed = seal{link: l, at: d.now}
	}
}

// isReopened reports whether the line of s may be published although it departs from the published
// line after common: either none of the moves after common are sealed, or play has gone on from s.
// Play has gone on if a player has pressed the clock for a move of s made since, or if two moves
// made since were clearly seen. Without a clock one move is enough if all hypotheses that agree
// with the published line are behind s by at least reopenedGap and s explains the whole board.
// Nobody who clears the board moves the two colours in turn.
func (d *Decoder) isReopened(s *hypothesis, common *link, gap float64) bool {
	if d.pub.sealed.link == nil || d.pub.sealed.link.ply <= common.ply {
		return true
	}
	if first, was := s.tail.at(common.ply+1), d.pub.tail.at(common.ply+1); first != nil && first.move.From() == was.move.From() && first.move.To() == was.move.To() {
		return true // the promotion was to another piece: a command, or its next move, has shown it
	}
	again := movedOn(s.tail.at(common.ply+1), d.pub.tail.at(common.ply+1))
	seen := 0
	for l := s.tail; l.ply > common.ply; l = l.prev {
		if l.traits&(silent|blind|illegal|before) != 0 || l.landed <= d.pub.sealed.at {
			continue
		}
		mover := l.prev.pos.Turn()
		if p := d.players[mover].press; p >= l.landed && p >= 0 && l != again {
			return true
		}
		seen++
	}
	return seen >= reopenedBy || seen > 0 && !d.board.clock && gap >= reopenedGap && s.mismatch&^s.distrust == 0
}

const (
	sealedAfter = 2 // moves published after a move without a press
	reopenedBy  = 2 // clearly seen moves without a press
	reopenedGap = 6.0
)
