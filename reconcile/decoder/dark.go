package decoder

import (
	"time"

	"touchmove/rules"
)

// watchOutage records when a part of the board stops giving readings and when it resumes.
func (d *Decoder) watchOutage() {
	dark := (d.board.blind &^ d.outage.always).Count() >= darkLeast
	d.outage.budget = darkBirths
	switch o := &d.outage; {
	case d.phase == settingUp:
		*o = outage{always: d.board.blind}
	case dark && o.since == 0 && d.root.began < d.now:
		o.since, o.broken = d.now, d.beam[0].distrust
	case dark && d.isOut():
		pressed := max(d.players[rules.White].press, d.players[rules.Black].press) == d.now
		replied := o.tried != d.board.quietSince && d.now-d.board.quietSince >= darkReply
		if o.from != o.since || pressed || replied {
			for _, s := range d.beam {
				s.fresh = true // moves may have been made that no sensor could detect
			}
		}
		if replied {
			o.tried = d.board.quietSince
		}
		o.from = o.since
	case !dark && o.since != 0:
		if d.isOut() {
			o.from, o.lost, o.agreed, o.until = o.since, true, 0, d.now
		}
		o.since = 0
	case o.lost:
		d.watchLost(o)
	}
}

// watchLost ends the doubt after an outage when the best hypothesis has explained the whole board
// for a while.
func (d *Decoder) watchLost(o *outage) {
	best := d.beam[0]
	switch {
	case d.phase != playing || best.mismatch&^(o.broken|d.accounted(best)) != 0:
		o.agreed = 0
	case o.agreed == 0:
		o.agreed = d.now
	case d.now-o.agreed >= fallbackFor:
		o.lost, o.until = false, d.now
	}
}

// accounted returns the squares on which s disagrees with the board for a reason accepted since:
// their sensors have been reported as broken, or a piece has stood there undetected for long.
// Otherwise one sensor that breaks during the outage would keep the game in doubt for ever.
func (d *Decoder) accounted(s *hypothesis) (set rules.Squares) {
	for left := s.mismatch & s.distrust; left != 0; left &= left - 1 {
		sq := left.First()
		told := d.health.told[sq] == StuckOn || d.health.told[sq] == StuckOff
		if told || s.unfelt.Has(sq) && d.now-s.since[sq] >= faultFor {
			set = set.With(sq)
		}
	}
	return set
}

// isOut reports whether a part of the board has given no reading for so long that moves may have
// been made there.
func (d *Decoder) isOut() bool {
	o := &d.outage
	return o.since != 0 && d.now-o.since >= darkFrom && d.now-o.since < darkMost
}

// isDark reports whether moves that no sensor could detect may have been made recently.
func (d *Decoder) isDark() bool {
	o := &d.outage
	return d.isOut() || o.lost || o.until != 0 && d.now-o.until < darkAfter
}

// isInTheDark reports whether the move l of the best hypothesis may have been another one because
// part of the board could not be read, unless all nearly as likely hypotheses have it too.
func (d *Decoder) isInTheDark(best *hypothesis, l *link) bool {
	if !d.isDark() || l.traits&(forced|imposed) != 0 {
		return false
	}
	if d.outage.lost || d.outage.since != 0 && l.traits&(blind|silent) != 0 {
		return true
	}
	for _, s := range d.beam[1:] {
		if s.total > best.total+darkMargin {
			break
		}
		if on := s.tail.at(l.ply); on == nil || on.line != l.line {
			return true
		}
	}
	return false
}

// certainInTheDark limits the confidence of a move. During an outage other moves may lead to the same
// position, which nothing later distinguishes. If moves were not detected at all, it is uncertain how
// many there were, so every later move may have a different number. A move of which one end was not
// detected is no likelier than it is among all the moves that lead to the same readings.
func (d *Decoder) certainInTheDark(l *link, m *mass) float64 {
	o := &d.outage
	unseen := o.from != 0 && l.landed >= o.from && (o.since != 0 || l.landed <= o.until)
	switch {
	case l.traits&(unlit|uncounted) == 0 && !unseen:
		return 1
	case (l.traits&unlit != 0 || unseen) && l.traits&(blind|silent) != 0:
		return min(0.9, m.with/(m.with+m.against+m.without))
	}
	return 0.98
}

// certainSinceDark limits the confidence of a move after l that the Laws make certain: a move made
// before it during an outage may be in doubt.
func (d *Decoder) certainSinceDark(l *link) float64 {
	sure := 1.0
	if d.outage.since != 0 || d.isDark() {
		sure = 0.9
	}
	for i := 0; i < window && l != nil && l.ply > d.root.ply; i, l = i+1, l.prev {
		if l.traits&uncounted != 0 {
			sure = min(sure, 0.98)
		}
		if v := &d.pub.verdicts[l.ply%window]; l.traits&(unlit|forced|imposed) == unlit && v.link == l {
			sure = min(sure, v.sure)
		}
	}
	return sure
}

// width returns how many hypotheses are kept.
func (d *Decoder) width() int {
	if o := &d.outage; d.isOut() || o.until != 0 && d.now-o.until < darkAfter {
		return darkWidth
	}
	return beamWidth
}

// changedInTheDark reports whether the mismatch of s on sq dates from a time without readings: it
// may have begun at any moment of that time.
func (d *Decoder) changedInTheDark(s *hypothesis, sq rules.Square) bool {
	g := d.board.dark[sq]
	return g.until-g.from >= darkFrom && s.mismatch.Has(sq) && s.since[sq] == g.from
}

// timingInTheDark guesses when the piece of a move was lifted and set down if one or both ends
// changed unseen.
func (d *Decoder) timingInTheDark(t *trial) {
	s, from, to := t.hypothesis, t.move.From(), t.move.To()
	left, came := d.changedInTheDark(s, from), t.arrived && d.changedInTheDark(s, to)
	earliest := s.tail.landed
	if left || came {
		t.traits |= blind
	}
	switch {
	case left && came:
		t.lifted = min(max(earliest, d.board.dark[from].from), d.board.dark[from].until)
		t.landed = t.lifted
	case left && t.arrived:
		t.lifted = max(t.landed-darkLift, min(earliest, t.landed))
	case left:
		t.lifted = max(t.lifted, earliest)
		t.landed = t.lifted
	case came:
		t.landed = max(t.lifted, min(earliest, d.board.dark[to].until))
	}
}

// growInTheDark makes the children of s by moves whose ends both have no reading. The only evidence
// for them is that the opponent has replied or the player has pressed the clock.
func (d *Decoder) growInTheDark(s *hypothesis) {
	if !d.isOut() || d.outage.budget <= 0 {
		return
	}
	at, ok := d.unseenMove(s)
	if !ok {
		return
	}
	pos := s.pos()
	dark := d.board.blind
	d.memory.moves = pos.LegalMovesFrom(pos.Of(pos.Turn())&dark, d.memory.moves[:0])
	for _, m := range d.memory.moves {
		if !m.IsCastling() && !dark.Has(m.To()) || m.Promotion() != rules.NoKind && m.Promotion() != rules.Queen {
			continue // the victim of a pawn taken en passant stands beside its origin, on the same dark rank
		}
		d.outage.budget--
		if c := d.child(s, m, at, at, d.param[costMove]+2*d.param[costUnknownEnd], blind|unseenAtAll|kindOf(pos, m)); c != nil {
			d.born = append(d.born, c)
		}
	}
}

// kindOf returns the traits that a move has in any case, however much of it was seen.
func kindOf(pos *rules.Position, m rules.Move) (is traits) {
	switch {
	case m.IsCastling():
		return castling
	case m.IsEnPassant():
		return capture | passant
	case pos.At(m.To()) != rules.NoPiece:
		is = capture
	}
	if m.Promotion() != rules.NoKind {
		is |= promotion
	}
	return is
}

// retryInTheDark lets the hypotheses beyond the best n grow once what is unexplained has lasted: it may be
// the reply to an unseen move.
func (d *Decoder) retryInTheDark(n int) {
	d.born = d.born[:0]
	for _, s := range d.beam[min(n, len(d.beam)):] {
		live := s.mismatch &^ (s.distrust | s.pending)
		old := d.longOpen(s, live)
		if old == 0 || live.Count() > doubtMost || s.tried == (attempt{live, old}) {
			continue
		}
		s.tried = attempt{live, old}
		d.growBy(s)
	}
	for _, c := range d.born {
		d.enter(c)
	}
}

// orderInTheDark prices a move whose landing was seen, but not its lift, and that landed before an
// earlier move whose landing was seen too.
func (d *Decoder) orderInTheDark(t *trial) float64 {
	if !t.arrived || t.left != unseen || !d.isOut() {
		return 0
	}
	l := t.hypothesis.tail
	for l.traits&unseenAtAll != 0 && l.ply > d.root.ply {
		l = l.prev
	}
	if l.ply > d.root.ply && l.landed-t.landed > d.times[landedSlack] {
		return d.param[costLandedBefore]
	}
	return 0
}

// unseenMove reports whether the player to move has made an unseen move, and its earliest time:
// later readings may be its consequence, such as a capture in between that showed only as a gap. A piece
// that was missing when its player pressed is that of a move that was seen, but not one lifted since.
func (d *Decoder) unseenMove(s *hypothesis) (at time.Duration, ok bool) {
	player := &d.players[s.pos().Turn()]
	for _, p := range [2]time.Duration{player.pressed, player.press} {
		if p > max(s.tail.landed+d.times[overlapShort], d.outage.since) && !s.lacked(p, d.board.full) {
			return p, true
		}
	}
	for set := s.mismatch &^ s.distrust; set != 0; set &= set - 1 {
		// A piece of the opponent has left, or a piece that may be theirs has been set down.
		if sq := set.First(); s.class(sq) != missingMover && d.now-s.since[sq] >= darkReply {
			return s.tail.landed, true
		}
	}
	return s.tail.landed, false
}
