package sim

import (
	"cmp"
	"fmt"
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
)

// touch is the only kind of physical event: at a moment, a piece comes over a
// square's sensor or leaves it. A piece may be over two squares or over none, and
// two pieces may be over one square.
type touch struct {
	at     int64 // in microseconds
	square rules.Square
	on     bool
	color  rules.Color
	how    carriage // how a piece comes here; only for physics
}

// carriage says how a piece comes to a square and how it is there.
type carriage uint8

const (
	lifted  carriage = iota // through the air, then put down
	low                     // held low above the square
	slid                    // over the board without being lifted
	astride                 // put down on the line to the square to which it goes next
	toppled                 // fallen, on its side
	pushed                  // straightened or pushed where it stands
	halted                  // slid to the square and resting there
)

// inOrder sorts touches by time. Touches of the same moment keep their order.
func inOrder(list []touch) {
	slices.SortStableFunc(list, func(a, b touch) int { return cmp.Compare(a.at, b.at) })
}

// physical holds what is over each square, with pieces counted by colour.
type physical struct {
	pieces [64][2]int8
	last   [64]rules.Color // colour of the piece that came last: its magnet lies on top
}

// apply applies one touch. It is an error of the simulation if a piece leaves a
// square on which it is not.
func (p *physical) apply(t touch) error {
	n := &p.pieces[t.square][t.color]
	if t.on {
		*n++
		p.last[t.square] = t.color
		return nil
	}
	if *n == 0 {
		return fmt.Errorf("sim: at %d us a %v piece leaves %v where none is", t.at, t.color, t.square)
	}
	*n--
	return nil
}

// felt returns what a perfect sensor of a square reports, with colours.
func (p *physical) felt(s rules.Square) sensors.State {
	white, black := p.pieces[s][rules.White], p.pieces[s][rules.Black]
	switch {
	case white == 0 && black == 0:
		return sensors.Empty
	case black == 0 || white > 0 && p.last[s] == rules.White:
		return sensors.White
	}
	return sensors.Black
}

// stand returns touches that put a position's pieces on the board at a moment.
func stand(at int64, p rules.Position) (list []touch) {
	for s := range p.Occupied().All() {
		list = append(list, touch{at: at, square: s, on: true, color: p.At(s).Color()})
	}
	return list
}

// differs returns the squares on which the board does not show the position,
// including colours.
func (p *physical) differs(pos rules.Position) (squares []rules.Square) {
	for s := rules.A1; s <= rules.H8; s++ {
		want := sensors.Empty
		if pos.Occupied().Has(s) {
			want = colored(pos.At(s).Color())
		}
		if p.felt(s) != want || p.pieces[s][0]+p.pieces[s][1] > 1 {
			squares = append(squares, s)
		}
	}
	return squares
}

func colored(c rules.Color) sensors.State {
	if c == rules.White {
		return sensors.White
	}
	return sensors.Black
}
