package score_test

import (
	"math"
	"testing"

	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
)

// If results match the confidences, there is no error. If confidences are too high or too
// low, the error is the difference.
func TestReliability(t *testing.T) {
	var r score.Reliability
	for i := range 1000 {
		r.Add(0.9995, i > 0) // one in a thousand is wrong
	}
	for i := range 100 {
		r.Add(0.85, i >= 15)
	}
	if got := r.Error(); got > 0.06 {
		t.Errorf("calibration error %.3f %% of honest promises", got)
	}
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"certain", r.CertainPercent(), 100 * 1000. / 1100}, {"wrong of the certain", r.WrongCertain(), 0.1},
		{"guesses", r.GuessPercent(), 100 * 100. / 1100}, {"wrong of the guesses", r.WrongGuesses(), 15},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s: %v %%, want %v", c.what, c.got, c.want)
		}
	}
	var vain score.Reliability
	vain.Merge(&r)
	for range 1100 {
		vain.Add(0.9995, false)
	}
	if got := vain.Error(); math.Abs(got-50) > 0.1 {
		t.Errorf("half of all promises are empty, and the error is %.2f %%", got)
	}
	if n := vain.Count(); n != 2200 {
		t.Errorf("%d counted", n)
	}
}

// A move is judged at its highest confidence, whatever it was at publication and later. A
// move that replaces it starts again.
func TestHighest(t *testing.T) {
	told := []score.Publication{
		{AtUS: 1, Kind: score.Made, Ply: 1, UCI: "e2e4", Confidence: 0.8},
		{AtUS: 2, Kind: score.Judged, Ply: 1, Confidence: 0.9995},
		{AtUS: 3, Kind: score.Judged, Ply: 1, Confidence: 0.5},
		{AtUS: 4, Kind: score.Amended, Ply: 1, UCI: "d2d4", Confidence: 0.7},
		{AtUS: 5, Kind: score.Retracted, Ply: 1},
		{AtUS: 6, Kind: score.Judged, Ply: 1, Confidence: 1}, // for no published move
	}
	got := score.Highest(told)
	if len(got) != 2 || got[0].Confidence != 0.9995 || got[0].AtUS != 2 || got[1].Confidence != 0.7 {
		t.Errorf("the highest confidences are %+v, want 0.9995 and 0.7", got)
	}
	truth := sim.Truth{Games: []sim.TruthGame{{Moves: []string{"d2d4"}, Plies: []sim.Ply{{Ply: 1, UCI: "d2d4"}}}}}
	var r, asTold score.Reliability
	r.AddHighest(truth, told)
	asTold.AddPublished(truth, told)
	if r.WrongCertain() != 100 || asTold.CertainPercent() != 0 || asTold.WrongGuesses() != 50 {
		t.Errorf("highest: %v; as told: %v", r.String(), asTold.String())
	}
}
