package lighting

import (
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/lights"
)

// takeHere is the lamp of a square where a piece must be taken off, putHere that of a
// square where a piece must be put down.
func takeHere() lights.Lamp { return lights.Lamp{Tone: lights.White} }
func putHere() lights.Lamp  { return lights.Lamp{Tone: lights.White, Large: true} }

// strangers is how many wrong pieces there may be while a position is set up. With more,
// the board shows something else, such as a game played while the program was not running.
const strangers = 2

// differences is how a board differs from a position.
type differences struct {
	ok     bool
	pieces int              // number of pieces in the position
	put    [2]rules.Squares // empty squares where a piece of that player belongs
	take   rules.Squares    // squares with a piece that does not belong there
	empty  bool             // whether the board is empty
}

// missing compares a position with a reading. It leaves out squares without a reading.
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

// setUp lights missing and wrong pieces. An empty board stays dark: nobody is setting
// anything up.
func setUp(f *lights.Frame, d differences) (asks bool) {
	if !d.ok || d.empty || d.take.Count() > strangers {
		return false
	}
	put := d.put[rules.White] | d.put[rules.Black]
	f.Set(d.take, takeHere())
	f.Set(put, putHere())
	return put|d.take != 0
}

// pair lights one piece to be taken off and the nearest square where one must be put down:
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

// apart returns how many king's steps lie between two squares.
func apart(a, b rules.Square) int {
	return max(a.File()-b.File(), b.File()-a.File(), a.Rank()-b.Rank(), b.Rank()-a.Rank())
}
