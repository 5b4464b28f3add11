package sim_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"touchmove/sensors/sim"
)

func TestTruthCanBeReadBack(t *testing.T) {
	for _, s := range sim.Styles() {
		want := played(t, s, 5).Truth()
		var b bytes.Buffer
		if err := want.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		got, err := sim.ReadTruth(&b)
		if err != nil {
			t.Fatalf("level %s: %v", s.Name, err)
		}
		// An empty list and no list are the same in JSON; compare what is written.
		var again bytes.Buffer
		if err := got.WriteJSON(&again); err != nil {
			t.Fatal(err)
		}
		b.Reset()
		if err := want.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), again.Bytes()) || !reflect.DeepEqual(got.Games, want.Games) {
			t.Errorf("level %s: the truth read back differs", s.Name)
		}
	}
}

func TestReadTruthRefuses(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{`{"games":[`, "byte"},
		{`{}`, "games"},
		{`{"games":[{"moves":["e2e4"],"plies":[]}]}`, "game 1"},
	} {
		if _, err := sim.ReadTruth(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s gives %v, want an error that says %q", c.text, err, c.says)
		}
	}
}

// The plies of a game are in order: a player's own motions never overlap, and later
// plies touch the board later.
func TestPliesAreInOrder(t *testing.T) {
	for _, s := range sim.Styles() {
		for seed := range uint64(6) {
			truth := played(t, s, seed).Truth()
			for _, g := range truth.Games {
				for i, p := range g.Plies {
					if p.StartUS > p.ContactUS || p.ContactUS > p.DoneUS || p.StartUS < g.StartUS || p.DoneUS > g.EndUS {
						t.Fatalf("%s: ply %d from %d by %d to %d in a game from %d to %d",
							truth.Trace, p.Ply, p.StartUS, p.ContactUS, p.DoneUS, g.StartUS, g.EndUS)
					}
					if i >= 2 && p.StartUS < g.Plies[i-2].DoneUS {
						t.Fatalf("%s: ply %d begins before the same player's ply %d is done", truth.Trace, p.Ply, p.Ply-2)
					}
				}
			}
		}
	}
}

func FuzzReadTruth(f *testing.F) {
	f.Add(`{"games":[{"moves":["e2e4"],"plies":[{"ply":1,"uci":"e2e4","promo":{"piece":"queen"}}]}],"faults":[{"row":8,"from_us":1}]}`)
	f.Add(`{"games":[{}],"incidents":[{"kind":"take-back","taken":[{}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		truth, err := sim.ReadTruth(strings.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := truth.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		if _, err := sim.ReadTruth(&b); err != nil {
			t.Fatalf("written again it cannot be read: %v", err)
		}
	})
}
