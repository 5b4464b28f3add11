package score_test

import (
	"slices"
	"testing"

	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
)

func TestSlips(t *testing.T) {
	truth := sim.Truth{
		Games: []sim.TruthGame{{Moves: []string{"e2e4", "e7e5", "g1f3"}, Plies: []sim.Ply{
			{Ply: 1, UCI: "e2e4", Style: "slide+wiggle"}, {Ply: 2, UCI: "e7e5", Style: "lift-place"}, {Ply: 3, UCI: "g1f3", Style: "wave"},
		}}},
		Incidents: []sim.Incident{
			{Kind: sim.IncidentKnock, AtUS: 900, UntilUS: 1000},
			{Kind: sim.IncidentTakeBack, AtUS: 60000000, UntilUS: 70000000, Taken: []sim.Ply{{Ply: 3, UCI: "f1c4"}}},
		},
	}
	made := func(at int64, ply int, uci string) score.Publication {
		return score.Publication{AtUS: at, Ply: ply, UCI: uci}
	}
	amended := func(at int64, ply int, uci string) score.Publication {
		return score.Publication{AtUS: at, Kind: score.Amended, Ply: ply, UCI: uci}
	}
	retracted := func(at int64, ply int) score.Publication {
		return score.Publication{AtUS: at, Kind: score.Retracted, Ply: ply}
	}
	for _, c := range []struct {
		what string
		told []score.Publication
		want []string
	}{
		{"nothing withdrawn", []score.Publication{made(1, 1, "e2e4"), made(2, 2, "e7e5")}, nil},
		{"amended", []score.Publication{made(1, 1, "e2e3"), amended(5, 1, "e2e4")}, []string{"e2e3"}},
		{"amended twice", []score.Publication{made(1, 1, "e2e3"), amended(5, 1, "d2d4"), amended(7, 1, "e2e4")}, []string{"e2e3", "d2d4"}},
		{"right, amended and amended back", []score.Publication{made(1, 1, "e2e4"), amended(5, 1, "e2e3"), amended(9, 1, "e2e4")}, []string{"e2e4", "e2e3"}},
		{"retracted with what followed", []score.Publication{made(1, 1, "e2e3"), made(2, 2, "e7e5"), retracted(9, 1)}, []string{"e2e3", "e7e5"}},
		{"what followed told again at once", []score.Publication{made(1, 1, "e2e3"), made(2, 2, "e7e5"), amended(9, 1, "e2e4"), made(9, 2, "e7e5")}, []string{"e2e3"}},
		{"what followed told again later", []score.Publication{made(1, 1, "e2e3"), made(2, 2, "e7e5"), amended(9, 1, "e2e4"), made(10, 2, "e7e5")}, []string{"e2e3", "e7e5"}},
		{"really taken back", []score.Publication{made(62000000, 3, "f1c4"), retracted(71000000, 3)}, nil},
		{"the same told when it was not played", []score.Publication{made(2000000, 3, "f1c4"), retracted(71000000, 3)}, []string{"f1c4"}},
		{"another game's", []score.Publication{{AtUS: 1, Game: 1, Ply: 1, UCI: "e2e4"}, retracted(3, 1)}, nil},
	} {
		var got []string
		for _, s := range score.Slips(truth, c.told) {
			got = append(got, s.UCI)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
	one := score.Slips(truth, []score.Publication{made(1, 1, "e2e3"), retracted(5, 1)})
	if len(one) != 1 || one[0].Style != "slide" || !slices.Equal(one[0].Incidents, []string{sim.IncidentKnock}) {
		t.Errorf("a slip at ply 1: %+v, want the style slide beside a knock-over", one)
	}
}

func TestAfterPress(t *testing.T) {
	truth := sim.Truth{Games: []sim.TruthGame{{Plies: []sim.Ply{
		{Ply: 1, UCI: "e2e4", DoneUS: 1000, ClockUS: 1600}, {Ply: 2, UCI: "e7e5", DoneUS: 3000}, {Ply: 3, UCI: "g1f3", DoneUS: 5000, ClockUS: 4900},
	}}}}
	got := score.AfterPress(truth, []score.Publication{
		{AtUS: 1500, Ply: 1, UCI: "e2e3"}, {AtUS: 1900, Kind: score.Amended, Ply: 1, UCI: "e2e4"}, {AtUS: 3250, Ply: 2, UCI: "e7e5"},
		{AtUS: 4950, Ply: 3, UCI: "g1f3"}, {AtUS: 6000, Kind: score.Retracted, Ply: 3}, {AtUS: 7000, Ply: 3, UCI: "g1f3"},
	})
	if want := []int64{300, 250, -50}; !slices.Equal(got, want) {
		t.Errorf("delays %v, want %v", got, want)
	}
}
