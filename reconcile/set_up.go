package reconcile

import (
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
)

// SetUp reports what is wrong on the board before the game has begun: what is to be taken off and put
// down, and whether the board would be right if turned by a quarter or by half: the corner at
// White's right hand is a light one (2009:2.1, 7.1). Only sensors that distinguish colours can
// detect a board turned by half.
func (g *Game) SetUp() (wrong []Guide, turned bool) {
	if g.games[g.current].Begun {
		return nil, false
	}
	wrong = g.Guide()
	if len(wrong) == 0 {
		return wrong, false
	}
	return wrong, slices.ContainsFunc(turns[:], g.showsTurned)
}

// turns are the ways in which a board may be turned. Each returns where a square of the position
// then is.
var turns = [...]func(rules.Square) rules.Square{
	func(sq rules.Square) rules.Square { return 63 - sq },
	func(sq rules.Square) rules.Square { return rules.SquareAt(sq.Rank(), 7-sq.File()) },
	func(sq rules.Square) rules.Square { return rules.SquareAt(7-sq.Rank(), sq.File()) },
}

// showsTurned reports whether the board shows the position turned in this way.
func (g *Game) showsTurned(turn func(rules.Square) rules.Square) bool {
	p := g.Position()
	for sq := rules.A1; sq <= rules.H8; sq++ {
		want := sensors.Empty
		switch piece := p.At(sq); {
		case piece == rules.NoPiece:
		case g.header.Sensing == sensors.Occupancy:
			want = sensors.Occupied
		case piece.Color() == rules.White:
			want = sensors.White
		default:
			want = sensors.Black
		}
		if is := g.board[turn(sq)]; is != want && is != sensors.Unknown {
			return false
		}
	}
	return true
}
