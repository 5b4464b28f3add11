package sim

import (
	"touchmove/rules"
	"touchmove/sensors/sim/physics"
)

// Placing says how carefully pieces are put down and how high they are carried. It
// matters only on a board with physics. Lengths are in micrometres; chances are in
// thousandths of the pieces put down.
type Placing struct {
	Spread     int64    // standard deviation from the middle of the square, along and across
	Careless   int      // chance that a piece is put down carelessly ...
	CarelessBy int64    // ... with this standard deviation
	Border     int      // chance that a piece comes to stand half over the border to an empty square
	Straighten int      // for each ply and each piece that stands badly: chance that a player straightens it
	Carry      [2]int64 // height at which pieces are carried: minimum, maximum
	Low        [2]int64 // height at which pieces are waved low over a square: minimum, maximum
}

// badly is the distance from the middle from which a piece stands badly, in
// hundredths of a square.
const badly = 14

// normal returns a normally distributed distance with this standard deviation: the
// sum of twelve dice.
func (d dice) normal(deviation int64) int64 {
	var sum int64
	for range 12 {
		sum += d.r.Int64N(1001)
	}
	return deviation * (sum - 6000) / 1000
}

// placed returns the pose of a piece that is put down on the square meant for it.
func (c *carrier) placed(s rules.Square) physics.Pose {
	x, y := c.board.Centre(s)
	p, size := c.placing, c.board.Square
	if c.dice.chance(p.Border) {
		df := [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}[c.dice.within(0, 3)]
		if t := beside(s, df[0], df[1]); t == rules.NoSquare || len(c.on[t]) == 0 {
			by := size * c.dice.within(34, 50) / 100
			return physics.Standing(x+int64(df[0])*by+c.dice.normal(p.Spread), y+int64(df[1])*by+c.dice.normal(p.Spread), 0)
		}
	}
	deviation := p.Spread
	if c.dice.chance(p.Careless) {
		deviation = p.CarelessBy
	}
	// By chance alone, nobody puts a piece down farther from the middle than the
	// border.
	most := size / 2
	off := func() int64 { return min(max(c.dice.normal(deviation), -most), most) }
	return physics.Standing(x+off(), y+off(), 0)
}

// straight returns the pose of a piece that was straightened.
func (c *carrier) straight(s rules.Square) physics.Pose {
	x, y := c.board.Centre(s)
	return physics.Standing(x+c.dice.normal(c.placing.Spread*2/3), y+c.dice.normal(c.placing.Spread*2/3), 0)
}

// standsBadly lists the squares whose piece is well off the middle.
func (c *carrier) standsBadly() (list []rules.Square) {
	least := c.board.Square * badly / 100
	for s := rules.A1; s <= rules.H8; s++ {
		for _, i := range c.on[s] {
			x, y := c.board.Centre(s)
			at := c.last(i).At
			if dx, dy := at.X-x, at.Y-y; dx*dx+dy*dy > least*least {
				list = append(list, s)
				break
			}
		}
	}
	return list
}

// straighten straightens pieces that stand badly.
func (h *hands) straighten() {
	if h.carry == nil || h.style.Straighten == 0 {
		return
	}
	for _, s := range h.carry.standsBadly() {
		if !h.pos.Occupied().Has(s) || !h.dice.chance(h.style.Straighten) {
			continue
		}
		by := one(h.dice, []rules.Color{h.pos.Turn(), h.pos.Turn(), h.pos.Turn().Other()})
		d := &motion{by: by, style: IncidentStraighten}
		took := h.hurry(straightened)
		d.as(slid, func() { d.lifted(0, took, s, h.pos.At(s).Color()) })
		d.done = took + h.dice.pick(h.pace.Release)
		start := h.fit(d, h.now+h.hurry(betweenActions)/2)
		h.after(start, d, Incident{Kind: IncidentStraighten, By: by.String(), AtUS: start, UntilUS: d.done, Squares: names([]rules.Square{s})})
	}
}
