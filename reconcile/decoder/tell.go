package decoder

import "touchmove/reconcile/halfmove"

func (d *Decoder) report(f Finding) {
	f.At = d.now
	switch f.Kind {
	case Made, Amended:
		d.asking.Published(f.Ply, f.Move)
	case Retracted:
		d.asking.Withdrawn(f.Ply)
	}
	d.out.findings = append(d.out.findings, f)
}

// reportRetracted reports that the moves published after this one were not made, or were taken
// back.
func (d *Decoder) reportRetracted(stands *link) {
	d.report(Finding{Kind: Retracted, HalfMove: halfmove.HalfMove{Ply: stands.ply + 1}})
}

func (d *Decoder) tellMade(best *hypothesis, l *link, sign Sign) {
	t := d.describe(best, l, sign)
	t.Kind = Made
	d.report(t)
	if l.prev.prev != nil {
		d.pub.hands.Note(d.tried(l.prev) > 0)
	}
	d.pub.advance(l, d.times[slowGame])
}

func (d *Decoder) describe(best *hypothesis, l *link, sign Sign) Finding {
	sure := d.certainty(best, l)
	d.pub.note(l, sure)
	return Finding{
		HalfMove: halfmove.HalfMove{
			Ply: l.ply, Move: l.move, After: l.pos, Released: min(l.landed, d.now),
			Inferred: l.traits&(silent|blind) != 0 || l.traits&promotion != 0 && !d.isPromotionNamed(l),
			Illegal:  l.traits&illegal != 0,
		},
		Confidence: sure,
		Corrected:  l.ply <= d.pub.redo,
		Reason:     d.reason(best, l, sign),
	}
}

// tellLine publishes the line of s in place of what was published: its last move only if that was
// certainly made, and no move about which too little is known.
func (d *Decoder) tellLine(s *hypothesis, last bool) {
	told := d.pub.tail
	common := d.lastCommon(s)
	rest := s.tail.ply - common.ply
	if rest > 0 && !last {
		rest--
	}
	rest = min(rest, d.knownPlies(s, common))
	if d.mayBeTakenOn(s, s.tail.prev) {
		rest = min(rest, max(0, s.tail.ply-3-common.ply)) // none of the three is known
	}
	if rest == 0 && common.ply == told.ply {
		return
	}
	if common.ply < told.ply {
		d.breakSeal(common)
		if rest == 0 {
			d.reportRetracted(common)
		} else {
			next := s.tail.at(common.ply + 1)
			t := d.describe(s, next, Settled)
			t.Kind, t.Corrected, t.Was = Amended, true, told.at(common.ply+1).move
			d.report(t)
			common, rest = next, rest-1
		}
		d.pub.redo = max(d.pub.redo, told.ply)
		d.pub.tail = common
	}
	for ; rest > 0; rest-- {
		next := s.tail.at(common.ply + 1)
		d.tellMade(s, next, Settled)
		common = next
	}
}

// tellLastRest publishes the rest of the last hypothesis at rest.
func (d *Decoder) tellLastRest() {
	if d.rests.last != nil {
		d.tellLine(d.rests.last, true)
	}
}
