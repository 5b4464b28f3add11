package decoder

import (
	"math"
	"slices"
	"time"

	"touchmove/reconcile/asking"
	"touchmove/rules"
)

// candidate is a move that may become an alternative.
type candidate struct {
	link *link
	on   *hypothesis // the best hypothesis that has it, or into which it was merged
	mass float64
	fate float64 // the merged part of the mass
}

// Alternatives lists, for each of the latest plies that is not certain, the moves that it may have
// been, earliest ply first, for published plies and for those still to be published. While no question is
// open, older plies of the last outage are listed too. It changes nothing.
func (d *Decoder) Alternatives() []asking.Unsettled {
	if d.phase == settingUp {
		return nil
	}
	var list []asking.Unsettled
	told, best := d.pub.tail, d.beam[0]
	w := d.weigh(told, window)
	l := told
	for i := 0; i < w.count; i, l = i+1, l.prev {
		if l.traits&(forced|imposed) != 0 || d.pub.verdicts[l.ply%window].link == l && d.pub.verdicts[l.ply%window].sure >= Certain {
			continue
		}
		e := d.evidence(&w, i, l, d.bestWith(l))
		if sure := min(e.Probability(), d.certainInTheDark(l, &w.of[i])); sure < Certain {
			list = append(list, d.unsettled(l, sure, true))
		}
	}
	for ; d.asking.Open() == nil && l.ply > d.root.ply && d.outage.from != 0 && l.landed >= d.outage.from && told.ply-l.ply < outageWindow; l = l.prev {
		if l.traits&(unlit|blind|forced|imposed) == unlit|blind {
			list = append(list, d.unsettled(l, d.certainty(d.bestWith(l), l), true))
		}
	}
	slices.Reverse(list)
	if !d.agreesWithTold(best) {
		return list
	}
	for n := told.ply + 1; n <= best.tail.ply; n++ {
		l := best.tail.at(n)
		list = append(list, d.unsettled(l, d.certainty(best, l), false))
	}
	return list
}

// outageWindow is how many plies after a move that was made with an unseen end a person can still be asked
// about it: many are published at once, and each waits for the answers about those before it.
const outageWindow = 64

// unsettled lists the moves that may have been made in place of l, whose confidence is sure.
func (d *Decoder) unsettled(l *link, sure float64, published bool) asking.Unsettled {
	found, other := d.candidates(l)
	m := asking.Masses{Other: other, Sure: sure, Apart: l.traits&(unlit|uncounted) != 0}
	for _, c := range found {
		m.Moves = append(m.Moves, asking.Mass{Move: c.link.move, Mass: c.mass, Merged: c.fate, Reasons: d.reasons(c.on, c.link), Empty: d.emptied(l, c.link.move.To())})
	}
	return m.Unsettled(l.ply, l.prev.pos, published)
}

// emptied returns how long sq was last empty since the move before that of l.
func (d *Decoder) emptied(l *link, sq rules.Square) time.Duration {
	if gap, ok := d.lastGap(sq, l.prev.landed); ok {
		return max(0, gap.until-gap.from)
	}
	return 0
}

// candidates lists the moves that may have been made in place of l after the same moves, that of l
// first, and the mass of everything else.
func (d *Decoder) candidates(l *link) (found []candidate, other float64) {
	found = append(found, candidate{link: l, on: d.bestWith(l)})
	add := func(on *link, s *hypothesis, mass float64, merged bool) {
		if on == nil || on.prev == nil || on.prev.line != l.prev.line {
			other += mass
			return
		}
		i := slices.IndexFunc(found, func(c candidate) bool { return c.link.move == on.move })
		if i < 0 {
			i = len(found)
			found = append(found, candidate{link: on, on: s})
		}
		found[i].mass += mass
		if merged {
			found[i].fate += mass
		}
	}
	for _, s := range d.beam {
		behind := s.total - d.beam[0].total
		if behind > oddsMost {
			break
		}
		part := math.Exp(-behind) * s.rivalled(l.ply)
		add(s.tail.at(l.ply), s, part, false)
		n := 0
		for m := s.merged; m != nil && n < mergersMost; m = m.prev {
			if m.differsIn(l.ply) {
				add(m.tail.at(l.ply), s, part*math.Exp(-m.behind), true)
			}
			n++
		}
	}
	if found[0].mass == 0 {
		found[0].mass = math.Exp(-oddsMost) // its hypothesis is outside the beam, or was dropped
	}
	return found, other
}

// reasons lists what the sensors showed of a move of s.
func (d *Decoder) reasons(s *hypothesis, l *link) (list []asking.Why) {
	add := func(is bool, why asking.Why) {
		if is {
			list = append(list, why)
		}
	}
	has := func(t traits) bool { return l.traits&t != 0 }
	unfelt := s.unfelt.Has(l.move.To()) && s.tail.at(l.ply) == l
	add(!has(blind|silent|illegal|forced|imposed) && !unfelt, asking.WhyEndsSeen)
	add(has(capture) && !has(silent|blind), asking.WhyVictimSeen)
	add(has(silent), asking.WhyVictimUnseen)
	add(has(blind) && has(unlit) && !has(unseenAtAll), asking.WhyEndUnseen)
	add(has(unseenAtAll), asking.WhyMoveUnseen)
	add(has(blind) && !has(unlit) && !unfelt, asking.WhySensorBroken)
	add(unfelt, asking.WhyNotFelt)
	add(has(promotion) && !d.isPromotionNamed(l), asking.WhyPieceUnnamed)
	add(!has(illegal) && d.onward(l).Loses > 0, asking.WhyGivesMaterial)
	add(has(illegal), asking.WhyNotAllowed)
	add(s.mismatch&^(s.distrust|s.pending) != 0, asking.WhyUnexplained)
	return list
}
