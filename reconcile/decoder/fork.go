package decoder

import (
	"slices"
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
	"touchmove/sensors"
)

// fork is a Decoder as it was before a person answered a question, together with everything read
// since. Undoing the answer needs it, because the answer drops explanations.
type fork struct {
	before *Decoder
	ply    int // the ply that was answered
	inputs []input
}

// input is a reading, or a press of the clock.
type input struct {
	at    time.Duration
	press bool
	by    rules.Color
	sq    rules.Square
	is    sensors.State
}

// forkMost is the number of inputs after which an answer can no longer be undone in this way.
const forkMost = 20_000

// forkAt stores the Decoder as it is before an answer about a ply.
func (d *Decoder) forkAt(ply int) *fork {
	c := *d
	c.search = search{bounds: bounds{least: d.bounds.least}, spans: d.spans, memory: memory{moves: make([]rules.Move, 0, rules.MaxMoves)}}
	for _, s := range d.beam {
		c.beam = append(c.beam, c.clone(s))
	}
	for _, s := range []**hypothesis{&c.fallback.hypothesis, &c.rests.last, &c.rests.before} {
		if *s != nil {
			*s = c.clone(*s)
		}
	}
	c.asking.asked = slices.Clone(d.asking.asked)
	c.out.findings, c.asking.forked = nil, nil
	return &fork{before: &c, ply: ply}
}

// note records what is read after an answer.
func (d *Decoder) note(i input) {
	if d.asking.forked == nil {
		return
	}
	i.at = d.now
	if d.asking.forked.inputs = append(d.asking.forked.inputs, i); len(d.asking.forked.inputs) > forkMost {
		d.asking.forked = nil
	}
}

// Unanswer undoes the latest answer: the Decoder is as if it had not been given, with everything
// read since, and the moves are published again from the first that differs. open reports whether the
// question is still open. If there is no such answer, or a command has changed the game since,
// Unanswer returns false and changes nothing.
func (d *Decoder) Unanswer() (open, ok bool) {
	f := d.asking.forked
	if f == nil {
		return false, false
	}
	c, now, told, log, judged := f.before, d.now, d.pub.tail, d.out.log, d.out.judged
	for _, s := range c.beam {
		if on := s.tail.at(f.ply); on != nil {
			on.traits &^= forced // the answer has marked it
		}
	}
	c.out.log, c.out.judged = nil, nil // inputs that are read again have been recorded already
	for _, i := range f.inputs {
		c.Advance(i.at)
		if i.press {
			c.Press(i.by)
		} else {
			c.read(i.sq, i.is)
		}
	}
	c.Advance(now)
	c.out.findings, c.out.log, c.out.judged = d.out.findings, log, judged
	asking := c.asking // what is published again here answers nothing
	*d = *c
	common := d.pub.tail.common(told)
	if common.ply < told.ply {
		d.reportRetracted(common)
	}
	d.pub.redo = max(d.pub.redo, told.ply)
	for n := common.ply + 1; n <= d.pub.tail.ply; n++ {
		l := d.pub.tail.at(n)
		sure := certainMost
		if v := d.pub.verdicts[n%window]; v.link == l {
			sure = v.sure
		}
		d.report(Finding{
			Kind:       Made,
			HalfMove:   halfmove.HalfMove{Ply: n, Move: l.move, After: l.pos, Released: min(l.landed, d.now), Illegal: l.traits&illegal != 0},
			Confidence: sure, Corrected: true,
		})
	}
	d.asking = asking
	return d.asking.open != nil, true
}
