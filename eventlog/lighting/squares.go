package lighting

import (
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/lights"
)

// takeHere is the lamp of a square where a piece is to be taken off, putHere of one where a
// piece is to be put.
func takeHere() lights.Lamp { return lights.Lamp{Tone: lights.White} }
func putHere() lights.Lamp  { return lights.Lamp{Tone: lights.White, Large: true} }

// strangers is how many pieces may stand elsewhere while a position is set up. With more of
// them the board shows something else, such as a game that the program was not there for.
const strangers = 2

// differences are what a board lacks of a position.
type differences struct {
	ok     bool
	pieces int              // of the position
	put    [2]rules.Squares // empty, and a piece of that player belongs there
	take   rules.Squares    // a piece is there that does not belong
	empty  bool             // nothing stands on the board
}

// missing compares a position with a reading. Squares that give none are left out.
func (l *Lighting) missing(fen string, shown sensors.Scan) (d differences) {
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		return d
	}
	d.ok, d.empty = true, true
	for i, is := range shown {
		sq := rules.Square(i)
		want := setup.Board[sq]
		if want != rules.NoPiece {
			d.pieces++
		}
		d.empty = d.empty && !is.Full()
		switch {
		case is == sensors.Unknown:
		case want == rules.NoPiece:
			if is.Full() {
				d.take = d.take.With(sq)
			}
		case !is.Full():
			d.put[want.Color()] = d.put[want.Color()].With(sq)
		case is == sensors.White && want.Color() == rules.Black || is == sensors.Black && want.Color() == rules.White:
			d.take = d.take.With(sq)
		}
	}
	return d
}

// setUp lights what is missing and what is too much. An empty board stays dark: nobody is
// setting anything up.
func setUp(f *lights.Frame, d differences) (asks bool) {
	if !d.ok || d.empty || d.take.Count() > strangers {
		return false
	}
	put := d.put[rules.White] | d.put[rules.Black]
	f.Set(d.take, takeHere())
	f.Set(put, putHere())
	return put|d.take != 0
}

// pair lights one piece to be taken off and one square where one is to be put, the nearest:
// most often that is one piece on its way back.
func pair(f *lights.Frame, guide []reconcile.Guide) (asks bool) {
	from, to := rules.NoSquare, rules.NoSquare
	for _, g := range guide {
		switch {
		case g.Remove && from == rules.NoSquare:
			from = g.Square
		case !g.Remove && g.Square != from && (to == rules.NoSquare || from != rules.NoSquare && apart(from, g.Square) < apart(from, to)):
			to = g.Square
		}
	}
	if from != rules.NoSquare {
		f.Squares[from] = takeHere()
	}
	if to != rules.NoSquare {
		f.Squares[to] = putHere()
	}
	return len(guide) > 0
}

// apart is how many steps of a king lie between two squares.
func apart(a, b rules.Square) int {
	return max(a.File()-b.File(), b.File()-a.File(), a.Rank()-b.Rank(), b.Rank()-a.Rank())
}
