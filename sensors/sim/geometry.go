package sim

import (
	"slices"

	"touchmove/rules"
)

// step returns the unit step from one square towards another along a rank, file or
// diagonal, and the number of steps. ok is false if the squares share no such line.
func step(from, to rules.Square) (df, dr, n int, ok bool) {
	df, dr = to.File()-from.File(), to.Rank()-from.Rank()
	n = max(abs(df), abs(dr))
	if n == 0 || (df != 0 && dr != 0 && abs(df) != abs(dr)) {
		return 0, 0, n, false
	}
	return df / n, dr / n, n, true
}

// distance returns the number of king's moves between two squares.
func distance(a, b rules.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}

// path lists the squares strictly between two squares on one line.
func path(from, to rules.Square) []rules.Square {
	df, dr, n, ok := step(from, to)
	if !ok {
		return nil
	}
	var p []rules.Square
	for i := 1; i < n; i++ {
		p = append(p, rules.SquareAt(from.File()+i*df, from.Rank()+i*dr))
	}
	return p
}

// beside returns the square that many files and ranks away, or NoSquare if it is off
// the board.
func beside(s rules.Square, df, dr int) rules.Square {
	f, r := s.File()+df, s.Rank()+dr
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return rules.NoSquare
	}
	return rules.SquareAt(f, r)
}

// beyond returns the square one step past to, coming from from. A knight, which has
// no line, continues along the longer leg of its move.
func beyond(from, to rules.Square) rules.Square {
	df, dr, _, ok := step(from, to)
	if !ok {
		df, dr = to.File()-from.File(), to.Rank()-from.Rank()
		if abs(df) > abs(dr) {
			df, dr = sign(df), 0
		} else {
			df, dr = 0, sign(dr)
		}
	}
	return beside(to, df, dr)
}

// around lists the up to eight squares next to one, in a fixed order.
func around(s rules.Square) []rules.Square { return slices.Collect(s.Neighbours().All()) }

// offBoard lists up to n squares over which a captured piece leaves the board from a
// square: usually towards the nearer side edge, sometimes one rank up or down.
func (d dice) offBoard(from rules.Square, n int) []rules.Square {
	df := 1
	if from.File() < 4 {
		df = -1
	}
	if from.File() > 2 && from.File() < 5 && d.chance(300) {
		df = -df
	}
	dr := int(d.within(-1, 1))
	var list []rules.Square
	for s := beside(from, df, dr); s != rules.NoSquare && len(list) < n; s = beside(s, df, 0) {
		list = append(list, s)
	}
	return list
}

// canReach reports whether a piece moves to an empty square in its own way of
// moving, even if that would leave its king in check.
func canReach(p rules.Piece, from, to rules.Square, occupied rules.Squares) bool {
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	_, _, n, line := step(from, to)
	clear := line
	for _, s := range path(from, to) {
		clear = clear && !occupied.Has(s)
	}
	switch p.Kind() {
	case rules.Knight:
		return abs(df*dr) == 2
	case rules.King:
		return n == 1
	case rules.Bishop:
		return clear && df != 0 && dr != 0
	case rules.Rook:
		return clear && (df == 0 || dr == 0)
	case rules.Queen:
		return clear
	case rules.Pawn:
		up, home := 1, 1
		if p.Color() == rules.Black {
			up, home = -1, 6
		}
		return df == 0 && clear && (dr == up || dr == 2*up && from.Rank() == home)
	}
	return false
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}
