package reconcile

import (
	"time"

	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors"
)

// SetUp says what is wrong on the board before the game has begun: what is to be
// taken off and put down, and whether the board, turned by half, would be right
// (7.1). Only sensors that tell colours can see that.
func (g *Game) SetUp() (wrong []Guide, turned bool) {
	if g.games[g.current].Begun {
		return nil, false
	}
	wrong = g.Guide()
	if len(wrong) == 0 || g.header.Sensing != sensors.Polarity {
		return wrong, false
	}
	p := g.Position()
	for sq, is := range g.board {
		want := sensors.Empty
		switch piece := p.At(rules.Square(63 - sq)); {
		case piece == rules.NoPiece:
		case piece.Color() == rules.White:
			want = sensors.White
		default:
			want = sensors.Black
		}
		if is != want && is != sensors.Unknown {
			return wrong, false
		}
	}
	return wrong, true
}

// Relieved reports whether a player need not record now (8.4).
func (g *Game) Relieved(by rules.Color) bool {
	c, ok := g.Clock()
	return ok && article4.IsRelieved(g.header.Laws, c.Left(by), c.Increments(by))
}

// TimeTrouble reports whether a player is short of time with moves to make: under
// five minutes without thirty seconds a move (13.3); left orders the boards.
func (g *Game) TimeTrouble() (left time.Duration, ok bool) {
	c, known := g.Clock()
	if !known || g.games[g.current].Result != "*" {
		return 0, false
	}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		if c.Left(by) < 5*time.Minute && !c.Increments(by) && (!ok || c.Left(by) < left) {
			left, ok = c.Left(by), true
		}
	}
	return left, ok
}
