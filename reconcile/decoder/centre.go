package decoder

import "touchmove/rules"

// findCentredKings looks for both kings in the centre with everything else as it was.
// Kings there stand side by side, which no position allows, so this is never play.
// The first king put down may happen to be a legal move, so the hypothesis at rest
// before that one is asked too.
func (d *Decoder) findCentredKings() (s *hypothesis, result string, sure bool) {
	if d.rests.last == nil {
		return nil, "", false
	}
	asked := [2]*hypothesis{d.rests.last, d.rests.before}
	if d.rests.before != nil && d.rests.before.tail == d.rests.last.tail.prev && isKingToCentre(d.rests.last.tail) && d.isSecondKing(d.rests.last.tail) {
		asked[0], asked[1] = asked[1], asked[0]
	}
	for _, s := range asked {
		if s == nil {
			continue
		}
		if result, sure, ok := d.compareCentre(s); ok {
			return s, result, sure
		}
	}
	return nil, "", false
}

// isSecondKing reports whether the other king left its square so soon after the king
// of l had been put down that both were one act.
func (d *Decoder) isSecondKing(l *link) bool {
	other := l.pos.King(l.pos.Turn())
	return d.board.changed[other]-l.landed < centrePause
}

// compareCentre compares the board with the position of s but for its kings. It is
// sure when both kings came from elsewhere.
func (d *Decoder) compareCentre(s *hypothesis) (result string, sure, ok bool) {
	p := s.pos()
	kings := rules.SquaresOf(p.King(rules.White), p.King(rules.Black))
	if kings&^centre&d.board.full != 0 {
		return "", false, false
	}
	if d.board.mismatches(s)&^(s.distrust|kings|centre) != 0 {
		return "", false, false
	}
	if s.full&centre&^kings&^(d.board.full|d.board.blind) != 0 {
		return "", false, false // a piece has left the centre: it was moved
	}
	here := d.board.full & centre
	pair := here &^ (s.full &^ kings)
	// A king may also have taken the place of a piece that stood there, unless it
	// only seems to be gone because the sensor under it is dead.
	for set := here & s.full &^ kings; set != 0 && kings&(centre|s.distrust) == 0; set &= set - 1 {
		sq := set.First()
		if d.board.changed[sq] > min(d.board.changed[p.King(rules.White)], d.board.changed[p.King(rules.Black)]) {
			pair = pair.With(sq)
		}
	}
	sure = kings&centre == 0
	switch {
	case pair.Count() != 2 || pair == kings:
		return "", false, false
	case pair == lightCentre:
		return "1-0", sure, true
	case pair == darkCentre:
		return "0-1", sure, true
	}
	return "1/2-1/2", sure, true
}

// watchCentre ends the game when the kings have stood in the centre for a
// moment. The result is a proposal: if the pieces go back, play goes on.
func (d *Decoder) watchCentre() bool {
	s, result, sure := d.findCentredKings()
	if s == nil {
		d.ending.centreSince = 0
		return false
	}
	if d.ending.centreSince == 0 {
		d.ending.centreSince = d.now
	}
	if d.now-d.ending.centreSince < centreFor || !sure && d.now-d.ending.centreSince < centreDoubtFor {
		return false
	}
	d.ending.centreSince = 0
	keep := d.clone(s)
	d.tellLine(keep, true)
	d.report(Finding{Kind: Ended, Result: result, Why: KingsInTheCentre})
	d.dropRests()
	d.rests.last = keep
	d.phase = finished
	d.ending.proposed = true
	return true
}

// resumeAfterKings lets a game go on that only the kings in the centre had ended.
func (d *Decoder) resumeAfterKings() {
	if !d.ending.proposed || d.rests.last == nil || d.rests.last.mismatch&^d.rests.last.distrust != 0 {
		d.ending.resumeSince = 0
		return
	}
	if d.ending.resumeSince == 0 {
		d.ending.resumeSince = d.now
	}
	if d.now-d.ending.resumeSince < resumeFor {
		return
	}
	d.ending.resumeSince, d.ending.proposed = 0, false
	d.commitTo(d.rests.last.tail)
	d.report(Finding{Kind: Resumed, After: d.pub.tail.pos})
}
