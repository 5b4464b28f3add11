package decoder

import (
	"math"
	"time"

	"touchmove/internal/certainty"
	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// The confidence levels at which readers decide: a move below Likely is a guess that a person
// should check, and a move from Certain on is settled.
const (
	Likely  = certainty.Likely
	Certain = certainty.Certain
)

const (
	doubtLikely  = 0.87  // a move that was likely is doubted below this
	doubtCertain = 0.997 // and one that was certain is doubted below this
	certainMost  = 0.99995
	shaken       = 4.0 // odds below which a certain move is judged again
	judgeEvery   = 250 * time.Millisecond
)

// imposedMost is the highest confidence of a move that the Laws take as played and that no hypothesis
// has, until play has gone on from it.
const imposedMost = 0.99

// verdict is the confidence of a published move.
type verdict struct {
	link *link
	sure float64 // as last published
}

// Probability is the probability that a move with this evidence is right: the board was read
// correctly, and the hand is done.
func (e *Evidence) Probability() float64 { return min(e.ReadRightly()*e.HandDone(), certainMost) }

// ReadRightly is the probability that the board was read correctly.
func (e *Evidence) ReadRightly() float64 {
	z := 0.0
	for t, w := range weights {
		z += w * e[t]
	}
	return 1 / (1 + math.Exp(-z))
}

// HandDone is the probability that the hand does not go on with the piece.
func (e *Evidence) HandDone() float64 { return 1 - e.Hand().Risk() }

// certainty returns the probability that l, a move of s, is right.
func (d *Decoder) certainty(s *hypothesis, l *link) float64 {
	if l.traits&forced != 0 {
		return 1
	}
	w := d.weigh(l, beforeMost)
	return d.confidence(&w, l, s)
}

// confidence returns the probability that l, a move of s and the latest that is weighed, is right.
func (d *Decoder) confidence(w *masses, l *link, s *hypothesis) float64 {
	if w.of[0].with == 0 {
		w.of[0] = mass{with: 1} // s was kept outside the beam, whose hypotheses have gone wrong since
	}
	e := d.evidence(w, 0, l, s)
	return min(e.Probability(), d.certainInTheDark(l, &w.of[0]))
}

// judge judges the latest published moves again, and reports when the confidence of one has crossed
// a level.
func (d *Decoder) judge() {
	if d.phase != playing {
		return
	}
	if d.out.judged != nil {
		d.showEvidence()
	}
	told, best := d.pub.tail, d.beam[0]
	same := d.pub.judged.told == told && d.pub.judged.best == best.tail
	if told.ply == d.root.ply || same && d.now-d.pub.judged.at < judgeEvery || d.isCertain() && d.agreesWithTold(best) && same {
		return
	}
	d.pub.judged = judging{told, best.tail, d.now}
	departed := d.pub.departed != 0 && d.now-d.pub.departed >= amendFor
	w := d.weigh(told, window)
	for i, l := 0, told; i < w.count; i, l = i+1, l.prev {
		v := &d.pub.verdicts[l.ply%window]
		if v.link != l || l.traits&forced != 0 {
			continue
		}
		m := &w.of[i]
		if v.sure >= Certain && odds(m.with, m.against+m.without) > shaken {
			continue
		}
		s := d.bestWith(l)
		e := d.evidence(&w, i, l, s)
		sure := min(e.Probability(), d.certainInTheDark(l, m))
		if l.traits&imposed != 0 && d.replies(s, l) < sealedAfter {
			sure = min(sure, imposedMost)
		}
		if departed && l.ply > d.pub.from.ply {
			sure = min(sure, m.with/(m.with+m.against+m.without)) // the likeliest hypothesis does not have it
		}
		d.weighVerdict(v, sure)
	}
}

// judging is when the moves were last judged, and the line at that time.
type judging struct {
	told, best *link
	at         time.Duration
}

// isCertain reports whether the latest published moves are all certain.
func (d *Decoder) isCertain() bool {
	for i, l := 0, d.pub.tail; i < window && l.ply > d.root.ply; i, l = i+1, l.prev {
		if v := &d.pub.verdicts[l.ply%window]; v.link == l && v.sure < Certain {
			return false
		}
	}
	return true
}

// weighVerdict reports when a confidence crosses a level.
func (d *Decoder) weighVerdict(v *verdict, sure float64) {
	t := Finding{HalfMove: halfmove.HalfMove{Ply: v.link.ply, Move: v.link.move}, Confidence: sure}
	switch {
	case sure >= Certain && v.sure < Certain:
		t.Kind, t.Level = Assured, Certain
	case sure >= Likely && v.sure < Likely:
		t.Kind, t.Level = Assured, Likely
	case sure < doubtLikely && v.sure >= Likely:
		t.Kind, t.Level = Doubted, Likely
	case sure < doubtCertain && v.sure >= Certain:
		t.Kind, t.Level = Doubted, Certain
	default:
		return
	}
	v.sure = sure
	d.report(t)
}

// showEvidence passes on what is known about the latest moves, and about the one that may be
// published next.
func (d *Decoder) showEvidence() {
	told, best := d.pub.tail, d.beam[0]
	if next := best.tail.at(told.ply + 1); next != nil && next.prev.line == told.line {
		w := d.weigh(next, beforeMost)
		d.out.judged(Judgement{At: d.now, Ply: next.ply, Move: next.move, UCI: next.move.UCI(next.pos.Variant()), Unfinished: d.isUnfinished(best, next) || !d.hasConsensus(best, next), Evidence: d.evidence(&w, 0, next, best)})
	}
	w := d.weigh(told, window)
	for i, l := 0, told; i < w.count; i, l = i+1, l.prev {
		s := d.bestWith(l)
		d.out.judged(Judgement{At: d.now, Ply: l.ply, Move: l.move, UCI: l.move.UCI(l.pos.Variant()), Published: true, Evidence: d.evidence(&w, i, l, s)})
	}
}

// Judgement is what is known about one move at one time.
type Judgement struct {
	At         time.Duration
	Ply        int
	Move       rules.Move
	UCI        string // of Move
	Published  bool   // it has been published
	Unfinished bool   // a fact shows that it is not over yet, or the likeliest hypotheses do not agree
	Evidence   Evidence
}

// KeepEvidence makes the decoder call take with every judgement, for fitting. Call it before the
// first reading.
func (d *Decoder) KeepEvidence(take func(Judgement)) { d.out.judged = take }
