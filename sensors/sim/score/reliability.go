package score

import (
	"fmt"
	"math"

	"touchmove/internal/certainty"
	"touchmove/sensors/sim"
)

// edges are the upper ends of the bins in which confidences are compared with results. The
// bins are narrow at high confidences, because most moves are there.
var edges = [...]float64{0.5, 0.7, 0.8, certainty.Likely, 0.95, 0.98, 0.99, 0.995, certainty.Certain, 0.9999, 1}

// Reliability compares how sure a reconstruction said it was with how often it was right. The
// zero value is ready to use.
type Reliability struct {
	bins [len(edges)]Bin
}

// Bin holds the moves published with a confidence below Most, but not below that of the bin
// before.
type Bin struct {
	Most     float64
	Moves    int     // number of moves published
	Wrong    int     // of these, moves that were not played
	Expected float64 // number expected to be right: the sum of their confidences
}

// Add counts one move with its confidence.
func (r *Reliability) Add(confidence float64, right bool) {
	i := 0
	for i < len(edges)-1 && confidence >= edges[i] {
		i++
	}
	b := &r.bins[i]
	b.Moves++
	b.Expected += confidence
	if !right {
		b.Wrong++
	}
}

// AddPublished counts every published move with the confidence at its publication. A move
// that was on the board at that time and was taken back later counts as right.
func (r *Reliability) AddPublished(t sim.Truth, published []Publication) {
	for _, x := range published {
		if x.isMove() {
			r.Add(x.Confidence, IsRight(t, x))
		}
	}
}

// AddHighest counts every published move with the highest confidence that it ever had: what a
// reader sees who waits for that confidence.
func (r *Reliability) AddHighest(t sim.Truth, published []Publication) {
	for _, x := range Highest(published) {
		r.Add(x.Confidence, IsRight(t, x))
	}
}

// Highest lists every published move with the highest confidence that it had, and the time of
// that.
func Highest(published []Publication) []Publication {
	type place struct{ game, ply int }
	standing := map[place]int{} // index in list
	var list []Publication
	for _, x := range published {
		at := place{x.Game, x.Ply}
		if x.Kind == Judged {
			if i, ok := standing[at]; ok && x.Confidence > list[i].Confidence {
				list[i].Confidence, list[i].AtUS = x.Confidence, x.AtUS
			}
			continue
		}
		if x.Kind != Made {
			for old := range standing {
				if old.game == x.Game && old.ply >= x.Ply {
					delete(standing, old)
				}
			}
		}
		if x.isMove() {
			standing[at] = len(list)
			list = append(list, x)
		}
	}
	return list
}

// Merge adds the counts of o.
func (r *Reliability) Merge(o *Reliability) {
	for i, b := range o.bins {
		r.bins[i].Moves += b.Moves
		r.bins[i].Wrong += b.Wrong
		r.bins[i].Expected += b.Expected
	}
}

// Bins returns the bins, lowest confidence first.
func (r *Reliability) Bins() []Bin {
	bins := r.bins
	for i := range bins {
		bins[i].Most = edges[i]
	}
	return bins[:]
}

// Count returns the number of moves counted.
func (r *Reliability) Count() int { n, _ := r.between(0, 2); return n }

// Error returns the expected calibration error in percent: the difference between expected
// and actual results, bin by bin, weighted by the number of moves.
func (r *Reliability) Error() float64 {
	off := 0.0
	for _, b := range r.bins {
		off += math.Abs(b.Expected - float64(b.Moves-b.Wrong))
	}
	return 100 * off / float64(max(1, r.Count()))
}

// WrongCertain returns the percentage of wrong moves among those with confidence Certain or
// more.
func (r *Reliability) WrongCertain() float64 {
	n, wrong := r.between(certainty.Certain, 2)
	return percent(wrong, n)
}

// CertainPercent returns the percentage of moves with confidence Certain or more.
func (r *Reliability) CertainPercent() float64 {
	n, _ := r.between(certainty.Certain, 2)
	return percent(n, r.Count())
}

// GuessPercent returns the percentage of moves with confidence below Likely.
func (r *Reliability) GuessPercent() float64 {
	n, _ := r.between(0, certainty.Likely)
	return percent(n, r.Count())
}

// WrongGuesses returns the percentage of wrong moves among those.
func (r *Reliability) WrongGuesses() float64 {
	n, wrong := r.between(0, certainty.Likely)
	return percent(wrong, n)
}

// between counts the moves with confidence from or more and below to.
func (r *Reliability) between(from, to float64) (moves, wrong int) {
	for i, b := range r.bins {
		least := 0.0
		if i > 0 {
			least = edges[i-1]
		}
		if least >= from && (edges[i] <= to || to > 1) {
			moves, wrong = moves+b.Moves, wrong+b.Wrong
		}
	}
	return moves, wrong
}

// String returns the figures for which there is a target.
func (r *Reliability) String() string {
	return fmt.Sprintf("%d told: calibration error %.2f %%; %.1f %% at %v or more, of which %.2f %% wrong; %.1f %% below %v, of which %.1f %% wrong",
		r.Count(), r.Error(), r.CertainPercent(), certainty.Certain, r.WrongCertain(), r.GuessPercent(), certainty.Likely, r.WrongGuesses())
}
