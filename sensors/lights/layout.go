package lights

import (
	"errors"
	"fmt"

	"touchmove/rules"
)

// Layout is the order in which lamps follow each other along their wire: from a corner
// along one edge, line by line.
type Layout struct {
	First rules.Square // a corner: a1, h1, a8 or h8
	Next  rules.Square // the square after it, along an edge
	// Serpentine means that every other line runs back, as on one strip laid to and
	// fro.
	Serpentine bool
}

// Check returns an error if there is no such layout.
func (l Layout) Check() error {
	if l.First >= rules.NoSquare || l.First.File()%7 != 0 || l.First.Rank()%7 != 0 {
		return errors.New("the first lamp is at a corner: a1, h1, a8 or h8")
	}
	if l.Next >= rules.NoSquare || abs(l.Next.File()-l.First.File())+abs(l.Next.Rank()-l.First.Rank()) != 1 {
		along, up := l.neighbours()
		return fmt.Errorf("the lamp after %v is on %v or on %v", l.First, along, up)
	}
	return nil
}

// neighbours returns the squares next to the first one: on its rank and on its file.
func (l Layout) neighbours() (along, up rules.Square) {
	inward := func(n int) int {
		if n == 0 {
			return 1
		}
		return 6
	}
	return rules.SquareAt(inward(l.First.File()), l.First.Rank()), rules.SquareAt(l.First.File(), inward(l.First.Rank()))
}

// Squares returns the square of each lamp in the order of the wire. Check must have
// accepted the layout.
func (l Layout) Squares() (all [64]rules.Square) {
	for n := range all {
		line, place := n/8, n%8
		if l.Serpentine && line%2 == 1 {
			place = 7 - place
		}
		file, rank := place, line
		if l.Next.File() == l.First.File() { // lines run along files
			file, rank = line, place
		}
		if l.First.File() == 7 {
			file = 7 - file
		}
		if l.First.Rank() == 7 {
			rank = 7 - rank
		}
		all[n] = rules.SquareAt(file, rank)
	}
	return all
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
