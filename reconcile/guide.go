package reconcile

import (
	"touchmove/rules"
	"touchmove/sensors"
)

// A Guide says what to do with one square so that the board shows the game.
type Guide struct {
	Square rules.Square
	Remove bool        // take off the piece that stands there
	Put    rules.Piece // otherwise put this piece there
}

// Guide lists, square by square, what has to be done so that the board shows the game's position
// again: first pieces to be taken off, then pieces to be put down. It is empty when they agree
// (2009: 6.13, 7.4). Only colours show which piece stands on a square; a square with a wrong piece
// that the sensors cannot distinguish is not listed.
func (g *Game) Guide() []Guide {
	p := g.Position()
	var off, on []Guide
	for sq := range g.board {
		square := rules.Square(sq)
		want, is := p.At(square), g.board[sq]
		switch {
		case is == sensors.Unknown:
		case want == rules.NoPiece && is != sensors.Empty:
			off = append(off, Guide{Square: square, Remove: true})
		case want != rules.NoPiece && is == sensors.Empty:
			on = append(on, Guide{Square: square, Put: want})
		case want != rules.NoPiece && (is == sensors.White && want.Color() == rules.Black || is == sensors.Black && want.Color() == rules.White):
			off = append(off, Guide{Square: square, Remove: true})
			on = append(on, Guide{Square: square, Put: want})
		}
	}
	return append(off, on...)
}
