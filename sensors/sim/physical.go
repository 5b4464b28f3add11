package sim

import "touchmove/sensors/sim/physics"

// How carefully pieces are put down: by players who take their time, by careless
// players, and in a hurry. Squares are 57 mm and bases 30 to 40 mm, so a pawn's
// base touches the border when it is 13 mm off the middle.
var (
	tidy  = Placing{Spread: 2600, Careless: 70, CarelessBy: 6000, Border: 1, Straighten: 400, Carry: [2]int64{25000, 90000}, Low: [2]int64{2000, 25000}}
	loose = Placing{Spread: 3200, Careless: 100, CarelessBy: 6000, Border: 6, Straighten: 400, Carry: [2]int64{15000, 80000}, Low: [2]int64{2000, 25000}}
	hasty = Placing{Spread: 3000, Careless: 80, CarelessBy: 5500, Border: 3, Straighten: 300, Carry: [2]int64{8000, 50000}, Low: [2]int64{1000, 15000}}
)

// physical gives a level a board with physics.
func (s *Style) physical(name, what string, board *physics.Board, p Placing) {
	s.Name, s.What = name, what
	s.Placing = p
	s.Board.Physics = board
}

// board57 returns a board with squares of 57 mm, made with ordinary care: sensors
// within 0.8 mm of their places, magnets within 0.6 mm of the middle of their bases
// and within a twentieth of their nominal strength.
func board57(kind string, depth int64, set physics.Set, row int64) *physics.Board {
	k, err := physics.KindByName(kind)
	if err != nil {
		panic(err) // a mistake in this file
	}
	return &physics.Board{
		Square: 57 * physics.Millimetre, Depth: depth, Kind: k, Set: set, Row: row,
		OffPlace: 800, OffDepth: 300, OffSeat: 600, Weaker: 50,
	}
}

// physicalStyles returns the levels on boards with physics. club, polarity and
// restless are the levels of these names; quick is blitz.
func physicalStyles(club, quick, polarity, restless Style) []Style {
	disc := physics.Disc
	reeds := club
	reeds.physical("physical-club", "club play on a board of upright reed switches, by the fields of the magnets",
		board57("reed-upright", 3500, physics.Wooden(disc(15, 4, 1200), disc(15, 3, 1200), disc(12, 3, 1200)), 375), tidy)

	hall := club
	hall.physical("physical-hall", "club play on a board of unipolar Hall switches, by the fields of the magnets",
		board57("drv5023aj", 4000, physics.Wooden(disc(22, 3, 1200), disc(20, 3, 1200), disc(18, 3, 1200)), 0), tidy)
	hall.Board.Bounce = 0

	poor := club
	poor.physical("physical-poor", "pieces put down carelessly, some across borders, on a board of Hall switches that differ widely",
		board57("a3144", 4000, physics.Wooden(disc(25, 4, 1200), disc(22, 4, 1200), disc(22, 4, 1200)), 375), loose)
	poor.Board.Bounce = 0
	poor.Sleeve, poor.KnockOver, poor.KnockedMost = 5, 3, 3

	linear := polarity
	linear.physical("physical-polarity", "sensors that tell the poles apart, and so the colours; club and blitz habits, hasty placing",
		board57("drv5055a4", 4000, physics.Wooden(disc(25, 3, 1200), disc(25, 3, 1200), disc(22, 3, 1200)), 1200), hasty)
	linear.Board.Bounce = 0

	blitz := quick
	blitz.physical("physical-blitz", "blitz and bullet on a board of omnipolar Hall switches, hasty placing",
		board57("drv5033aj", 3500, physics.Wooden(disc(18, 3, 1200), disc(16, 3, 1200), disc(16, 3, 1200)), 375), hasty)
	blitz.Board.Bounce = 0
	blitz.Sleeve = 4

	rests := restless
	rests.physical("physical-restless", "pieces that rest on the way, on a board of upright reed switches", reeds.Board.Physics, tidy)

	return []Style{reeds, hall, poor, linear, blitz, rests}
}
