package sim

import (
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
)

// What reveals where a piece went that was not felt: the sensor of its square at
// the time, or what was played afterwards.
func TestUndecided(t *testing.T) {
	on := func(s rules.Square, at ...int64) (felt [64][]Signal) {
		for q := range felt {
			felt[q] = []Signal{{0, rules.Square(q), sensors.Empty}}
		}
		for i, us := range at {
			is := sensors.Occupied
			if i%2 == 1 {
				is = sensors.Empty
			}
			felt[s] = append(felt[s], Signal{us, s, is})
		}
		return felt
	}
	const fen = "6k1/5ppp/8/8/8/8/5PPP/2B3K1 w - - 0 1"
	for _, c := range []struct {
		what  string
		moves []string
		felt  [64][]Signal
		want  bool
	}{
		{"a bishop that stays out of sight", []string{"c1e3", "g8f8", "g1f1"}, on(rules.E3), true},
		{"its square feels it for a moment as it lands", []string{"c1e3", "g8f8", "g1f1"}, on(rules.E3, 1200000, 1210000), false},
		{"it is put straight two moves later", []string{"c1e3", "g8f8", "g1f1"}, on(rules.E3, 3500000), false},
		{"it moves on from where only it could be", []string{"c1e3", "g8f8", "e3a7"}, on(rules.E3), false},
		{"it moves on from where it could be in two ways", []string{"c1e3", "g8f8", "e3d4"}, on(rules.E3), true},
		{"it is felt only after it moved on", []string{"c1e3", "g8f8", "e3d4", "f8e8", "d4e3"}, on(rules.E3, 9000000), true},
		{"a king that could go on from there alone", []string{"g1f1", "h7h6", "f1e1", "h6h5", "e1d1", "h5h4"}, on(rules.F1), false},
	} {
		g := TruthGame{StartFEN: fen, Moves: c.moves}
		for i := range c.moves {
			g.Plies = append(g.Plies, Ply{StartUS: int64(i+1) * 1000000, DoneUS: int64(i+1)*1000000 + 300000})
		}
		line := played(g, rules.Standard)
		if line == nil {
			t.Fatalf("%s: a move is not legal", c.what)
		}
		if got := isUndecided(g, line, 0, c.felt, 20000000); got != c.want {
			t.Errorf("%s: undecided is %v, want %v", c.what, got, c.want)
		}
	}
}
