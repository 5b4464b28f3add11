package sim

import (
	"slices"

	"touchmove/sensors/sim/physics"
)

// pass takes a piece to a square that it leaves again at the time until.
func (c *carrier) pass(t touch, until int64) {
	piece := c.inHand(t, false)
	x, y := c.board.Centre(t.square)
	switch t.how {
	case slid:
		c.key(piece, (t.at+until)/2, physics.Standing(x, y, 0))
	case halted:
		at := c.placed(t.square)
		c.key(piece, t.at, at)
		c.key(piece, until, at)
	case low:
		z := c.dice.within(c.placing.Low[0], c.placing.Low[1])
		at := physics.Standing(x+c.dice.normal(c.board.Square/8), y+c.dice.normal(c.board.Square/8), z)
		c.key(piece, t.at, at)
		at.At.X += c.dice.normal(c.board.Square / 8)
		at.At.Y += c.dice.normal(c.board.Square / 8)
		c.key(piece, until, at)
	case astride:
		c.astride(piece, t, until)
	case toppled:
		c.topple(piece, t.at, x, y)
		c.key(piece, until, c.last(piece))
	case pushed:
		c.push(piece, t)
		c.key(piece, until, c.last(piece))
	default:
		c.fly(piece, t.at, c.straight(t.square))
		c.key(piece, until, c.last(piece))
	}
}

// astride puts a piece on the line between a square and the one to which it will
// go.
func (c *carrier) astride(piece int, t touch, until int64) {
	x, y := c.board.Centre(t.square)
	final := t
	for _, u := range c.motion.touches {
		if u.on && u.color == t.color {
			final = u
		}
	}
	if c.across[piece] {
		return // it stands there already
	}
	c.across[piece] = true
	if final.square == t.square {
		x += c.dice.within(-1, 1) * c.board.Square / 2
		y += c.board.Square / 2
	} else {
		fx, fy := c.board.Centre(final.square)
		x, y = (x+fx)/2, (y+fy)/2
	}
	c.fly(piece, t.at, physics.Standing(x+c.dice.normal(c.placing.Spread), y+c.dice.normal(c.placing.Spread), 0))
	c.key(piece, min(until, final.at-60000), c.last(piece))
}

// put puts a piece down on its square.
func (c *carrier) put(t touch) {
	piece := c.inHand(t, true)
	c.moving = slices.DeleteFunc(c.moving, func(m int) bool { return m == piece })
	at := c.placed(t.square)
	switch {
	case len(c.on[t.square]) > 0:
		c.squeeze(piece, t, at)
	case t.how == pushed:
		c.push(piece, t)
	case t.how == slid && c.home[piece] == t.square:
		c.key(piece, t.at, c.straight(t.square))
	case t.how == slid:
		c.key(piece, t.at, at)
	default:
		c.fly(piece, t.at, at)
	}
	c.on[t.square] = append(c.on[t.square], piece)
}

// squeeze puts a piece on a square where another still stands. If the other goes
// later, the piece stands beside it until then; otherwise it pushes the other
// aside.
func (c *carrier) squeeze(piece int, t touch, at physics.Pose) {
	other := c.on[t.square][0]
	goes := t.at
	for _, u := range c.motion.touches {
		if !u.on && u.square == t.square && u.at > t.at {
			goes = u.at
			break
		}
	}
	x, y := c.board.Centre(t.square)
	from := c.last(piece).At
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
		c.fly(piece, t.at, at)
		return
	}
	aside := at
	aside.At.X -= int64(dx) * by * 2 / 3
	aside.At.Y -= int64(dy) * by * 2 / 3
	c.fly(piece, t.at, aside)
	if c.dice.chance(850) {
		c.key(piece, goes+c.dice.within(20000, 80000), aside)
		c.key(piece, goes+c.dice.within(120000, 250000), at)
	}
}

// push pushes a standing piece: it is lifted a little and does not quite return to
// its place.
func (c *carrier) push(piece int, t touch) {
	began := c.pieces[piece].Keys[len(c.pieces[piece].Keys)-1].At
	p := c.last(piece)
	by := func() int64 { return c.dice.normal(c.board.Square / 12) }
	out := p
	out.At.X += by()
	out.At.Y += by()
	out.At.Z = c.dice.within(0, 8*physics.Millimetre)
	c.key(piece, (began+t.at)/2, out)
	p.At.X, p.At.Y = (p.At.X+out.At.X)/2, (p.At.Y+out.At.Y)/2
	p.Axis, p.At.Z = physics.Upright, 0
	c.key(piece, t.at, p)
}

// topple lays a piece on its side near a place, its magnet half a base's width
// above the board and turned by 90 degrees.
func (c *carrier) topple(piece int, at, x, y int64) {
	way := [4]physics.Point{{X: 1024}, {X: -1024}, {Y: 1024}, {Y: -1024}}[c.dice.within(0, 3)]
	p := physics.Pose{At: physics.Point{X: x + c.dice.normal(c.board.Square/6), Y: y + c.dice.normal(c.board.Square/6), Z: 16 * physics.Millimetre}, Axis: way}
	c.key(piece, at, p)
}
