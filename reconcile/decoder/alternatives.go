package decoder

import (
	"cmp"
	"math"
	"slices"
)

// candidate is a move that may become an Alternative.
type candidate struct {
	link *link
	on   *hypothesis // the best hypothesis that has it, or into which it was merged
	mass float64
	fate float64 // the merged part of the mass
}

// Alternatives lists, for each of the latest plies that is not certain, the moves that it may have
// been, earliest ply first, for published plies and for those still to be published. While no question is
// open, older plies of the last outage are listed too. It changes nothing.
func (d *Decoder) Alternatives() []Unsettled {
	if d.phase == settingUp {
		return nil
	}
	var list []Unsettled
	told, best := d.pub.tail, d.beam[0]
	w := d.weigh(told, window)
	l := told
	for i := 0; i < w.count; i, l = i+1, l.prev {
		if l.traits&(forced|imposed) != 0 || d.pub.verdicts[l.ply%window].link == l && d.pub.verdicts[l.ply%window].sure >= Certain {
			continue
		}
		e := d.evidence(&w, i, l, d.bestWith(l))
		if sure := min(e.Probability(), d.certainInTheDark(l, &w.of[i])); sure < Certain {
			list = append(list, d.unsettled(l, sure))
			list[len(list)-1].publish(l.move)
		}
	}
	for ; d.asking.open == nil && l.ply > d.root.ply && d.outage.from != 0 && l.landed >= d.outage.from && told.ply-l.ply < outageWindow; l = l.prev {
		if l.traits&(unlit|blind|forced|imposed) == unlit|blind {
			list = append(list, d.unsettled(l, d.certainty(d.bestWith(l), l)))
			list[len(list)-1].publish(l.move)
		}
	}
	slices.Reverse(list)
	if !d.agreesWithTold(best) {
		return list
	}
	for n := told.ply + 1; n <= best.tail.ply; n++ {
		l := best.tail.at(n)
		list = append(list, d.unsettled(l, d.certainty(best, l)))
	}
	return list
}

// outageWindow is how many plies after a move that was made with an unseen end a person can still be asked
// about it: many are published at once, and each waits for the answers about those before it.
const outageWindow = 64

// unsettled lists the moves that may have been made in place of l, whose confidence is sure.
func (d *Decoder) unsettled(l *link, sure float64) Unsettled {
	found, other := d.candidates(l)
	all, rivals := other, other
	for _, c := range found {
		all += c.mass
		if c.link.move != l.move {
			rivals += c.mass
		}
	}
	// The move's confidence is known better than the masses of its rivals alone would give it. So
	// the rivals share what it leaves, but none gets more than its part of all masses kept.
	part := 1 / all
	if rivals > 0 {
		part = min(part, (1-sure)/rivals)
	}
	u := Unsettled{Ply: l.ply, Before: l.prev.pos, Final: true}
	left := 1.0
	for _, c := range found {
		if c.link.move != l.move && part*c.mass < unlikely {
			continue
		}
		a := Alternative{Move: c.link.move, Probability: part * c.mass, Final: c.fate > c.mass*finalShare, Reasons: d.reasons(c.on, c.link)}
		if c.link.move == l.move {
			a.Probability = sure
		} else if !a.Final {
			u.Final = false
		}
		left -= a.Probability
		u.Candidates = append(u.Candidates, a)
	}
	u.Other = max(0, left)
	u.Final = u.Final && len(u.Candidates) > 1 && u.Other < u.Candidates[len(u.Candidates)-1].Probability
	slices.SortStableFunc(u.Candidates, func(a, b Alternative) int { return cmp.Compare(b.Probability, a.Probability) })
	return u
}

// unlikely is the probability below which a candidate is not listed.
const unlikely = 0.0005

// finalShare is the part of a move's mass that must be merged before later readings can no longer
// decide about the move.
const finalShare = 0.9

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
func (d *Decoder) reasons(s *hypothesis, l *link) (list []Why) {
	add := func(is bool, why Why) {
		if is {
			list = append(list, why)
		}
	}
	has := func(t traits) bool { return l.traits&t != 0 }
	unfelt := s.unfelt.Has(l.move.To()) && s.tail.at(l.ply) == l
	add(!has(blind|silent|illegal|forced|imposed) && !unfelt, WhyEndsSeen)
	add(has(capture) && !has(silent|blind), WhyVictimSeen)
	add(has(silent), WhyVictimUnseen)
	add(has(blind) && has(unlit) && !has(unseenAtAll), WhyEndUnseen)
	add(has(unseenAtAll), WhyMoveUnseen)
	add(has(blind) && !has(unlit) && !unfelt, WhySensorBroken)
	add(unfelt, WhyNotFelt)
	add(has(promotion) && !d.isPromotionNamed(l), WhyPieceUnnamed)
	add(!has(illegal) && d.onward(l).Loses > 0, WhyGivesMaterial)
	add(has(illegal), WhyNotAllowed)
	add(s.mismatch&^(s.distrust|s.pending) != 0, WhyUnexplained)
	return list
}
