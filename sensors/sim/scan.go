package sim

import (
	"cmp"
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// tick is a change that a scan found.
type tick struct {
	number int64
	square rules.Square
	is     sensors.State
}

// scan samples the signals and yields the records. Scan n ends at phase + n
// periods, and its records have that time. With Skew, rank 1 was read first, and
// each rank an eighth of a period after the one before, or whatever the physics
// says.
func (p *Performance) scan(yield func(trace.Record) bool) {
	period := 1000000 / int64(p.scanHz)
	phase := period * 3 / 4
	ticks := p.sample(period, phase)

	board := p.first
	if !yield(trace.Record{What: trace.Scan{Board: board}}) {
		return
	}
	acts := p.acts
	nextFull := int64(1) << 62
	if p.full > 0 {
		nextFull = p.full
	}
	// upTo yields the presses, commands and whole scans that are due up to a time.
	upTo := func(us int64) bool {
		for {
			at, full := us+1, false
			if nextFull <= us {
				at, full = nextFull, true
			}
			if len(acts) > 0 && acts[0].At.Microseconds() <= min(us, at) {
				if !yield(acts[0]) {
					return false
				}
				acts = acts[1:]
				continue
			}
			if !full {
				return true
			}
			if !yield(trace.Record{At: micros(at), What: trace.Scan{Board: board}}) {
				return false
			}
			nextFull += p.full
		}
	}
	for _, t := range ticks {
		at := phase + t.number*period
		if at > p.end {
			break
		}
		if !upTo(at) || !yield(trace.Record{At: micros(at), What: trace.Change{Square: t.square, Is: t.is}}) {
			return
		}
		board[t.square] = t.is
	}
	if upTo(p.end) {
		yield(trace.Record{At: micros(p.end), What: trace.End{}})
	}
}

// row returns the time from the reading of one rank to that of the next.
func (p *Performance) row(period int64) int64 {
	if b := p.style.Board.Physics; b != nil && b.Row > 0 {
		return min(b.Row, period/8)
	}
	return period / 8
}

// looked returns the number of the first scan, from number n on, that does not fall
// into a gap.
func (p *Performance) looked(n, period, phase int64) int64 {
	for _, g := range p.gaps {
		if at := phase + n*period; at >= g.from && at < g.to {
			n = (g.to - phase + period - 1) / period
		}
	}
	return n
}

// sample returns the changes that scans see, ordered by scan and then by square.
// What comes and goes between two readings of a square is not seen.
func (p *Performance) sample(period, phase int64) (ticks []tick) {
	var pending, seen [64]tick
	for s := range seen {
		seen[s] = tick{-1, rules.Square(s), p.first[s]}
		pending[s] = seen[s]
	}
	flush := func(s rules.Square) {
		if pending[s].is != seen[s].is {
			ticks = append(ticks, pending[s])
		}
		seen[s] = pending[s]
	}
	for _, sig := range p.signals {
		look := phase
		if p.style.Board.Skew {
			look -= p.row(period) * int64(7-sig.Square.Rank())
		}
		n := (sig.AtUS - look + period - 1) / period // the first scan that reads the square at or after the change
		if sig.AtUS <= look {
			n = 0
		}
		n = p.looked(n, period, phase)
		if n != pending[sig.Square].number {
			flush(sig.Square)
		}
		pending[sig.Square] = tick{n, sig.Square, sig.Is}
	}
	for s := rules.A1; s <= rules.H8; s++ {
		flush(s)
	}
	slices.SortStableFunc(ticks, func(a, b tick) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.square, b.square))
	})
	return ticks
}
