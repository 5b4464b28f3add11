package decoder

import "touchmove/rules"

// Standing says how the hypotheses stand to a line whose moves are known.
type Standing struct {
	Held   bool    // a hypothesis has the line, as far as the likeliest one reaches, or lacks its last two moves
	Merged bool    // it was merged into one that came to the same position: only a person can tell them apart
	Rank   int     // place of that hypothesis among all, from 0
	Of     int     // number of hypotheses
	Behind float64 // by how much the line is more expensive than the likeliest hypothesis
}

// standingShort is how many moves a hypothesis that holds a line may be short of the likeliest one.
const standingShort = 2

// StandingOf returns the standing of a line from the first position of the game on, to measure where the
// search loses it. It changes nothing.
func (d *Decoder) StandingOf(moves []rules.Move) Standing {
	best := d.beam[0]
	lines := map[uint64]bool{}
	line := best.tail.at(d.root.ply).line
	for i, m := range moves {
		line = mixLine(line, m, 0)
		if d.root.ply+i+1 >= best.tail.ply-standingShort {
			lines[line] = true
		}
	}
	is := Standing{Of: len(d.beam)}
	hold := func(l *link, rank int, behind float64, merged bool) {
		if lines[l.line] && (!is.Held || behind < is.Behind) {
			is = Standing{Held: true, Merged: merged, Rank: rank, Of: len(d.beam), Behind: behind}
		}
	}
	for i, s := range d.beam {
		hold(s.tail, i, s.total-best.total, false)
		for m, n := s.merged, 0; m != nil && n < mergersMost; m, n = m.prev, n+1 {
			hold(regrow(s.tail, m.tail, m.ply), i, s.total-best.total+m.behind, true)
		}
	}
	return is
}
