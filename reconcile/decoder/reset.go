package decoder

import "touchmove/rules"

// New returns a Decoder that waits for the board to show cfg.Start.
func New(cfg Config) *Decoder {
	d := &Decoder{cfg: cfg, search: search{memory: memory{moves: make([]rules.Move, 0, rules.MaxMoves)}}}
	p := cfg.Parameters
	if p == nil {
		p = DefaultParameters()
	}
	d.Tune(p)
	d.board.polarity = cfg.Polarity
	d.board.blind = ^rules.Squares(0) // nothing has been read yet
	d.board.clock = cfg.Clock
	d.reset(cfg.Start, cfg.Ply)
	if cfg.Origin != (rules.Position{}) {
		d.cfg.Start = cfg.Origin
	}
	d.phase = settingUp
	return d
}

// Tune replaces the parameters of the decoder, to measure what others would do. Call it before the
// first reading.
func (d *Decoder) Tune(p *Parameters) {
	d.param, d.times, d.spans.curves = *p, p.times(), p.curves()
}

// reset begins a new line in the given position; readings are kept.
func (d *Decoder) reset(p rules.Position, ply int) {
	first := &link{ply: ply, pos: p, key: p.Key(), line: p.Key(), landed: d.now, lifted: d.now}
	d.dropFallback()
	d.dropRests()
	d.game = game{root: root{ply, d.root.began}, players: [2]player{unpressed, unpressed}, pub: publisher{tail: first}}
	d.only(hypothesis{tail: first})
}

// only makes s the only hypothesis; every difference from the board is an open mismatch.
func (d *Decoder) only(s hypothesis) {
	for _, old := range d.beam {
		d.free(old)
	}
	c := d.alloc()
	*c = s
	c.paid = s.tail.paid
	c.counted = d.now
	c.expect()
	for set := d.board.mismatches(c); set != 0; set &= set - 1 {
		c.open(set.First(), d.now)
	}
	d.beam = append(d.beam[:0], c)
	d.index.drop()
}

// commitTo makes the line that ends in l the only hypothesis; every difference from the board is an
// open mismatch.
func (d *Decoder) commitTo(l *link) {
	d.only(hypothesis{tail: l, distrust: d.beam[0].distrust, fresh: true})
	d.pub.redo = max(d.pub.redo, d.pub.tail.ply)
	d.pub.tail, d.pub.departed = l, 0
	d.breakSeal(l)
	d.asking.Keep(l.ply)
	d.dropFallback()
	d.dropRests()
	d.phase, d.setUp.newGameSince, d.setUp.unmoved = playing, 0, false
	d.due.dirty = true
}

func (d *Decoder) dropFallback() {
	if d.fallback.hypothesis != nil {
		d.free(d.fallback.hypothesis)
	}
	d.fallback = fallback{}
}

func (d *Decoder) dropRests() {
	if d.rests.last != nil {
		d.free(d.rests.last)
		d.rests.last = nil
	}
	if d.rests.before != nil {
		d.free(d.rests.before)
		d.rests.before = nil
	}
	d.rests.restingSince, d.ending.centreSince, d.ending.resumeSince = 0, 0, 0
	d.ending.proposed = false
}
