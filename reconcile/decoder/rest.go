package decoder

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
	}
}

// tellSwept publishes the rest of the game when its board has been swept for a while: nothing more
// will come.
func (d *Decoder) tellSwept() {
	if d.ending.sweptSince == 0 || d.now-d.ending.sweptSince < sweptFor {
		return
	}
	d.ending.sweptSince = 0
	if r := d.rests.last; r != nil && d.agreesWithTold(r) && r.tail.traits&illegal == 0 {
		d.tellLine(r, d.isFinal(r, d.endCost))
	}
	d.askAtEnd()
}

// restBeforeSweep keeps the hypothesis at rest before the sweep began: pieces swept away one at a
// time may look like a move or two before the sweep is recognised.
func (d *Decoder) restBeforeSweep() {
	pick := d.endLine()
	if pick == nil || pick == d.rests.last {
		return
	}
	pick = d.clone(pick)
	if d.rests.last != nil {
		d.free(d.rests.last)
	}
	d.rests.last = pick
}
