package sim_test

import (
	"slices"
	"testing"

	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

func physicalStyles() (list []sim.Style) {
	for _, s := range sim.Styles() {
		if s.Board.Physics != nil {
			list = append(list, s)
		}
	}
	return list
}

// How often a piece lands and is not felt follows from the fields. It is about what
// is measured on boards: a few in a thousand plies on a good board with careful
// players, one to three in a hundred on a poor board.
func TestLandedNotFelt(t *testing.T) {
	want := map[string][2]float64{
		"physical-club": {0.3, 1.2}, "physical-hall": {0.3, 1.2}, "physical-poor": {0.7, 3}, "physical-polarity": {0.8, 2.5}, "physical-blitz": {0.3, 1.5},
		"physical-restless": {0.3, 1.2},
	}
	for _, s := range physicalStyles() {
		plies, not := 0, 0
		for seed := range uint64(16) {
			for _, g := range played(t, s, seed).Truth().Games {
				for _, p := range g.Plies {
					plies++
					if slices.Contains(p.Flags, sim.FlagNotFelt) {
						not++
					}
				}
			}
		}
		percent := 100 * float64(not) / float64(plies)
		if w := want[s.Name]; percent < w[0] || percent > w[1] {
			t.Errorf("level %s: %d of %d plies landed and were not felt, %.2f %%, want %g to %g", s.Name, not, plies, percent, w[0], w[1])
		}
	}
}

// At every level, a board with physics reads the position when the first move
// begins.
func TestPhysicsFeelsTheFirstPosition(t *testing.T) {
	for _, s := range physicalStyles() {
		s.SetUp = 0
		from := suited(t, s)
		p := perform(t, s, from, 3)
		start := from[3].Start
		first := p.First()
		for sq, is := range first {
			want := sensors.Empty
			if piece := start.Setup().Board[sq]; piece != 0 {
				want = sensors.Occupied
				if s.Polarity {
					want = sensors.White
					if piece.Color() != 0 {
						want = sensors.Black
					}
				}
			}
			if is != want {
				t.Errorf("level %s: square %d reads %v at first, want %v", s.Name, sq, is, want)
			}
		}
	}
}

// What the hands do does not depend on what is felt: the moves and their times are
// the same on any board.
func TestHandsDoNotKnowTheBoard(t *testing.T) {
	s, err := sim.StyleByName("physical-club")
	if err != nil {
		t.Fatal(err)
	}
	s.Straighten = 0 // pieces that stand badly are straightened only on boards with physics
	from := suited(t, s)
	with := perform(t, s, from, 5).Truth()
	s.Board.Physics = nil
	without := perform(t, s, from, 5).Truth()
	for i, p := range with.Games[0].Plies {
		q := without.Games[0].Plies[i]
		if p.UCI != q.UCI || p.StartUS != q.StartUS || p.DoneUS != q.DoneUS || p.Style != q.Style {
			t.Fatalf("ply %d: %+v with physics, %+v without", i+1, p, q)
		}
	}
}

// Ranks are read one after the other, each at its own moment. A record holds what
// the sensor of its square showed when its rank was read.
func TestRowsAreReadInOrder(t *testing.T) {
	for _, s := range physicalStyles() {
		s.ScanHz = []int{100}
		row := min(s.Board.Physics.Row, 10000/8)
		if row == 0 {
			row = 10000 / 8
		}
		p := perform(t, s, suited(t, s), 2)
		var signals [64][]sim.Signal
		first := p.First()
		for sq, is := range first {
			signals[sq] = []sim.Signal{{Is: is}}
		}
		for _, x := range p.Signals() {
			signals[x.Square] = append(signals[x.Square], x)
		}
		for r := range p.Records() {
			change, ok := r.What.(trace.Change)
			if !ok {
				continue
			}
			read := r.At.Microseconds() - row*int64(7-change.Square.Rank())
			var is sensors.State
			for _, x := range signals[change.Square] {
				if x.AtUS <= read {
					is = x.Is
				}
			}
			if is != change.Is {
				t.Errorf("level %s: at %v %v reads %v; when rank %d was read, %d us before, the sensor said %v", s.Name, r.At, change.Square, change.Is, change.Square.Rank()+1, row*int64(7-change.Square.Rank()), is)
				break
			}
		}
	}
}
