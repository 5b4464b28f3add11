package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"touchmove/reconcile/release"
)

// episodesFrom draws n pieces at rest from a model. Some are first considered late: if the hand has
// gone on by then, or the clock has been pressed, they are never considered.
func episodesFrom(m *release.Model, n int, late bool) (list []episode) {
	dice := rand.New(rand.NewPCG(1, 2))
	later := func(d *release.Times, than float64) float64 { // a time longer than that
		u := dice.Float64() * d.Later(than, 0)
		return math.Exp(d.Median + math.Log((1-u)/u)/d.Shape)
	}
	for len(list) < n {
		e := episode{}
		e.signs[release.Open], e.signs[release.Always], e.signs[release.Quiet] = 1, 1, release.Least
		e.signs[release.Tried] = float64(dice.IntN(2))
		e.signs[release.Due] = float64(dice.IntN(2))
		if late && (e.signs[release.Tried] > 0 || dice.IntN(2) == 0) {
			e.signs[release.Quiet] = 1 + dice.Float64()
		}
		e.goes = dice.Float64() < probability(m.Odds(&e.signs))
		gone := math.Inf(1)
		if e.goes {
			e.rest = later(&m.Rest, release.Least)
			gone = e.rest
		} else if e.signs[release.Due] > 0 && dice.Float64() >= m.Late {
			e.pressed = later(&m.Due, release.Least)
			gone = e.pressed
		}
		if gone > e.signs[release.Quiet] {
			list = append(list, e)
		}
	}
	return list
}

// The model from which pieces at rest were drawn is found again. It is the same whether they were
// considered from the beginning, or some of them late, when many hands had gone on already.
func TestReleaseIsFittedToWhatWasConsideredLate(t *testing.T) {
	truth := release.Model{Rest: release.Times{Median: 0.1, Shape: 2.6}, Due: release.Times{Median: -0.4, Shape: 4}, Late: 0.1}
	truth.Goes[release.Always], truth.Goes[release.Tried] = -1.5, 1
	for _, late := range []bool{false, true} {
		got := fitRelease(episodesFrom(&truth, 40000, late))
		near := func(name string, got, want, within float64) {
			if math.Abs(got-want) > within {
				t.Errorf("considered late %v: %s is %.3f, want %.3f", late, name, got, want)
			}
		}
		near("Always", got.Goes[release.Always], truth.Goes[release.Always], 0.1)
		near("Tried", got.Goes[release.Tried], truth.Goes[release.Tried], 0.1)
		near("the median rest", got.Rest.Median, truth.Rest.Median, 0.06)
		near("the shape of rests", got.Rest.Shape, truth.Rest.Shape, 0.2)
		near("the median press", got.Due.Median, truth.Due.Median, 0.06)
		near("the share of presses forgotten", got.Late, truth.Late, 0.02)
	}
}

// TestPieceAtRestIsPublished: a piece is published by the thresholds at the time at which waiting is worth less, when
// a sign shows that the hand is done, or after the longest wait; and not at all if its hand goes on before.
func TestPieceAtRestIsPublished(t *testing.T) {
	var m release.Model
	m.Goes[release.Always] = -2
	m.Rest = release.Times{Shape: 2.4}
	w := thresholds{sure: 0.01, prompt: 1, promptFor: 0.6, restAlone: 2}
	for _, c := range []struct {
		name            string
		of              episode
		tried           float64
		sure            float64
		least, most     float64
		untold, clocked bool
	}{
		{name: "soon", sure: 0.01, least: 0.25, most: 0.26},
		{name: "it has rested before", tried: 1, sure: 0.03, least: 0.3, most: 1.99},
		{name: "nothing is worth more than waiting", tried: 1, least: 2, most: 2.03},
		{name: "a sign comes first", of: episode{over: 0.9}, tried: 1, least: 0.9, most: 0.9},
		{name: "the hand goes on first", of: episode{goes: true, rest: 0.9}, tried: 1, untold: true},
		{name: "the hand goes on later", of: episode{goes: true, rest: 2.5}, tried: 1, least: 2, most: 2.03},
		{name: "a clock", of: episode{clock: true}, clocked: true},
	} {
		e := c.of
		e.signs[release.Open], e.signs[release.Always], e.signs[release.Quiet], e.signs[release.Tried] = 1, 1, release.Least, c.tried
		rests := restsOf(&m, []episode{e})
		if (len(rests) == 0) != c.clocked {
			t.Fatalf("%s: %d pieces at rest", c.name, len(rests))
		}
		if c.clocked {
			continue
		}
		w.sure = c.sure
		at, ok := rests[0].tellsAt(&w)
		if ok == c.untold || ok && (at < c.least-1e-9 || at > c.most) {
			t.Errorf("%s: published %v after %v, want from %v to %v", c.name, ok, at, c.least, c.most)
		}
		of := w.outcomeOf(rests)
		if wrong := ok && e.goes; of.shown == 1 != wrong || len(of.delays) == 1 != (ok && !wrong) {
			t.Errorf("%s: %+v", c.name, of)
		}
	}
}
