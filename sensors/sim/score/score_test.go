package score_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
)

func sample(t *testing.T, name string) sim.Truth {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	truth, err := sim.ReadTruth(f)
	if err != nil {
		t.Fatal(err)
	}
	return truth
}

// perfect publishes each ply half a second after its release.
func perfect(t sim.Truth) (r score.Rebuilt) {
	for i, g := range t.Games {
		r.Games = append(r.Games, slices.Clone(g.Moves))
		for _, p := range g.Plies {
			r.Publications = append(r.Publications, score.Publication{AtUS: p.DoneUS + 500000, Game: i, Ply: p.Ply, UCI: p.UCI})
		}
	}
	return r
}

func TestSampleTruthsCanBeScored(t *testing.T) {
	for name, games := range map[string]int{"clean-04": 1, "noisy-05": 1, "session-03": 2} {
		truth := sample(t, name)
		r := score.Compare(truth, perfect(truth))
		var sum score.Tally
		sum.Add(r)
		if sum.Games != games || sum.Exact != games || sum.Wrong != 0 || sum.NeverRight != 0 || sum.Right != sum.Plies || sum.Shown != sum.Plies {
			t.Errorf("%s rebuilt without a fault scores %+v", name, sum)
		}
		if len(r.DelaysUS) != sum.Plies || slices.ContainsFunc(r.DelaysUS, func(us int64) bool { return us != 500000 }) {
			t.Errorf("%s: delays %d, want 500000 us for each of %d plies", name, r.DelaysUS, sum.Plies)
		}
		if sum.ExactPercent() != 100 || sum.RightPercent() != 100 || sum.WrongPer100() != 0 {
			t.Errorf("%s: %g %% exact, %g %% right, %g wrong per 100", name, sum.ExactPercent(), sum.RightPercent(), sum.WrongPer100())
		}
	}
}

func TestFirstErrorIsPlaced(t *testing.T) {
	truth := sample(t, "noisy-05")
	g := truth.Games[0]
	for _, c := range []struct {
		what      string
		line      func([]string) []string
		right     int
		want, got string
	}{
		{"a move too few", func(l []string) []string { return l[:len(l)-1] }, len(g.Moves) - 1, g.Moves[len(g.Moves)-1], ""},
		{"a move too many", func(l []string) []string { return append(l, "e4e5") }, len(g.Moves), "", "e4e5"},
		{"another move", func(l []string) []string { l[9] = "a1a1"; return l }, 9, g.Moves[9], "a1a1"},
		{"nothing at all", func([]string) []string { return nil }, 0, g.Moves[0], ""},
	} {
		r := perfect(truth)
		r.Games[0] = c.line(r.Games[0])
		got := score.Compare(truth, r).Games[0]
		if got.Exact || got.Right != c.right || got.First == nil || got.First.Ply != c.right+1 || got.First.Want != c.want || got.First.Got != c.got {
			t.Errorf("%s: %+v, first error %+v", c.what, got, got.First)
		}
		if c.want != "" && got.First.Style != g.Plies[c.right].Style {
			t.Errorf("%s: style %q, want %q", c.what, got.First.Style, g.Plies[c.right].Style)
		}
	}
}

func TestWrongAndLateTellings(t *testing.T) {
	truth := sample(t, "clean-04")
	g := truth.Games[0]
	r := perfect(truth)
	// Ply 3 is first published wrong, then amended 2 s after its release; ply 5 is never published.
	p3 := g.Plies[2]
	r.Publications[2].UCI = "h2h4"
	r.Publications = slices.Delete(r.Publications, 4, 5)
	r.Publications = append(r.Publications,
		score.Publication{AtUS: p3.DoneUS + 1000000, Kind: score.Retracted, Ply: 3},
		score.Publication{AtUS: p3.DoneUS + 2000000, Kind: score.Amended, Ply: 3, UCI: p3.UCI},
		score.Publication{AtUS: p3.DoneUS + 9000000, Kind: score.Amended, Ply: 3, UCI: p3.UCI})
	got := score.Compare(truth, r)
	if len(got.Wrong) != 1 || got.Wrong[0].UCI != "h2h4" || got.NeverRight != 1 || got.Shown != len(g.Moves)+1 {
		t.Errorf("wrong %v, untold %d, shown %d", got.Wrong, got.NeverRight, got.Shown)
	}
	if got.DelaysUS[2] != 2000000 {
		t.Errorf("ply 3 was told right after %d us, want the first right telling at 2000000", got.DelaysUS[2])
	}
	if !got.Games[0].Exact {
		t.Error("what was shown on the way made the final line inexact")
	}
	var sum score.Tally
	sum.Add(got)
	if want := 100 / float64(len(g.Moves)); sum.WrongPer100() != want {
		t.Errorf("%g wrong per 100 plies, want %g", sum.WrongPer100(), want)
	}
}

func TestWhatNobodyCanKnowIsNoError(t *testing.T) {
	truth := sim.Truth{
		Games: []sim.TruthGame{{Moves: []string{"a7a8r"}, Plies: []sim.Ply{
			{Ply: 1, UCI: "a7a8r", Promo: &sim.Promo{Piece: "rook", Unknowable: true}},
		}}},
		Incidents: []sim.Incident{{
			Kind: sim.IncidentTakeBack, AtUS: 10000000, UntilUS: 20000000, After: 0,
			Taken: []sim.Ply{{Ply: 1, UCI: "b1c1"}},
		}},
	}
	told := func(at int64, uci string) score.Rebuilt {
		return score.Rebuilt{Games: [][]string{{uci}}, Publications: []score.Publication{{AtUS: at, Ply: 1, UCI: uci}}}
	}
	for _, c := range []struct {
		uci          string
		at           int64
		exact, wrong bool
	}{
		{"a7a8r", 1, true, false},
		{"a7a8q", 1, true, false},
		{"a7a8n", 1, false, true},
		{"b1c1", 12000000, false, false}, // it was on the board then, and was taken back
		{"b1c1", 1000000, false, true},   // before anyone had touched the piece
		{"b1c1", 40000000, false, true},
	} {
		got := score.Compare(truth, told(c.at, c.uci))
		if got.Games[0].Exact != c.exact || (len(got.Wrong) > 0) != c.wrong {
			t.Errorf("%s told at %d us: exact %v, wrong %v; want %v, %v", c.uci, c.at, got.Games[0].Exact, got.Wrong, c.exact, c.wrong)
		}
	}
	truth.Games[0].Plies[0].Promo.Unknowable = false
	if score.Compare(truth, told(1, "a7a8q")).Games[0].Exact {
		t.Error("a queen passed for a rook that could be known")
	}
}

func TestCausesAreCounted(t *testing.T) {
	truth := sample(t, "noisy-05")
	r := perfect(truth)
	r.Games[0][0] = "a2a3"
	r.Games = append(r.Games, []string{"e2e4"})
	var sum score.Tally
	sum.Add(score.Compare(truth, r))
	sum.Add(score.Compare(truth, perfect(truth)))
	if sum.Surplus != 1 {
		t.Errorf("%d games too many, want 1", sum.Surplus)
	}
	if sum.ExactPercent() != 50 {
		t.Errorf("%g %% exact, want 50", sum.ExactPercent())
	}
}

func TestEmptyTally(t *testing.T) {
	var sum score.Tally
	if sum.ExactPercent() != 0 || sum.WrongPer100() != 0 {
		t.Errorf("nothing scored gives %+v", sum)
	}
}
