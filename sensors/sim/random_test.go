package sim

import (
	"slices"
	"testing"
)

func TestSpreadIsItsQuantiles(t *testing.T) {
	d := newDice(1, 1)
	s := Spread{100, 200, 500, 2000, 9000}
	var all []int64
	for range 20000 {
		all = append(all, d.pick(s))
	}
	slices.Sort(all)
	if all[0] < 100000 || all[len(all)-1] > 9000000 {
		t.Errorf("durations reach from %d to %d us, outside %v ms", all[0], all[len(all)-1], s)
	}
	for _, c := range []struct {
		permille int
		ms       int64
	}{{50, 200}, {500, 500}, {950, 2000}} {
		got := all[len(all)*c.permille/1000] / 1000
		if got < c.ms*94/100 || got > c.ms*106/100 {
			t.Errorf("%d of 1000 durations are shorter than %d ms, want about %d ms", c.permille, got, c.ms)
		}
	}
}

func TestChooseKeepsWeightsAndWhatIsPossible(t *testing.T) {
	d := newDice(2, 1)
	ways := []Way{{"often", 30}, {"seldom", 10}, {"never", 100}}
	seen := map[string]int{}
	for range 4000 {
		seen[d.choose(ways, func(name string) bool { return name != "never" })]++
	}
	if seen["never"] != 0 || seen["often"] < 2700 || seen["often"] > 3300 {
		t.Errorf("of 4000 choices %v, want often three times as often as seldom", seen)
	}
	if got := d.choose(ways, func(string) bool { return false }); got != "" {
		t.Errorf("chose %q though nothing is possible", got)
	}
}
