package sim

import (
	"slices"

	"touchmove/rules"
	"touchmove/sensors/sim/physics"
)

// carrier turns what hands do into paths through space: where each piece stands, how
// high it is carried, how it is pushed. It is used only with physics. It has dice of
// its own, so that the hands do the same on every board.
type carrier struct {
	board   *physics.Board
	placing Placing
	dice    dice
	pieces  []physics.Piece
	on      [64][]int           // the pieces on each square, in the order in which they came
	landed  map[landing][]touch // where the pieces of a move came to rest

	// These belong to the motion that is being carried out.
	motion *motion
	moving []int                // pieces in a hand, in the order in which they were taken up
	home   map[int]rules.Square // the square from which each was taken
	across map[int]bool         // pieces that were put on the line between two squares
}

// landing identifies a move by the time at which it began.
type landing struct {
	at  int64
	uci string
}

// last returns where a piece is after everything it has done so far.
func (c *carrier) last(piece int) physics.Pose {
	keys := c.pieces[piece].Keys
	return keys[len(keys)-1].Pose
}

// key moves a piece to a place, where it arrives at the given time.
func (c *carrier) key(piece int, at int64, p physics.Pose) {
	m := &c.pieces[piece]
	if n := len(m.Keys); n > 0 {
		at = max(at, m.Keys[n-1].At)
	}
	m.Keys = append(m.Keys, physics.Key{At: max(at, 0), Pose: p})
}

// carryOut makes the paths of a motion whose times are fixed and whose touches are in
// order. A piece that comes to a square and leaves it again within the motion only
// passes it. Other pieces are put down. What was taken up and not put down leaves the
// board.
func (c *carrier) carryOut(d *motion) {
	c.motion, c.moving, c.home, c.across = d, nil, map[int]rules.Square{}, map[int]bool{}
	done := make([]bool, len(d.touches))
	for i, t := range d.touches {
		switch until := c.passes(i, done); {
		case done[i]:
		case !t.on:
			c.pickUp(t)
		case until > 0:
			c.pass(t, until)
		default:
			c.put(t)
		}
	}
	for _, piece := range c.moving {
		c.leave(piece)
	}
}

// passes returns the time at which the piece of touch i leaves the square again in
// the same motion, or 0 if it does not. It marks that later touch as done.
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

// stand sets up a position, neatly, before anything happens.
func (c *carrier) stand(p rules.Position) {
	for s := range p.Occupied().All() {
		c.pieces = append(c.pieces, physics.Piece{Kind: p.At(s).Kind(), Color: p.At(s).Color(), Keys: []physics.Key{{Pose: c.straight(s)}}})
		c.on[s] = []int{len(c.pieces) - 1}
	}
}

// pickUp takes up a piece from where it stands.
func (c *carrier) pickUp(t touch) {
	i := slices.IndexFunc(c.on[t.square], func(piece int) bool { return c.pieces[piece].Color == t.color })
	if i < 0 {
		return // the hands make sure that a piece is there
	}
	piece := c.on[t.square][i]
	c.on[t.square] = slices.Delete(c.on[t.square], i, i+1)
	c.key(piece, t.at, c.last(piece))
	c.moving = append(c.moving, piece)
	c.home[piece] = t.square
	if c.motion.style == IncidentKnock && t.how == lifted {
		x, y := c.board.Centre(t.square)
		c.topple(piece, t.at+c.dice.within(60000, 140000), x, y)
	}
}

// inHand returns the piece that a touch brings to its square: the one that the motion
// names, or the nearest of its colour. If no such piece is in a hand, a new one comes
// from beside the board.
func (c *carrier) inHand(t touch, final bool) (piece int) {
	origin, named := c.motion.origins[t.square]
	best, least := -1, int64(0)
	x, y := c.board.Centre(t.square)
	for _, m := range c.moving {
		if c.pieces[m].Color != t.color || final && c.motion.fresh.Has(t.square) {
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
	c.pieces = append(c.pieces, physics.Piece{Color: t.color})
	piece = len(c.pieces) - 1
	side := besideBoard(c.board, x, y)
	c.key(piece, t.at-c.dice.within(400000, 700000), side)
	c.moving = append(c.moving, piece)
	c.home[piece] = t.square
	return piece
}

// besideBoard returns a pose beside the board, level with a place and on the nearer
// side.
func besideBoard(b *physics.Board, x, y int64) physics.Pose {
	if x < 7*b.Square/2 {
		return physics.Standing(-3*b.Square, y, 100*physics.Millimetre)
	}
	return physics.Standing(10*b.Square, y, 100*physics.Millimetre)
}

// name sets the kinds of pieces that came from beside the board, once the board shows
// a position.
func (c *carrier) name(pos rules.Position) {
	for s := range pos.Occupied().All() {
		for _, piece := range c.on[s] {
			if c.pieces[piece].Kind == rules.NoKind {
				c.pieces[piece].Kind = pos.At(s).Kind()
			}
		}
	}
}

// paths returns the paths of all pieces. A piece that never stood in a position
// counts as a pawn.
func (c *carrier) paths() []physics.Piece {
	for i := range c.pieces {
		if c.pieces[i].Kind == rules.NoKind {
			c.pieces[i].Kind = rules.Pawn
		}
	}
	return c.pieces
}
