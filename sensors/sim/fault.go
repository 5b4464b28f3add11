package sim

import (
	"cmp"
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
)

// breakSensors decides which sensors are poor or broken and when, records it in the
// truth, and returns each square's layers of faults, lowest first.
func (p *Performance) breakSensors(d dice) (layers [64][]layer) {
	b := p.style.Board
	squares := make([]rules.Square, 64)
	for i := range squares {
		squares[i] = rules.Square(i)
	}
	shuffle(d, squares)
	next := func() rules.Square {
		s := squares[0]
		squares = squares[1:]
		return s
	}
	for range count(d, b.Weak) {
		s := next()
		layers[s] = append(layers[s], p.weak(d, s))
	}
	for range count(d, b.Crosstalk) {
		s := next()
		layers[s] = append(layers[s], p.crosstalk(d, s, one(d, around(s))))
	}
	for range count(d, b.Chatter) {
		s := next()
		layers[s] = append(layers[s], p.chatter(d, s))
	}
	for range count(d, b.Stuck) {
		s := next()
		layers[s] = append(layers[s], p.stuck(d, s))
	}
	for range count(d, b.Unknown) {
		p.unknownRow(d, &layers)
	}
	for range count(d, b.Gaps) {
		from := d.within(p.end/50, p.end*9/10)
		to := from + d.pick(noScans)
		p.gaps = append(p.gaps, span{from: from, to: to})
		p.truth.Faults = append(p.truth.Faults, Fault{Kind: "no-scans", FromUS: &from, ToUS: to})
	}
	slices.SortFunc(p.gaps, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	slices.SortStableFunc(p.truth.Faults, func(a, b Fault) int { return cmp.Compare(a.Kind, b.Kind) })
	slices.Sort(p.truth.Faulty)
	return layers
}

func count(d dice, n [2]int) int64 { return d.within(int64(n[0]), int64(n[1])) }

// pulses returns short spans at random times, at a rate of perMinute hundredths per
// minute.
func (p *Performance) pulses(d dice, perMinute int64, length Spread, is, covers sensors.State) (l layer) {
	if perMinute <= 0 {
		return nil
	}
	mean := 60000000 * 100 / perMinute
	for at := d.within(0, 2*mean); at < p.end; at += d.within(mean/20, 2*mean) {
		to := at + d.pick(length)
		l = append(l, span{at, to, is, covers})
		at = to
	}
	return l
}

var (
	dropOut   = Spread{1, 2, 15, 120, 600}
	ghost     = Spread{1, 2, 12, 60, 300}
	noScans   = Spread{100, 150, 500, 2000, 5000}
	blindness = Spread{900, 1000, 1800, 2800, 6000}
)

// weak returns the faults of a sensor that drops out now and then under a standing
// piece.
func (p *Performance) weak(d dice, s rules.Square) layer {
	per := d.pick(p.style.Board.WeakMinutes) / 1000
	l := p.pulses(d, per, dropOut, sensors.Empty, sensors.Occupied)
	n := len(l)
	p.truth.Faults = append(p.truth.Faults, Fault{Square: s.String(), Kind: "weak", PerMinute: hundredths(per), Count: &n})
	return l
}

// hundredths converts a figure for the truth. The result is the same on every
// machine, since the division is the only operation.
func hundredths(n int64) float64 { return float64(n) / 100 }

// crosstalk returns the faults of a sensor that feels a neighbour's piece for
// moments.
func (p *Performance) crosstalk(d dice, s, from rules.Square) layer {
	per := d.within(20, 300)
	var l layer
	var b physical
	i := 0
	for _, sp := range p.pulses(d, per, ghost, sensors.Occupied, sensors.Empty) {
		for ; i < len(p.touches) && p.touches[i].at <= sp.from; i++ {
			_ = b.apply(p.touches[i]) // cannot fail: validate has checked it
		}
		if is := b.felt(from); is.Full() {
			sp.is = is
			l = append(l, sp)
		}
	}
	n := len(l)
	p.truth.Faults = append(p.truth.Faults, Fault{Square: s.String(), Kind: "crosstalk", From: from.String(), PerMinute: hundredths(per), Count: &n})
	return l
}

// stuck returns the fault of a sensor that reports the same state from some moment
// on, in four of ten cases from the start. Some recover.
func (p *Performance) stuck(d dice, s rules.Square) layer {
	from, to := int64(0), int64(0)
	if d.chance(600) {
		from = d.within(0, p.end*3/4)
	}
	if d.chance(p.style.Board.Recovers) {
		to = from + d.within(p.end/20, p.end/2)
	}
	kind, is := "stuck-off", sensors.Empty
	if d.chance(450) {
		kind, is = "stuck-on", sensors.White
		if d.chance(500) {
			is = sensors.Black
		}
	}
	p.truth.Faulty = append(p.truth.Faulty, s.String())
	p.truth.Faults = append(p.truth.Faults, Fault{Square: s.String(), Kind: kind, FromUS: &from, ToUS: to})
	if to == 0 {
		to = 1 << 62
	}
	return layer{{from, to, is, sensors.Unknown}}
}

// chatter returns the faults of a loose contact: for 20 seconds to two minutes it
// opens and closes under a piece or, more rarely, closes where there is none.
func (p *Performance) chatter(d dice, s rules.Square) (l layer) {
	from := d.within(0, p.end*3/4)
	to := from + d.within(20000000, 120000000)
	is, covers := sensors.Empty, sensors.Occupied
	if d.chance(250) {
		is, covers = sensors.White, sensors.Empty
	}
	at := from
	for at < to {
		length := d.within(1000, 60000)
		l = append(l, span{at, at + length, is, covers})
		at += length + d.within(2000, 400000)
	}
	p.truth.Faulty = append(p.truth.Faulty, s.String())
	p.truth.Faults = append(p.truth.Faults, Fault{Square: s.String(), Kind: "chatter", FromUS: &from, ToUS: at})
	return l
}

// unknownRow makes a rank unreadable for some seconds, like a chip off its bus.
func (p *Performance) unknownRow(d dice, layers *[64][]layer) {
	rank := int(d.within(0, 7))
	from := d.within(p.end/50, p.end*9/10)
	to := from + d.pick(blindness)
	for s := range rules.RankSquares(rank).All() {
		layers[s] = append(layers[s], layer{{from, to, sensors.Unknown, sensors.Unknown}})
	}
	p.truth.Faults = append(p.truth.Faults, Fault{Row: rank + 1, Kind: "unknown", FromUS: &from, ToUS: to})
}
