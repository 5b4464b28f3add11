package decoder

import (
	"time"

	"touchmove/reconcile/asking"
	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

const askEvery = time.Second

// questions are what a person is asked, and when it was last looked for.
type questions struct {
	asking.Asker
	over bool // no more readings will come

	best, told *link // as of the last search for a question
	at         time.Duration
}

// ask looks for a ply that a person should be asked about, and ends the open question once play has
// settled it.
func (d *Decoder) ask() {
	a, best := &d.asking, d.beam[0]
	if d.phase != playing {
		return
	}
	a.DropLift(d.board.full)
	if a.IsHeld() || a.best == best.tail && a.told == d.pub.tail && d.now-a.at < askEvery {
		return
	}
	a.best, a.told, a.at = best.tail, d.pub.tail, d.now
	lift := d.lastLift()
	if a.Open() == nil && best.tail == d.pub.tail && lift == nil && d.isCertain() {
		a.Forget()
		return
	}
	settled, ask := a.Look(d.Alternatives(), asking.Play{
		At: d.now, Published: d.pub.tail.ply, Best: best.tail.ply, Judged: d.pub.tail.ply - window + 1,
		Settled: d.outage.lost || best.mismatch&^(best.distrust|best.pending) == 0, Lift: lift,
	})
	if settled != nil {
		d.report(Finding{Kind: Unasked, HalfMove: halfmove.HalfMove{Ply: settled.Ply}})
	}
	d.reportAsked(ask)
}

// askAtEnd asks what was open when the board was last at rest: the game is over.
func (d *Decoder) askAtEnd() {
	d.reportAsked(d.asking.AtEnd(d.pub.tail.ply, d.pub.tail.pos, func(ply int) rules.Move {
		if l := d.pub.tail.at(ply); l != nil {
			return l.move
		}
		return rules.NoMove
	}))
}

func (d *Decoder) reportAsked(q *asking.Question) {
	if q != nil {
		d.report(Finding{Kind: Asked, HalfMove: halfmove.HalfMove{Ply: q.Ply}, Question: q})
	}
}

// Answer takes a person's answer which move a ply was. Later moves stay if an explanation of the
// readings has them together with this move; otherwise they are dropped. before is the position in
// which the move is played. NoMove says that neither this ply nor a later one was played. A game that is over
// stays over.
func (d *Decoder) Answer(ply int, m rules.Move, before rules.Position) {
	phase := d.phase
	d.asking.Answered()
	if m == rules.NoMove {
		if on := d.pub.tail.at(ply - 1); on != nil && on != d.pub.tail {
			d.reportRetracted(on)
			d.commitTo(on)
			d.phase = phase
		}
		return
	}
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
