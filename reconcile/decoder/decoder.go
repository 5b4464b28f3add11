package decoder

import (
	"math"
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Decoder turns readings into a line of moves. Make one with New, feed it with
// Advance and the methods that take readings, and collect what it is sure of with
// Findings.
type Decoder struct {
	cfg   Config
	board board
	clock bool // a clock is connected
	now   time.Duration
	next  time.Duration // the next evaluation; 0 is none
	dirty bool          // readings came at now that no hypothesis has grown by

	search // the hypotheses, and room for them
	game   // what belongs to one game: reset replaces it whole

	phase         phase
	setUp         setUp
	suspended     Line          // the game before the one that was begun by setting it up
	quietSince    time.Duration // when a reading last changed
	takeBackTried time.Duration // the quiet for which take-backs were looked for
	health        health
	log           *log // nil unless KeepReasons
	findings      []Finding
}

// game is what a Decoder knows of the game on the board.
type game struct {
	rootPly   int
	began     time.Duration    // when the game began
	press     [2]time.Duration // each player's last press of the clock; -1 before the first
	promote   choice
	pub       publisher
	takenBack takenBack
	stray     stray

	fallback    fallback
	agreedSince time.Duration // since when the best hypothesis agrees with the whole board; 0 is not
	rests       rests
	ending      ending
}

// choice is the piece that a command named for a promotion.
type choice struct {
	kind rules.Kind
	at   time.Duration
}

// takenBack is where a command took moves back to; to is nil before.
type takenBack struct {
	to *link
	at time.Duration
}

// setUp is what speaks for a game that begins: its first position on the board.
type setUp struct {
	near         rules.Squares // the few squares that still differ
	nearSince    time.Duration
	newGameSince time.Duration // since when the board shows the first position of a new game; 0 is not
	mustChange   bool          // a game begins only once the pieces have stood otherwise
}

// stray is whether pieces stand where no hypothesis has them.
type stray struct {
	since time.Duration // since when too much of the board is unexplained; 0 is not
	home  time.Duration // since when all of it is explained again; 0 is not
	told  bool
}

// Config is what a Decoder has to know of the board and the game.
type Config struct {
	Start    rules.Position // the position in which reading begins
	Ply      int            // half-moves already played in it
	Polarity bool           // the sensors tell white from black
	Clock    bool           // clock presses are to be expected
	Quick    bool           // tell moves at the lowest delay rather than when sure
}

// New returns a Decoder that waits for the board to show cfg.Start.
func New(cfg Config) *Decoder {
	d := &Decoder{cfg: cfg, search: search{moves: make([]rules.Move, 0, rules.MaxMoves)}}
	d.board.polarity = cfg.Polarity
	d.board.blind = ^rules.Squares(0) // nothing has been read yet
	d.clock = cfg.Clock
	d.reset(cfg.Start, cfg.Ply)
	d.phase = settingUp
	return d
}

// reset begins a new line in the given position; readings are kept.
func (d *Decoder) reset(p rules.Position, ply int) {
	root := &link{ply: ply, pos: p, key: p.Key(), line: p.Key(), landed: d.now, lifted: d.now}
	d.dropFallback()
	d.dropRests()
	d.game = game{rootPly: ply, began: d.began, press: [2]time.Duration{-1, -1}, pub: publisher{tail: root}}
	d.only(hypothesis{tail: root})
}

// only makes s the one hypothesis there is; what the board shows otherwise is open.
func (d *Decoder) only(s hypothesis) {
	for _, old := range d.beam {
		d.free(old)
	}
	c := d.take()
	*c = s
	c.counted = d.now
	c.expect()
	for set := d.board.mismatches(c); set != 0; set &= set - 1 {
		c.open(set.First(), d.now)
	}
	d.beam = append(d.beam[:0], c)
}

// read takes one square's new reading at d.now.
func (d *Decoder) read(sq rules.Square, is sensors.State) {
	was := d.board.raw[sq]
	if was == is {
		return
	}
	blindFrom := d.board.changed[sq]
	d.board.set(sq, is, d.now)
	if d.health.told[sq] != Flicker {
		d.quietSince = d.now // a sensor that chatters all the time is no hand
	}
	d.dirty = true
	d.health.changed(sq, d.now)
	if d.log != nil {
		d.log.add(Reading{At: d.now, Square: sq, Is: is})
	}
	bit := rules.Squares(1) << sq
	opened := d.now
	if was == sensors.Unknown && blindFrom > 0 {
		// What changed in the dark may have changed at any moment of it.
		opened = blindFrom
	}
	for _, s := range d.beam {
		d.update(s, sq, bit, opened)
	}
	if a := d.fallback.hypothesis; a != nil {
		d.update(a, sq, bit, opened)
	}
	if d.rests.last != nil {
		d.update(d.rests.last, sq, bit, opened)
	}
	if d.rests.before != nil {
		d.update(d.rests.before, sq, bit, opened)
	}
}

// update lets a hypothesis look at a square whose reading has just changed.
func (d *Decoder) update(s *hypothesis, sq rules.Square, bit rules.Squares, opened time.Duration) {
	denied := d.board.mismatches(s)&bit != 0
	if s.distrust&bit != 0 && d.board.blind&bit == 0 && d.phase == playing {
		s.paid += costFaultBack
		if !denied {
			s.distrust &^= bit
		}
	}
	switch {
	case denied && s.mismatch&bit == 0:
		s.count(d.now, d.pub.slow, &d.spans)
		if d.hasBounced(s, sq) {
			s.reopen(sq)
		} else {
			s.open(sq, opened)
		}
		s.fresh = true
	case !denied && s.mismatch&bit != 0:
		s.count(d.now, d.pub.slow, &d.spans)
		s.close(sq)
		s.fresh = true
	case denied && d.board.polarity:
		s.fresh = true
	case d.board.full&bit != 0:
		// A square that reads full again after a moment of emptiness may be
		// where a piece was taken.
		s.fresh = true
	}
	if d.board.blind != 0 {
		s.fresh = true
	}
}

// hasBounced reports whether a square that a hypothesis has just lost again had come back
// for no longer than a contact bounces.
func (d *Decoder) hasBounced(s *hypothesis, sq rules.Square) bool {
	g := &d.board.gaps[sq]
	return s.full.Has(sq) && g[0].until == 0 && g[1].until != 0 && g[0].from-g[1].until < bounce && s.mismatch&(1<<sq) == 0 && s.since[sq] <= g[1].from && s.accrued[sq] > 0
}

// enter puts a new hypothesis into the beam. Hypotheses that reach the same position
// and believe the same sensors have the same future, so one is kept: the cheaper,
// or that which was told unless it is clearly dearer. It returns whether c was.
func (d *Decoder) enter(c *hypothesis) bool {
	c.count(d.now, d.pub.slow, &d.spans)
	if len(d.beam) > 0 && c.total > d.least+beamMargin {
		d.free(c)
		return false
	}
	d.least = min(d.least, c.total)
	key := c.key()
	for i, old := range d.beam {
		if old.key() != key {
			continue
		}
		keep, drop := c, old
		if d.prefers(old, c) {
			keep, drop = old, c
			if old.tail.line == c.tail.line && c.pending == 0 {
				old.pending = 0
			}
		}
		if keep.total > drop.total {
			keep.paid -= keep.total - drop.total
			keep.total = drop.total
		}
		d.beam[i] = keep
		d.free(drop)
		return keep == c
	}
	d.beam = append(d.beam, c)
	return true
}

// prefers says which of two hypotheses with the same future is to be kept: a, which
// was there before, or c.
func (d *Decoder) prefers(a, c *hypothesis) bool {
	lead := c.total - a.total
	if a.tail.line == c.tail.line {
		return lead >= 0
	}
	told := d.agreesWithTold(a)
	if told == d.agreesWithTold(c) {
		return lead >= 0
	}
	bias := level
	if a.tail.ply != c.tail.ply {
		bias = amendBy // pieces went and came back, or were only touched
	}
	return lead >= bias || told && lead > -bias
}

// agreesWithTold reports whether the line of s goes through all that was told.
func (d *Decoder) agreesWithTold(s *hypothesis) bool {
	on := s.tail.at(d.pub.tail.ply)
	return on != nil && on.line == d.pub.tail.line
}

// countAll brings the costs of all hypotheses up to now.
func (d *Decoder) countAll() {
	d.least = math.Inf(1)
	for _, s := range d.beam {
		s.count(d.now, d.pub.slow, &d.spans)
		d.least = min(d.least, s.total)
	}
}

// prune keeps the best hypotheses, best first.
func (d *Decoder) prune() {
	slices.SortStableFunc(d.beam, func(a, b *hypothesis) int {
		switch {
		case a.total < b.total:
			return -1
		case a.total > b.total:
			return 1
		}
		return 0
	})
	limit := d.beam[0].total + beamMargin
	keep := 0
	for keep < len(d.beam) && keep < beamWidth && d.beam[keep].total <= limit {
		keep++
	}
	for _, s := range d.beam[keep:] {
		d.free(s)
	}
	d.beam = d.beam[:keep]
}
