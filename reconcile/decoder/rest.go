package decoder

import "touchmove/rules"

func (d *Decoder) keepRest(best *hypothesis) {
	s := d.bestAgreeing(best)
	if s == nil || (s.mismatch&^(s.distrust|s.pending)).Count() > 1 || d.areKingsUp() || d.hasUnseenKing(s) {
		d.rests.restingSince = 0
		return
	}
	if d.rests.restingSince == 0 {
		d.rests.restingSince = d.now
	}
	if d.now-d.rests.restingSince >= restFor && (d.rests.last == nil || d.rests.last.tail != s.tail) {
		if d.rests.before != nil {
			d.free(d.rests.before)
		}
		d.rests.before, d.rests.last = d.rests.last, d.clone(s)
		d.rests.since = d.now
	}
}

// restBeforeSweep goes back to the hypothesis at rest before the sweep began: pieces swept
// one at a time may look like a move or two before it shows what they are.
func (d *Decoder) restBeforeSweep(best *hypothesis, live rules.Squares) {
	if d.rests.before == nil || d.isTold(d.rests.last.tail) {
		return
	}
	first := d.now
	for set := live; set != 0; set &= set - 1 {
		first = min(first, best.since[set.First()])
	}
	if d.rests.since > first {
		d.free(d.rests.last)
		d.rests.last, d.rests.before = d.rests.before, nil
	}
}
