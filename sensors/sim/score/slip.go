package score

import (
	"cmp"
	"slices"

	"touchmove/sensors/sim"
)

// Slip is a move that the public saw and that had to be withdrawn: it was made or amended,
// and later amended, retracted or dropped.
type Slip struct {
	Publication
	Style     string   // how the ply with that number was carried out; empty if there is none
	Incidents []string // kinds of incidents and faults around the time it was published
}

// Slips lists the slips in the order of publication. A move that was really made and taken
// back is not a slip, nor is one that was dropped with an earlier move and published again
// at the same moment.
func Slips(t sim.Truth, published []Publication) []Slip {
	type place struct{ game, ply int }
	standing := map[place]Publication{}
	dropped := map[place]Publication{} // at the moment being examined
	var slips []Slip
	settle := func() {
		for _, x := range dropped {
			if !wasTakenBack(t, x) {
				slips = append(slips, slipOf(t, x))
			}
		}
		clear(dropped)
	}
	var now int64
	for _, x := range published {
		if x.AtUS != now {
			settle()
			now = x.AtUS
		}
		if x.Kind == Judged {
			continue
		}
		if x.Kind != Made {
			for at, old := range standing {
				if at.game == x.Game && at.ply >= x.Ply {
					delete(standing, at)
					dropped[at] = old
				}
			}
		}
		if x.Kind == Retracted {
			continue
		}
		at := place{x.Game, x.Ply}
		if old, ok := dropped[at]; ok && old.UCI == x.UCI {
			delete(dropped, at)
		}
		standing[at] = x
	}
	settle()
	slices.SortFunc(slips, func(a, b Slip) int {
		if a.AtUS != b.AtUS {
			return cmp.Compare(a.AtUS, b.AtUS)
		}
		return a.Ply - b.Ply
	})
	return slips
}

func slipOf(t sim.Truth, x Publication) Slip {
	s := Slip{Publication: x, Incidents: about(t, x.AtUS, x.AtUS)}
	if x.Game >= 0 && x.Game < len(t.Games) && x.Ply >= 1 && x.Ply <= len(t.Games[x.Game].Plies) {
		s.Style = Base(t.Games[x.Game].Plies[x.Ply-1].Style)
	}
	return s
}

// AfterPress returns the delay of every ply published correctly, in microseconds, from the
// later of two moments: the release, and the press of the clock by that player, if it was
// not forgotten. The delay is negative if the move was published before the press.
func AfterPress(t sim.Truth, published []Publication) []int64 {
	var delays []int64
	done := map[[2]int]bool{}
	for _, x := range published {
		at := [2]int{x.Game, x.Ply}
		if !x.isMove() || done[at] || !right(t, x) {
			continue
		}
		done[at] = true
		p := t.Games[x.Game].Plies[x.Ply-1]
		delays = append(delays, x.AtUS-max(p.DoneUS, p.ClockUS))
	}
	return delays
}
