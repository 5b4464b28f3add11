package sim

import (
	"cmp"
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
)

// Signal is a change of the output of one sensor, before any scan: a contact, its
// bounce or a fault.
type Signal struct {
	AtUS   int64 // in microseconds since the beginning
	Square rules.Square
	Is     sensors.State
}

// span is a stretch of time in which a fault decides what a sensor reports.
type span struct {
	from, to int64
	is       sensors.State
	covers   sensors.State // 0, or the span applies only while the true state is this (a drop-out needs a piece)
}

// layer is one kind of fault of one square: spans in order of time that do not
// overlap.
type layer []span

// at returns the span of the layer at time t. It searches from cursor i and advances
// it.
func (l layer) at(t int64, i *int) (span, bool) {
	for *i < len(l) && l[*i].to <= t {
		*i++
	}
	if *i < len(l) && l[*i].from <= t {
		return l[*i], true
	}
	return span{}, false
}

// sense turns what each sensor feels into signals, with bounce and faults, and records
// the faults in the truth.
func (p *Performance) sense(d dice, felt [64][]Signal) {
	faults := p.breakSensors(d)
	for s := rules.A1; s <= rules.H8; s++ {
		layers := append([]layer{bounces(d, p.style.Board, felt[s])}, faults[s]...)
		p.signals = append(p.signals, p.compose(s, felt[s], layers)...)
	}
	slices.SortStableFunc(p.signals, func(a, b Signal) int { return cmp.Compare(a.AtUS, b.AtUS) })
	n := 0
	for _, sig := range p.signals {
		if sig.AtUS == 0 {
			p.first[sig.Square] = sig.Is
			continue
		}
		p.signals[n] = sig
		n++
	}
	p.signals = slices.Clip(p.signals[:n])
	if p.style.Board.FullScans > 0 && d.chance(p.style.Board.FullScans) {
		p.full = d.within(20000000, 110000000)
	}
}

// felt returns what perfect sensors report, square by square. The first signal of each
// is at time 0.
func (p *Performance) felt() (felt [64][]Signal) {
	var b physical
	for s := range felt {
		felt[s] = []Signal{{0, rules.Square(s), sensors.Empty}}
	}
	for _, t := range p.touches {
		_ = b.apply(t) // cannot fail: validate has checked it
		is := b.felt(t.square)
		list := felt[t.square]
		last := &list[len(list)-1]
		switch {
		case last.AtUS == t.at:
			last.Is = is
		case last.Is != is:
			list = append(list, Signal{t.at, t.square, is})
		}
		felt[t.square] = list
	}
	return felt
}

// sensed returns what the sensors report according to physics, square by square. The
// first signal of each is at time 0. It flags plies whose pieces are not felt where
// they were put down.
func (p *Performance) sensed(carry *carrier, d dice) (felt [64][]Signal) {
	for s, changes := range p.style.Board.Physics.Sense(carry.paths(), p.style.Polarity, d.r.Int64N) {
		for _, c := range changes {
			felt[s] = append(felt[s], Signal{c.At, rules.Square(s), c.Is})
		}
	}
	p.flagNotFelt(felt, carry.landed)
	return felt
}

// stateAt returns what a sensor reports at a time.
func stateAt(list []Signal, at int64) sensors.State {
	i, _ := slices.BinarySearchFunc(list, at+1, func(s Signal, t int64) int { return cmp.Compare(s.AtUS, t) })
	return list[i-1].Is
}

// bounces makes contacts bounce for some milliseconds after they change: the old state
// comes back one or more times. A bounce ends before the next change.
func bounces(d dice, b Board, felt []Signal) (l layer) {
	if b.Bounce == 0 {
		return nil
	}
	for i := 1; i < len(felt); i++ {
		if !d.chance(b.Bounce) {
			continue
		}
		limit := int64(1) << 62
		if i+1 < len(felt) {
			limit = felt[i+1].AtUS
		}
		at := felt[i].AtUS
		for range d.within(1, b.BounceMost) {
			from := at + d.pick(b.BounceGap)/1000
			to := from + d.pick(b.BounceGap)/1000
			if to >= limit {
				break
			}
			l = append(l, span{from, to, felt[i-1].Is, sensors.Unknown})
			at = to
		}
	}
	return l
}

// compose puts the layers over what is felt, the last one on top, and returns the
// resulting changes.
func (p *Performance) compose(s rules.Square, felt []Signal, layers []layer) (out []Signal) {
	times := make([]int64, 0, 2*len(felt))
	for _, f := range felt {
		times = append(times, f.AtUS)
	}
	for _, l := range layers {
		for _, sp := range l {
			times = append(times, sp.from, sp.to)
		}
	}
	slices.Sort(times)
	times = slices.Compact(times)
	cursors := make([]int, len(layers))
	now := 0
	for _, t := range times {
		for now+1 < len(felt) && felt[now+1].AtUS <= t {
			now++
		}
		truly := felt[now].Is
		is := truly
		for i, l := range layers {
			if sp, ok := l.at(t, &cursors[i]); ok && (sp.covers == sensors.Unknown || sp.covers == truly || sp.covers == sensors.Occupied && truly.Full()) {
				is = sp.is
			}
		}
		if p.header.Sensing == sensors.Occupancy && is.Full() {
			is = sensors.Occupied
		}
		if len(out) == 0 || out[len(out)-1].Is != is {
			out = append(out, Signal{t, s, is})
		}
	}
	return out
}
