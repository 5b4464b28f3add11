package decoder

// suspectSensors makes hypotheses distrust squares on which they have disagreed for long, and tries
// new faults where something stays unexplained.
func (d *Decoder) suspectSensors() {
	for _, s := range d.beam {
		for set := s.mismatch &^ (s.distrust | s.pending); set != 0; set &= set - 1 {
			sq := set.First()
			if d.now-s.since[sq] >= d.times[distrustAfter] && s.tail.ply-int(s.sincePly[sq]) >= distrustPlies {
				s.distrust |= 1 << sq
				if s.accrued[sq] < d.param[costDistrust] {
					s.accrued[sq] = d.param[costDistrust]
				}
			}
		}
	}
	d.index.drop()
	n := min(len(d.beam), faultHypotheses)
	for i := 0; i < n; i++ {
		s := d.beam[i]
		live := s.mismatch &^ (s.distrust | s.pending)
		old := d.longOpen(s, live)
		if old == 0 || live.Count() > doubtMost || s.tried == (attempt{live, old}) {
			continue
		}
		s.tried = attempt{live, old}
		d.born = d.born[:0]
		if s.distrust|d.board.blind != 0 && (d.isOut() || d.hasReplied(s)) {
			d.growBy(s) // for moves that only a reply shows, once that reply has lasted
		}
		if live.Count() <= faultMost {
			d.growByFaults(s)
		}
		d.growByIllegal(s, live)
		d.growUnlikely()
		for _, c := range d.born {
			d.enter(c)
		}
	}
	if d.isOut() {
		d.retryInTheDark(n)
	}
}

// growUnlikely lets new hypotheses with a fault grow by the reply at once, if the still unexplained
// reply would make them too expensive to enter the beam: the reply is what shows them to be true.
func (d *Decoder) growUnlikely() {
	limit := d.bounds.least + beamMargin
	for _, c := range d.born {
		c.count(d)
		if c.total > limit && c.paid < limit {
			d.growBy(c)
		}
	}
}
