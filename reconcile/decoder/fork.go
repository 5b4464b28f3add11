package decoder

import (
	"time"

	"touchmove/rules"
)

// Fork is a Decoder as it was before a command. Later commands drop explanations; undoing one of them needs
// those that there were.
type Fork struct {
	before Decoder
	links  []kept
}

// kept is what commands change in a link that hypotheses share.
type kept struct {
	link           *link
	lifted, landed time.Duration
	traits         traits
}

// Fork returns the Decoder as it is now.
func (d *Decoder) Fork() *Fork {
	c := *d
	c.search = search{bounds: bounds{least: d.bounds.least}, spans: d.spans, memory: memory{work: d.memory.work, moves: make([]rules.Move, 0, rules.MaxMoves)}}
	for _, s := range d.beam {
		c.beam = append(c.beam, c.clone(s))
	}
	for _, s := range []**hypothesis{&c.fallback.hypothesis, &c.rests.last, &c.rests.before} {
		if *s != nil {
			*s = c.clone(*s)
		}
	}
	c.asking.Asker = d.asking.Clone()
	c.out = output{}
	return &Fork{before: c, links: c.keepLinks()}
}

// Work returns how often an explanation was compared with a reading so far, with what trying new ones has cost: what
// taking the same readings again would cost.
func (d *Decoder) Work() int { return d.memory.work }

// keepLinks returns every link of the hypotheses and of the published line, once.
func (d *Decoder) keepLinks() (all []kept) {
	seen := map[*link]bool{}
	keep := func(l *link) {
		for ; l != nil && !seen[l]; l = l.prev {
			seen[l] = true
			all = append(all, kept{l, l.lifted, l.landed, l.traits})
		}
	}
	keep(d.pub.tail)
	for _, s := range d.beam {
		keep(s.tail)
	}
	for _, s := range []*hypothesis{d.fallback.hypothesis, d.rests.last, d.rests.before} {
		if s != nil {
			keep(s.tail)
		}
	}
	return all
}

// Open returns the Decoder of the fork. live, which it was taken of, must not be used any more, unless the
// returned function, after which the fork cannot be used, gives it back what the two share.
func (f *Fork) Open(live *Decoder) (before *Decoder, giveBack func()) {
	links := live.keepLinks()
	restore(f.links)
	return &f.before, func() { restore(links) }
}

func restore(links []kept) {
	for _, k := range links {
		k.link.lifted, k.link.landed, k.link.traits = k.lifted, k.landed, k.traits
	}
}

// Replace makes d take the place of old, which has published another line. Both have taken the same readings.
func (d *Decoder) Replace(old *Decoder) {
	d.out.log, d.out.judged, d.memory.work = old.out.log, old.out.judged, old.memory.work
	if sameBegin := d.root.ply == old.root.ply; sameBegin && d.pub.tail.common(old.pub.tail).ply < old.pub.tail.ply {
		d.pub.redo = max(d.pub.redo, old.pub.tail.ply)
	}
	for sq, is := range d.health.told {
		if is != old.health.told[sq] {
			d.report(Finding{Kind: Faulty, Squares: rules.SquaresOf(rules.Square(sq)), Fault: is})
		}
	}
}
