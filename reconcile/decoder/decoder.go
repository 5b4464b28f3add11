package decoder

import (
	"math"
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Decoder turns readings into a line of moves. Make one with New, feed it with
// Advance and the methods that take readings, and collect what it tells with
// Told.
type Decoder struct {
	cfg   Config
	board board
	now   time.Duration
	dirty bool // readings came at now that no story has grown by

	beam          []*story
	spare         []*story
	links         []*link  // of newborn stories that did not enter, to be used again
	least         float64  // the total of the best story, as of the last count
	parents, born []*story // scratch of grow
	moves         []rules.Move
	spans         spans
	rootPly       int
	began         time.Duration // when the game began

	press   [2]time.Duration // each player's last press of the clock; -1 before the first
	clock   bool             // a clock is connected
	promote struct {
		kind rules.Kind
		at   time.Duration
	}

	pub                      publisher
	back                     *link // moves after this one were taken back by a command
	backAt                   time.Duration
	phase                    phase
	anchor                   anchor
	tookBack                 time.Duration // the quiet for which take-backs were looked for
	agreed                   time.Duration // since when the best story agrees with the whole board
	calm                     *story
	calmBefore               *story        // the calm story before that
	calmBorn                 time.Duration // when calm became it
	centreSince, resumeSince time.Duration
	near                     rules.Squares // setting up: the few squares that still differ
	nearSince                time.Duration
	proposed                 bool          // the end is only a sign on the board
	left                     Line          // the game before the one that was begun by setting it up
	stale                    bool          // a game begins only once the pieces have stood otherwise
	freshSince               time.Duration // since when the board shows the first position of a new game
	calmSince                time.Duration
	quietSince               time.Duration // when a reading last changed
	next                     time.Duration // the next evaluation; 0 is none
	health                   health
	log                      *log // nil unless KeepReasons
	told                     []Told
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
	d := &Decoder{cfg: cfg, moves: make([]rules.Move, 0, rules.MaxMoves)}
	d.board.polarity = cfg.Polarity
	d.board.blind = ^rules.Squares(0) // nothing has been read yet
	d.clock = cfg.Clock
	d.reset(cfg.Start, cfg.Ply)
	d.phase = settingUp
	return d
}

// reset begins a new line in the given position; readings are kept.
func (d *Decoder) reset(p rules.Position, ply int) {
	for _, s := range d.beam {
		d.free(s)
	}
	d.beam = d.beam[:0]
	root := &link{ply: ply, pos: p, key: p.Key(), line: p.Key(), landed: d.now, lifted: d.now}
	s := d.take()
	*s = story{tail: root, counted: d.now}
	s.expect()
	for set := d.board.denies(s); set != 0; set &= set - 1 {
		s.open(set.First(), d.now)
	}
	d.beam = append(d.beam, s)
	d.rootPly = ply
	d.press = [2]time.Duration{-1, -1}
	d.promote.kind = rules.NoKind
	d.pub = publisher{tail: root}
	d.health.astray, d.health.home, d.health.astrayed = 0, 0, false
	d.dropAnchor()
	d.dropCalm()
}

func (d *Decoder) take() *story {
	if n := len(d.spare); n > 0 {
		s := d.spare[n-1]
		d.spare = d.spare[:n-1]
		return s
	}
	return new(story)
}

func (d *Decoder) takeLink() *link {
	if n := len(d.links); n > 0 {
		l := d.links[n-1]
		d.links = d.links[:n-1]
		return l
	}
	return new(link)
}

func (d *Decoder) freeLink(l *link) {
	*l = link{} // lets go of its past
	d.links = append(d.links, l)
}

func (d *Decoder) free(s *story) {
	s.tail = nil
	d.spare = append(d.spare, s)
}

func (d *Decoder) clone(s *story) *story {
	c := d.take()
	*c = *s
	return c
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
	if a := d.anchor.story; a != nil {
		d.update(a, sq, bit, opened)
	}
	if d.calm != nil {
		d.update(d.calm, sq, bit, opened)
	}
	if d.calmBefore != nil {
		d.update(d.calmBefore, sq, bit, opened)
	}
}

// update lets a story look at a square whose reading has just changed.
func (d *Decoder) update(s *story, sq rules.Square, bit rules.Squares, opened time.Duration) {
	denied := d.board.denies(s)&bit != 0
	if s.distrust&bit != 0 && d.board.blind&bit == 0 && d.phase == playing {
		s.paid += costFaultBack
		if !denied {
			s.distrust &^= bit
		}
	}
	switch {
	case denied && s.dis&bit == 0:
		s.count(d.now, d.pub.slow, &d.spans)
		if d.bounced(s, sq) {
			s.reopen(sq)
		} else {
			s.open(sq, opened)
		}
		s.fresh = true
	case !denied && s.dis&bit != 0:
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

// bounced says whether a square that a story has just lost again had come back
// for no longer than a contact bounces.
func (d *Decoder) bounced(s *story, sq rules.Square) bool {
	g := &d.board.gaps[sq]
	return s.full.Has(sq) && g[0].until == 0 && g[1].until != 0 && g[0].from-g[1].until < bounce && s.dis&(1<<sq) == 0 && s.since[sq] <= g[1].from && s.acc[sq] > 0
}

// enter puts a new story into the beam. Stories that reach the same position
// and believe the same sensors have the same future, so one is kept: the cheaper,
// or that which was told unless it is clearly dearer. It returns whether c was.
func (d *Decoder) enter(c *story) bool {
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

// prefers says which of two stories with the same future is to be kept: a, which
// was there before, or c.
func (d *Decoder) prefers(a, c *story) bool {
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

// agreesWithTold says whether the line of s goes through all that was told.
func (d *Decoder) agreesWithTold(s *story) bool {
	on := s.tail.at(d.pub.tail.ply)
	return on != nil && on.line == d.pub.tail.line
}

// countAll brings the costs of all stories up to now.
func (d *Decoder) countAll() {
	d.least = math.Inf(1)
	for _, s := range d.beam {
		s.count(d.now, d.pub.slow, &d.spans)
		d.least = min(d.least, s.total)
	}
}

// prune keeps the best stories, best first.
func (d *Decoder) prune() {
	slices.SortStableFunc(d.beam, func(a, b *story) int {
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
