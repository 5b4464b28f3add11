package sim

import (
	"cmp"
	"fmt"
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
)

// touch is the one physical fact there is: at a moment, a piece comes over a
// square's sensor or leaves it. A piece may be over two squares or over none, and
// two pieces may be over one.
type touch struct {
	at     int64 // microseconds
	square rules.Square
	on     bool
	color  rules.Color
	how    carriage // how a piece comes here; matters to the physics alone
}

// carriage is how a piece comes to a square, and how it is there.
type carriage uint8

const (
	lifted  carriage = iota // through the air, and put down
	low                     // held low above the square
	slid                    // over the board, without being lifted
	astride                 // put down on the line to the square where it goes next
	toppled                 // fallen, on its side
	pushed                  // put straight, or shoved, where it stands
	halted                  // slid here, and resting
)

// inOrder sorts touches by time; those of one moment keep the order in which
// they were done.
func inOrder(list []touch) {
	slices.SortStableFunc(list, func(a, b touch) int { return cmp.Compare(a.at, b.at) })
}

// physical is what is over each square, pieces counted by colour.
type physical struct {
	pieces [64][2]int8
	last   [64]rules.Color // whose piece came last: its magnet lies on top
}

// apply takes one touch; a piece who leaves a square he is not on is an error of
// the simulation.
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

// felt is what a perfect sensor of a square says, with colours.
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

// pieces puts a position's pieces on the board at a moment.
func stand(at int64, p rules.Position) (list []touch) {
	for s := range p.Occupied().All() {
		list = append(list, touch{at: at, square: s, on: true, color: p.At(s).Color()})
	}
	return list
}

// differs names the squares on which the board does not show the position,
// colours included.
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
