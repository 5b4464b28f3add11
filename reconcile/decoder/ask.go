package decoder

import (
	"cmp"
	"slices"
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

const (
	askLeast       = 0.05   // least probability of the second move
	askOverLeast   = 0.02   // the same when the game is over, or an end of the move was not seen in an outage
	askUntoldLeast = 0.1    // the same for a ply without which the game cannot be published further
	askPieceLeast  = 0.01   // the same for the piece of a promotion
	askMost        = 4      // most moves in a question
	askListed      = 0.02   // least probability of a move that is listed beside two of a ply that is not published
	askShare       = 1. / 3 // a move this likely beside the likeliest one is listed in any case
	askEnough      = 0.005  // least probability of the second move while the question stays open
	askAfter       = 6      // plies after which readings seldom decide about a move
	askAfterSame   = 2      // the same when both have led to one position
	askAfterUntold = 4      // the same when the game cannot be published further without the move
	askEvery       = time.Second
	askAgainAfter  = 4 * time.Second // for which a move that the question does not name is the likeliest
	askedMost      = 32
)

// asking is the open question, earlier ones, and those to come.
type asking struct {
	questions
	over bool        // no more readings will come
	last []*Question // those to be asked if the game ends now, by ply; as of the last rest

	best, told *link // as of the last search for a question
	at         time.Duration
}

// ask looks for a ply that a person should be asked about, and ends the open question once play has
// settled it.
func (d *Decoder) ask() {
	a := &d.asking
	best := d.beam[0].tail
	if d.phase != playing || a.held || a.best == best && a.told == d.pub.tail && d.now-a.at < askEvery {
		return
	}
	a.best, a.told, a.at = best, d.pub.tail, d.now
	if a.open == nil && best == d.pub.tail && d.isCertain() {
		a.last = nil
		return
	}
	list := d.Alternatives()
	d.review(list)
	d.revise(list)
	d.noteLast(list)
	if a.open == nil {
		d.put(d.first(list))
	}
}

// askAtEnd asks what was open when the board was last at rest: the game is over, and the clearing
// of the board says nothing about it. What comes after the first move that is not known is not published, so
// nothing is asked about it yet.
func (d *Decoder) askAtEnd() {
	a := &d.asking
	for _, q := range a.last {
		if a.held || q.Ply > d.pub.tail.ply+1 {
			break
		}
		told := d.pub.tail.at(q.Ply)
		if told != nil && !q.names(told.move) || a.open == nil && a.has(q) || a.open != nil && !a.open.isOutdatedBy(q) {
			continue
		}
		for i := range q.Candidates {
			q.Candidates[i].Published = told != nil && q.Candidates[i].Move == told.move
		}
		a.drop()
		d.put(q)
		break
	}
	a.last = nil
}

// noteLast notes what is to be asked if the game ends now: when the board is at rest, or when readings have
// returned after an outage and what was noted before that no longer holds.
func (d *Decoder) noteLast(list []Unsettled) {
	if best := d.beam[0]; d.outage.lost || best.mismatch&^(best.distrust|best.pending) == 0 {
		d.asking.last = d.questionsAtEnd(list)
	}
}

// questionsAtEnd lists what to ask if the game ends now.
func (d *Decoder) questionsAtEnd(list []Unsettled) (last []*Question) {
	for i := range list {
		if q := d.questionOf(&list[i], true); q != nil {
			last = append(last, q)
		}
	}
	return last
}

// put asks a question unless it was asked before.
func (d *Decoder) put(q *Question) {
	a := &d.asking
	if q == nil || a.has(q) {
		return
	}
	if a.asked = append(a.asked, asked{q.Ply, q.Before.Key()}); len(a.asked) > askedMost {
		a.asked = slices.Delete(a.asked, 0, 1)
	}
	a.open, a.outdated = q, 0
	d.report(Finding{Kind: Asked, HalfMove: halfmove.HalfMove{Ply: q.Ply}, Question: q})
}

// revise asks the open question again if a move that it does not name has been the likeliest for a while:
// it was asked when too little had been read, and whoever answers has to find the move.
func (d *Decoder) revise(list []Unsettled) {
	a := &d.asking
	if a.open == nil {
		return
	}
	i := slices.IndexFunc(list, func(u Unsettled) bool { return u.Ply == a.open.Ply })
	if i < 0 {
		return
	}
	switch q := d.questionOf(&list[i], false); {
	case !a.open.isOutdatedBy(q):
		a.outdated = 0
	case a.outdated == 0:
		a.outdated = d.now
	case d.now-a.outdated >= askAgainAfter:
		a.drop()
		d.put(q)
	}
}

// first returns the question about the earliest ply that a person should be asked about now and was not
// asked about before, and nil if there is none.
func (d *Decoder) first(list []Unsettled) *Question {
	for i := range list {
		if u := &list[i]; u.Ply <= d.pub.tail.ply+1 {
			if q := d.questionOf(u, false); q != nil && !d.asking.has(q) {
				return q
			}
		}
	}
	return nil
}

// review ends the open question when play has settled it.
func (d *Decoder) review(list []Unsettled) {
	q := d.asking.open
	if q == nil || q.Ply <= d.pub.tail.ply-window {
		return // too long ago to be judged
	}
	for i := range list {
		if u := &list[i]; u.Ply == q.Ply && u.Before == q.Before {
			if rest := d.possible(u, true); len(rest) > 1 && rest[1].Probability >= askEnough {
				return
			}
		}
	}
	d.asking.open = nil
	d.report(Finding{Kind: Unasked, HalfMove: halfmove.HalfMove{Ply: q.Ply}})
}

// possible lists the legal moves that u may have been, likeliest first: all of them if over is
// true, otherwise only those with which the board agrees. The confidence of a move is an average
// over many games. It gives too little weight to the rivals of a move that is unpublished because
// of them, so there each move is at least as likely as its hypotheses are.
func (d *Decoder) possible(u *Unsettled, over bool) (list []Alternative) {
	l := d.beam[0].tail.at(u.Ply)
	if told := d.pub.tail.at(u.Ply); told != nil {
		l = told
	}
	if l == nil || l.prev.pos != u.Before {
		return nil
	}
	found, all := d.candidates(l)
	if l.traits&(unlit|uncounted) != 0 {
		all = 0 // lines with other moves before it are another question
	}
	for _, c := range found {
		all += c.mass
	}
	left := 1.0
	for _, c := range found {
		a := Alternative{Move: c.link.move, Reasons: d.reasons(c.on, c.link), Published: u.Published && c.link.move == l.move}
		i := slices.IndexFunc(u.Candidates, func(k Alternative) bool { return k.Move == a.Move })
		if i >= 0 {
			a = u.Candidates[i]
		}
		if slices.Contains(a.Reasons, WhyNotAllowed) || !over && slices.Contains(a.Reasons, WhyUnexplained) {
			continue
		}
		if !u.Published {
			a.Probability = max(a.Probability, c.mass/all)
		}
		if a.Move != l.move {
			left -= a.Probability
		}
		list = append(list, a)
	}
	for i := range list {
		if list[i].Move == l.move {
			list[i].Probability = max(0, min(list[i].Probability, left))
		}
	}
	slices.SortStableFunc(list, func(a, b Alternative) int { return cmp.Compare(b.Probability, a.Probability) })
	return list
}

// questionOf makes the question about u, or returns nil if it should not be asked now.
func (d *Decoder) questionOf(u *Unsettled, over bool) *Question {
	list := d.possible(u, over)
	if len(list) < 2 || list[0].Probability >= Certain {
		return nil
	}
	q := &Question{Ply: u.Ply, Before: u.Before}
	switch plies := d.beam[0].tail.ply - u.Ply; {
	case over:
		q.Occasion = GameOver
	case u.Final && plies >= askAfterSame:
		q.Occasion = SamePosition
	case plies >= askAfter, !u.Published && plies >= askAfterUntold:
		q.Occasion = PlayedOn
	default:
		return nil
	}
	least := askLeast
	switch {
	case over && !u.Published: // nothing after it is published before it is known
		least = askEnough
	case over, slices.Contains(list[0].Reasons, WhyEndUnseen), slices.Contains(list[0].Reasons, WhyMoveUnseen):
		least = askOverLeast
	case !u.Published: // among many moves no one may be likely
		least = min(askUntoldLeast, list[0].Probability*askShare)
	}
	if slices.Contains(list[0].Reasons, WhyPieceUnnamed) {
		least = askPieceLeast
	}
	if list[1].Probability < least {
		return nil
	}
	least = min(least, list[0].Probability*askShare) // among many moves no one may be likely
	if !u.Published {
		least = min(least, askListed)
	}
	shown := slices.Clone(list[:min(len(list), askMost)])
	if i := slices.IndexFunc(list, func(c Alternative) bool { return c.Published }); i >= askMost {
		shown[askMost-1] = list[i] // a person has to see what was published
	}
	for _, c := range shown {
		if c.Probability < least && !c.Published && !isOtherPiece(c.Move, list[0].Move) {
			continue
		}
		told := Candidate{Alternative: c}
		if slices.Contains(c.Reasons, WhyVictimSeen) {
			told.Empty = d.emptied(u.Ply, c.Move.To())
		}
		q.Candidates = append(q.Candidates, told)
	}
	return q
}

// emptied returns how long sq was last empty since the move before a ply.
func (d *Decoder) emptied(ply int, sq rules.Square) time.Duration {
	prev := d.beam[0].tail.at(ply - 1)
	if prev == nil {
		return 0
	}
	if gap, ok := d.lastGap(sq, prev.landed); ok {
		return max(0, gap.until-gap.from)
	}
	return 0
}

// Answer takes a person's answer which move a ply was. Later moves stay if an explanation of the
// readings has them together with this move; otherwise they are dropped. before is the position in
// which the move is played. A game that is over stays over.
func (d *Decoder) Answer(ply int, m rules.Move, before rules.Position) {
	phase := d.phase
	d.asking.open, d.asking.held, d.asking.last = nil, false, nil
	chosen := d.Choose(ply, m)
	if chosen && (phase == finished || d.asking.over) {
		d.tellAnswered()
	}
	if on := d.pub.tail.at(ply); !chosen || on == nil && phase != playing || on != nil && on.move != m {
		d.Correct(ply, m, before)
	}
	if phase == finished {
		d.phase = finished
	}
	if d.due.dirty {
		d.evaluate() // publishes what waited for the answer together with it
	}
}
