package decoder

import (
	"time"

	"touchmove/rules"
)

// outage is a time during which a part of the board gives no reading: a chip or a bus has
// failed in the middle of a game.
type outage struct {
	since time.Duration // when it began; 0 is not
	from  time.Duration // when the last one began that lasted for long enough; 0 before the first
	until time.Duration // and when it ended, or the doubt after it

	always rules.Squares // squares that gave no reading when the game began
	broken rules.Squares // sensors that were not trusted when it began
	agreed time.Duration // since when a hypothesis explains the whole board again, with these alone; 0 is not
	budget int           // children by moves that nobody saw that may still be born at this time
	lost   bool          // none has, for long enough, since
}

const (
	darkLeast  = 8               // squares without a reading, a rank at least
	darkMost   = 6 * time.Minute // longer, and it is how this board is
	darkAfter  = 20 * time.Second
	darkWidth  = 256 // hypotheses that are kept meanwhile
	darkBirths = 400 // by moves that nobody saw, an evaluation at most
	darkMargin = 5.0 // how far behind another move has to be until then
	darkReply  = 150 * time.Millisecond
	darkLift   = 400 * time.Millisecond // from an unseen lift to the landing, as a guess
)

// watchOutage notes when a part of the board goes dark and comes back.
func (d *Decoder) watchOutage() {
	dark := (d.board.blind &^ d.outage.always).Count() >= darkLeast
	d.outage.budget = darkBirths
	switch o := &d.outage; {
	case d.phase == settingUp:
		*o = outage{always: d.board.blind}
	case dark && o.since == 0 && d.began < d.now:
		o.since, o.broken = d.now, d.beam[0].distrust
	case dark && d.isOut():
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

// watchLost ends the doubt after an outage when the best hypothesis has explained the whole
// board for a while.
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

// accounted returns the squares on which s disagrees with the board for a reason that has
// been accepted since: their sensors have been told to be broken, or a piece has long stood
// there unfelt. Else one sensor that breaks with the outage would keep the game in doubt for
// ever.
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

// isOut reports whether a part of the board has given no reading for long enough that moves
// may have been made there.
func (d *Decoder) isOut() bool {
	o := &d.outage
	return o.since != 0 && d.now-o.since >= darkFrom && d.now-o.since < darkMost
}

// isDark reports whether moves may have been made, of late, that nobody could see.
func (d *Decoder) isDark() bool {
	o := &d.outage
	return d.isOut() || o.lost || o.until != 0 && d.now-o.until < darkAfter
}

// isInTheDark reports whether the move l of the best hypothesis may have been another one,
// because part of the board could not be seen: unless all that is nearly as likely has it.
func (d *Decoder) isInTheDark(best *hypothesis, l *link) bool {
	if !d.isDark() || l.traits&forced != 0 {
		return false
	}
	if d.outage.lost || d.isOut() && l.traits&(blind|silent) != 0 {
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

// certainInTheDark is how certain a move can be: in the dark others may lead to the same
// position, which nothing later tells apart. After moves of which nothing was seen it is not
// certain how many there were, so that every later one may have another number.
func (d *Decoder) certainInTheDark(l *link) float64 {
	o := &d.outage
	unseen := o.from != 0 && l.landed >= o.from && (o.since != 0 || l.landed <= o.until)
	switch {
	case l.traits&(unlit|uncounted) == 0 && !unseen:
		return 1
	case (l.traits&unlit != 0 || unseen) && l.traits&(blind|silent) != 0:
		return 0.9
	}
	return 0.98
}

// certainSinceDark is how certain a move after l can be that the Laws leave no doubt of: of
// a move made in the dark before it there may be some.
func (d *Decoder) certainSinceDark(l *link) float64 {
	sure := 1.0
	if d.outage.since != 0 || d.isDark() {
		sure = 0.9
	}
	for i := 0; i < window && l != nil && l.ply > d.rootPly; i, l = i+1, l.prev {
		if l.traits&uncounted != 0 {
			sure = min(sure, 0.98)
		}
		if v := &d.pub.verdicts[l.ply%window]; l.traits&(unlit|forced) == unlit && v.link == l {
			sure = min(sure, v.sure)
		}
	}
	return sure
}

// width is how many hypotheses are kept.
func (d *Decoder) width() int {
	if o := &d.outage; d.isOut() || o.until != 0 && d.now-o.until < darkAfter {
		return darkWidth
	}
	return beamWidth
}

// changedInTheDark reports whether the mismatch of s on sq dates from a time without
// readings: it may have begun at any moment of it.
func (d *Decoder) changedInTheDark(s *hypothesis, sq rules.Square) bool {
	g := d.board.dark[sq]
	return g.until-g.from >= darkFrom && s.mismatch.Has(sq) && s.since[sq] == g.from
}

// timingInTheDark guesses when the piece of a move was lifted and set down, where one end or
// both changed unseen.
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

// growInTheDark gives birth to the children of s by moves of which neither end can be seen.
// That the opponent has replied, or the player has pressed the clock, is all that speaks for
// them.
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
	d.moves = pos.LegalMovesFrom(pos.Of(pos.Turn())&dark, d.moves[:0])
	for _, m := range d.moves {
		tr := blind | unseenAtAll
		switch {
		case m.IsCastling():
			tr |= castling
		case !dark.Has(m.To()) || m.IsEnPassant():
			continue
		case m.Promotion() != rules.NoKind:
			if m.Promotion() != rules.Queen {
				continue
			}
			tr |= promotion
		}
		if pos.At(m.To()) != rules.NoPiece && !m.IsCastling() {
			tr |= capture
		}
		d.outage.budget--
		if c := d.child(s, m, at, at, d.param[costMove]+2*d.param[costUnknownEnd], tr); c != nil {
			d.born = append(d.born, c)
		}
	}
}

// retryInTheDark lets the hypotheses beyond the best n grow by moves that nobody saw, once
// the reply has shown that there was one.
func (d *Decoder) retryInTheDark(n int) {
	d.born = d.born[:0]
	for _, s := range d.beam[min(n, len(d.beam)):] {
		live := s.mismatch &^ (s.distrust | s.pending)
		old := d.longOpen(s, live)
		if old == 0 || live.Count() > doubtMost || s.tried == (attempt{live, old}) {
			continue
		}
		s.tried = attempt{live, old}
		if d.hasReplied(s) || d.hasRepliedUnseen(s) {
			d.growBy(s)
		}
	}
	for _, c := range d.born {
		d.enter(c)
	}
}

// hasRepliedUnseen reports whether the player to move must have moved where nobody could see
// it.
func (d *Decoder) hasRepliedUnseen(s *hypothesis) bool {
	if !d.isOut() {
		return false
	}
	_, ok := d.unseenMove(s)
	return ok
}

// orderInTheDark prices a move whose landing was seen, but not its lift, and that landed
// before an earlier move whose landing was seen too.
func (d *Decoder) orderInTheDark(t *trial) float64 {
	if !t.arrived || t.left != unseen || !d.isOut() {
		return 0
	}
	l := t.hypothesis.tail
	for l.traits&unseenAtAll != 0 && l.ply > d.rootPly {
		l = l.prev
	}
	if l.ply > d.rootPly && l.landed-t.landed > d.times[landedSlack] {
		return d.param[costLandedBefore]
	}
	return 0
}

// unseenMove reports whether the player to move has made a move that nobody saw, and when at
// the earliest: what was read since may be what came of it, such as a capture in between of
// which only a gap was seen.
func (d *Decoder) unseenMove(s *hypothesis) (at time.Duration, ok bool) {
	if p := d.press[s.pos().Turn()]; p > s.tail.landed+d.times[overlapShort] && s.mismatch&s.own&^(s.distrust|d.board.full) == 0 {
		return p, true
	}
	for set := s.mismatch &^ s.distrust; set != 0; set &= set - 1 {
		// A piece of the opponent has left, or one has come that may be theirs.
		if sq := set.First(); s.class(sq) != missingMover && d.now-s.since[sq] >= darkReply {
			return s.tail.landed, true
		}
	}
	return s.tail.landed, false
}
