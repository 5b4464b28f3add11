package sim

import (
	"slices"

	"touchmove/rules"
	"touchmove/sensors/sim/physics"
)

// carrier makes paths through space of what hands do: for each man where it
// stands, how high it is carried, how it is pushed. Without physics there is none.
// It draws from dice of its own, so that the hands do the same on every board.
type carrier struct {
	board   *physics.Board
	placing Placing
	dice    dice
	men     []physics.Man
	on      [64][]int           // the men that stand on each square, the last to come last
	landed  map[landing][]touch // where the men of a move came to stand

	// Of the motion that is being carried out.
	motion *motion
	moving []int                // men in hand, in the order in which they were taken
	home   map[int]rules.Square // where each was taken
}

// landing names a move by when it began.
type landing struct {
	at  int64
	uci string
}

// last is where a man is after all that it did so far.
func (c *carrier) last(man int) physics.Pose {
	keys := c.men[man].Keys
	return keys[len(keys)-1].Pose
}

// key takes a man to a place by a time.
func (c *carrier) key(man int, at int64, p physics.Pose) {
	m := &c.men[man]
	if n := len(m.Keys); n > 0 {
		at = max(at, m.Keys[n-1].At)
	}
	m.Keys = append(m.Keys, physics.Key{At: max(at, 0), Pose: p})
}

// carryOut makes the paths of a motion that has its place in time; its touches
// are in order. A man that comes to a square and leaves it again within the
// motion passes it; the others are put down, and what was taken up and not put
// down leaves the board.
func (c *carrier) carryOut(d *motion) {
	c.motion, c.moving, c.home = d, nil, map[int]rules.Square{}
	done := make([]bool, len(d.touches))
	for i, t := range d.touches {
		switch until := c.passes(i, done); {
		case done[i]:
		case !t.on:
			c.take(t)
		case until > 0:
			c.pass(t, until)
		default:
			c.put(t)
		}
	}
	for _, man := range c.moving {
		c.leave(man)
	}
}

// passes is when the man of a touch leaves the square again in the same motion,
// or 0; that touch is then done.
func (c *carrier) passes(i int, done []bool) (until int64) {
	t := c.motion.touches[i]
	if !t.on {
		return 0
	}
	for j := i + 1; j < len(done); j++ {
		if u := c.motion.touches[j]; !done[j] && !u.on && u.square == t.square && u.color == t.color {
			done[j] = true
			return u.at
		}
	}
	return 0
}

// stand puts up a position, neatly, before anything is done.
func (c *carrier) stand(p rules.Position) {
	for s := range p.Occupied().All() {
		c.men = append(c.men, physics.Man{Kind: p.At(s).Kind(), Color: p.At(s).Color(), Keys: []physics.Key{{Pose: c.straight(s)}}})
		c.on[s] = []int{len(c.men) - 1}
	}
}

// take takes a man up from where it stands.
func (c *carrier) take(t touch) {
	i := slices.IndexFunc(c.on[t.square], func(man int) bool { return c.men[man].Color == t.color })
	if i < 0 {
		return // the hands see to it that a man is there
	}
	man := c.on[t.square][i]
	c.on[t.square] = slices.Delete(c.on[t.square], i, i+1)
	c.key(man, t.at, c.last(man))
	c.moving = append(c.moving, man)
	c.home[man] = t.square
}

// inHand is the man that a touch brings to its square: the one that the motion
// names, or the nearest of its colour. A man that none is in hand for comes from
// beside the board.
func (c *carrier) inHand(t touch, final bool) (man int) {
	origin, named := c.motion.origins[t.square]
	best, least := -1, int64(0)
	x, y := c.board.Centre(t.square)
	for _, m := range c.moving {
		if c.men[m].Color != t.color || final && c.motion.fresh.Has(t.square) {
			continue
		}
		at := c.last(m).At
		far := (at.X-x)*(at.X-x) + (at.Y-y)*(at.Y-y)
		if named && final && c.home[m] == origin {
			far = -1
		}
		if best < 0 || far < least {
			best, least = m, far
		}
	}
	if best >= 0 {
		return best
	}
	c.men = append(c.men, physics.Man{Color: t.color})
	man = len(c.men) - 1
	side := besideBoard(c.board, x, y)
	c.key(man, t.at-c.dice.within(400000, 700000), side)
	c.moving = append(c.moving, man)
	c.home[man] = t.square
	return man
}

// besideBoard is beside the board, level with a place, on the nearer side.
func besideBoard(b *physics.Board, x, y int64) physics.Pose {
	if x < 7*b.Square/2 {
		return physics.Standing(-3*b.Square, y, 100*physics.Millimetre)
	}
	return physics.Standing(10*b.Square, y, 100*physics.Millimetre)
}

// pass takes a man to a square that it leaves again at a time.
func (c *carrier) pass(t touch, until int64) {
	man := c.inHand(t, false)
	x, y := c.board.Centre(t.square)
	switch t.how {
	case slid:
		c.key(man, (t.at+until)/2, physics.Standing(x, y, 0))
	case low:
		z := c.dice.within(c.placing.Low[0], c.placing.Low[1])
		at := physics.Standing(x+c.dice.normal(c.board.Square/8), y+c.dice.normal(c.board.Square/8), z)
		c.key(man, t.at, at)
		at.At.X += c.dice.normal(c.board.Square / 8)
		at.At.Y += c.dice.normal(c.board.Square / 8)
		c.key(man, until, at)
	case astride:
		c.astride(man, t, until)
	case toppled:
		c.topple(man, t.at, x, y)
		c.key(man, until, c.last(man))
	case pushed:
		c.push(man, t)
	default:
		c.fly(man, t.at, c.straight(t.square))
		c.key(man, until, c.last(man))
	}
}

// astride puts a man on the line between a square and the one it goes to.
func (c *carrier) astride(man int, t touch, until int64) {
	x, y := c.board.Centre(t.square)
	final := t
	for _, u := range c.motion.touches {
		if u.on && u.color == t.color {
			final = u
		}
	}
	if final.square == t.square {
		if c.last(man).At.Z == 0 && c.home[man] != t.square && len(c.men[man].Keys) > 1 && c.men[man].Keys[len(c.men[man].Keys)-2].At > c.motion.touches[0].at {
			return // it is on the line already
		}
		x += c.dice.within(-1, 1) * c.board.Square / 2
		y += c.board.Square / 2
	} else {
		fx, fy := c.board.Centre(final.square)
		x, y = (x+fx)/2, (y+fy)/2
	}
	at := physics.Standing(x+c.dice.normal(c.placing.Spread), y+c.dice.normal(c.placing.Spread), 0)
	c.fly(man, t.at, at)
	if final.square == t.square {
		until = t.at
	}
	c.key(man, until, at)
}

// put puts a man down on its square.
func (c *carrier) put(t touch) {
	man := c.inHand(t, true)
	c.moving = slices.DeleteFunc(c.moving, func(m int) bool { return m == man })
	at := c.placed(t.square)
	if t.how == toppled {
		c.topple(man, t.at, at.At.X, at.At.Y)
	} else if len(c.on[t.square]) > 0 {
		c.squeeze(man, t, at)
	} else if t.how == pushed {
		c.push(man, t)
	} else if t.how == slid && c.home[man] == t.square {
		c.key(man, t.at, c.straight(t.square))
	} else if t.how == slid {
		c.key(man, t.at, at)
	} else {
		c.fly(man, t.at, at)
	}
	c.on[t.square] = append(c.on[t.square], man)
}

// squeeze puts a man on a square where another still stands: beside it, if that
// one goes later, and to the middle when it is gone; or it shoves the other aside.
func (c *carrier) squeeze(man int, t touch, at physics.Pose) {
	other := c.on[t.square][0]
	goes := t.at
	for _, u := range c.motion.touches {
		if !u.on && u.square == t.square && u.at > t.at {
			goes = u.at
			break
		}
	}
	x, y := c.board.Centre(t.square)
	from := c.last(man).At
	dx, dy := sign(int(x-from.X)), sign(int(y-from.Y))
	if dx == 0 && dy == 0 {
		dx = 1
	}
	by := c.board.Square * c.dice.within(45, 60) / 100
	if dx != 0 && dy != 0 {
		by = by * 7 / 10
	}
	if goes-t.at < 250000 {
		c.key(other, t.at-c.dice.within(20000, 50000), c.last(other))
		p := c.last(other)
		p.At.X += int64(dx) * by
		p.At.Y += int64(dy) * by
		c.key(other, t.at, p)
		c.fly(man, t.at, at)
		return
	}
	aside := at
	aside.At.X -= int64(dx) * by * 2 / 3
	aside.At.Y -= int64(dy) * by * 2 / 3
	c.fly(man, t.at, aside)
	if c.dice.chance(850) {
		c.key(man, goes+c.dice.within(20000, 80000), aside)
		c.key(man, goes+c.dice.within(120000, 250000), at)
	}
}

// push shoves a man that stands: a little up, and not quite back.
func (c *carrier) push(man int, t touch) {
	began := c.men[man].Keys[len(c.men[man].Keys)-1].At
	p := c.last(man)
	by := func() int64 { return c.dice.normal(c.board.Square / 12) }
	out := p
	out.At.X += by()
	out.At.Y += by()
	out.At.Z = c.dice.within(0, 8*physics.Millimetre)
	c.key(man, (began+t.at)/2, out)
	p.At.X, p.At.Y = (p.At.X+out.At.X)/2, (p.At.Y+out.At.Y)/2
	p.Axis, p.At.Z = physics.Upright, 0
	c.key(man, t.at, p)
}

// topple lays a man on its side near a place, its magnet a base's half above the
// board and turned away.
func (c *carrier) topple(man int, at, x, y int64) {
	way := [4]physics.Point{{X: 1024}, {X: -1024}, {Y: 1024}, {Y: -1024}}[c.dice.within(0, 3)]
	p := physics.Pose{At: physics.Point{X: x + c.dice.normal(c.board.Square/6), Y: y + c.dice.normal(c.board.Square/6), Z: 16 * physics.Millimetre}, Axis: way}
	c.key(man, at, p)
}

// fly carries a man through the air to a place by a time: up, along and down.
// A hand that has long holds it on the way.
func (c *carrier) fly(man int, at int64, to physics.Pose) {
	keys := c.men[man].Keys
	began := keys[len(keys)-1].At
	from := c.last(man)
	all := at - began
	high := c.height(from.At, to.At)
	if all < 30000 {
		c.key(man, at, to)
		return
	}
	way := func(t, along, up int64) { // along and up in percent
		p := physics.Standing(from.At.X+(to.At.X-from.At.X)*along/100, from.At.Y+(to.At.Y-from.At.Y)*along/100, 0)
		p.At.Z = from.At.Z + (to.At.Z-from.At.Z)*along/100 + (high-max(from.At.Z, 0))*up/100
		p.At.Z = max(p.At.Z, 0)
		c.key(man, t, p)
	}
	if all > 1200000 {
		held := c.dice.within(0, 100)
		way(began+150000, 2, 60)
		way(began+350000, held, 100)
		way(at-300000, held, 90)
		way(at-100000, 97, 35)
		c.key(man, at, to)
		return
	}
	for _, p := range [][3]int64{{10, 2, 15}, {25, 14, 60}, {50, 50, 100}, {75, 86, 60}, {90, 98, 15}} {
		way(began+all*p[0]/100, p[1], p[2])
	}
	c.key(man, at, to)
}

// height is how high a hand carries a man: over what stands in the way, lower
// for a short way.
func (c *carrier) height(from, to physics.Point) int64 {
	least, most := c.placing.Carry[0], c.placing.Carry[1]
	dx, dy := to.X-from.X, to.Y-from.Y
	size := c.board.Square
	if far := max(dx, -dx, dy, -dy); far < size/2 {
		return c.dice.within(least/2, least)
	} else if far > 3*size/2 {
		least = (least + most) / 2
	}
	return c.dice.within(least, most)
}

// leave takes a man off the board: at once, or when the hand that holds it has
// put the other man down.
func (c *carrier) leave(man int) {
	keys := c.men[man].Keys
	at := keys[len(keys)-1].At
	p := c.last(man)
	if c.motion.contact > at+60000 && c.dice.chance(500) {
		p.At.X += c.dice.normal(c.board.Square / 3)
		p.At.Y += c.dice.normal(c.board.Square / 3)
		p.At.Z = c.dice.within(25, 80) * physics.Millimetre
		p.Axis = physics.Upright
		c.key(man, at+c.dice.within(80000, 200000), p)
		at = max(at, c.motion.contact) + c.dice.within(20000, 150000)
		c.key(man, at, p)
	} else {
		p.At.Z = c.dice.within(c.placing.Carry[0], c.placing.Carry[1])
		p.Axis = physics.Upright
		c.key(man, at+c.dice.within(60000, 150000), p)
	}
	c.key(man, at+c.dice.within(350000, 800000), besideBoard(c.board, p.At.X, p.At.Y))
	c.men[man].Gone = true
}

// name tells the kinds of men that came from beside the board, when the board
// shows a position.
func (c *carrier) name(pos rules.Position) {
	for s := range pos.Occupied().All() {
		for _, man := range c.on[s] {
			if c.men[man].Kind == rules.NoKind {
				c.men[man].Kind = pos.At(s).Kind()
			}
		}
	}
}

// paths are those of all men; one that never stood in a position counts as a pawn.
func (c *carrier) paths() []physics.Man {
	for i := range c.men {
		if c.men[i].Kind == rules.NoKind {
			c.men[i].Kind = rules.Pawn
		}
	}
	return c.men
}
