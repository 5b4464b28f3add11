package sim

import "touchmove/sensors/sim/physics"

// fly carries a piece through the air to a place, where it arrives at the given
// time: up, along and down. If there is much time, the hand holds it on the way.
func (c *carrier) fly(piece int, at int64, to physics.Pose) {
	from := c.last(piece)
	if from.Axis != physics.Upright {
		c.key(piece, at-c.dice.within(350000, 500000), from) // it lies until it is picked up
	}
	keys := c.pieces[piece].Keys
	began := keys[len(keys)-1].At
	all := at - began
	high := c.height(from.At, to.At)
	if all < 30000 {
		c.key(piece, at, to)
		return
	}
	way := func(t, along, up int64) { // along and up in percent
		p := physics.Standing(from.At.X+(to.At.X-from.At.X)*along/100, from.At.Y+(to.At.Y-from.At.Y)*along/100, 0)
		p.At.Z = from.At.Z + (to.At.Z-from.At.Z)*along/100 + (high-max(from.At.Z, 0))*up/100
		p.At.Z = max(p.At.Z, 0)
		c.key(piece, t, p)
	}
	if all > 1200000 {
		held := c.dice.within(0, 100)
		way(began+150000, 2, 60)
		way(began+350000, held, 100)
		way(at-300000, held, 90)
		way(at-100000, 97, 35)
		c.key(piece, at, to)
		return
	}
	for _, p := range [][3]int64{{10, 2, 15}, {25, 14, 60}, {50, 50, 100}, {75, 86, 60}, {90, 98, 15}} {
		way(began+all*p[0]/100, p[1], p[2])
	}
	c.key(piece, at, to)
}

// height returns how high a hand carries a piece: low for a short way, higher for a
// long one.
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

// leave takes a piece off the board: at once, or after the hand that holds it has
// put another piece down.
func (c *carrier) leave(piece int) {
	keys := c.pieces[piece].Keys
	at := keys[len(keys)-1].At
	p := c.last(piece)
	if c.motion.contact > at+60000 && c.dice.chance(500) {
		p.At.X += c.dice.normal(c.board.Square / 3)
		p.At.Y += c.dice.normal(c.board.Square / 3)
		p.At.Z = c.dice.within(25, 80) * physics.Millimetre
		p.Axis = physics.Upright
		c.key(piece, at+c.dice.within(80000, 200000), p)
		at = max(at, c.motion.contact) + c.dice.within(20000, 150000)
		c.key(piece, at, p)
	} else {
		p.At.Z = c.dice.within(c.placing.Carry[0], c.placing.Carry[1])
		p.Axis = physics.Upright
		c.key(piece, at+c.dice.within(60000, 150000), p)
	}
	c.key(piece, at+c.dice.within(350000, 800000), besideBoard(c.board, p.At.X, p.At.Y))
	c.pieces[piece].Gone = true
}
