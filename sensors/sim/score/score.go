package score

import (
	"slices"
	"strings"

	"touchmove/sensors/sim"
)

// Report is the comparison of one trace.
type Report struct {
	Trace      string
	Level      string
	Games      []Game
	Surplus    int           // games that were rebuilt and never played
	Shown      int           // moves published, made and amended
	Wrong      []Publication // moves published that were never played
	DelaysUS   []int64       // of every ply published correctly: from the hand letting go to the first correct publication, in the order played
	NeverRight int           // plies never published correctly
}

// Game is how one game was rebuilt.
type Game struct {
	Exact bool // the line is the one played, to its end
	Plies int  // played
	Right int  // plies right before the first error
	First *Miss
}

// Miss is where a line first departs from what was played.
type Miss struct {
	Ply       int
	Want, Got string   // UCI; Want is empty for a move too many, Got for one too few
	Style     string   // how the ply was carried out; empty for a move too many
	Incidents []string // kinds of incidents and faults about that time
}

// Windows around a ply in which an incident may have led to an error, in
// microseconds: a knock-over of ten seconds before is often the cause.
const (
	before = 15000000
	after  = 5000000
)

// grace is how long after a take-back has ended its moves may still be published
// without being wrong, in microseconds.
const grace = 5000000

// Compare judges a reconstruction. Moves are compared as text, so castling has
// to be written as the truth does; but a queen is right for an underpromotion
// that nothing gives away, and a move that was played and taken back is not
// wrong if it was published at that time.
func Compare(t sim.Truth, r Rebuilt) Report {
	out := Report{Trace: t.Trace, Level: t.Level, Surplus: max(0, len(r.Games)-len(t.Games))}
	for i, g := range t.Games {
		var line []string
		if i < len(r.Games) {
			line = r.Games[i]
		}
		out.Games = append(out.Games, compareLine(t, g, line))
	}
	told := make([]map[int]int64, len(t.Games)) // by game, ply: when first published correctly
	for _, x := range r.Publications {
		if !x.isMove() {
			continue
		}
		out.Shown++
		switch {
		case right(t, x):
			if told[x.Game] == nil {
				told[x.Game] = map[int]int64{}
			}
			if _, ok := told[x.Game][x.Ply]; !ok {
				told[x.Game][x.Ply] = x.AtUS
			}
		case !wasTakenBack(t, x):
			out.Wrong = append(out.Wrong, x)
		}
	}
	for i, g := range t.Games {
		for _, p := range g.Plies {
			if at, ok := told[i][p.Ply]; ok {
				out.DelaysUS = append(out.DelaysUS, at-p.DoneUS)
			} else {
				out.NeverRight++
			}
		}
	}
	return out
}

func compareLine(t sim.Truth, g sim.TruthGame, line []string) Game {
	out := Game{Plies: len(g.Moves)}
	for out.Right < len(g.Plies) && out.Right < len(line) && isAsPlayed(g.Plies[out.Right], line[out.Right]) {
		out.Right++
	}
	n := out.Right
	if n == len(g.Plies) && n == len(line) {
		out.Exact = true
		return out
	}
	m := &Miss{Ply: n + 1}
	from, to := g.EndUS, g.EndUS
	if n < len(g.Plies) {
		p := g.Plies[n]
		m.Want, m.Style = p.UCI, p.Style
		from, to = p.StartUS, p.DoneUS
	}
	if n < len(line) {
		m.Got = line[n]
	}
	m.Incidents = about(t, from, to)
	out.First = m
	return out
}

// isAsPlayed reports whether a move was rebuilt as it was played.
func isAsPlayed(p sim.Ply, uci string) bool {
	if p.UCI == uci {
		return true
	}
	return p.Promo != nil && p.Promo.Unknowable && len(uci) == 5 && len(p.UCI) == 5 && uci[:4] == p.UCI[:4] && uci[4] == 'q'
}

// IsRight reports whether a published move was played, or was played at that time and
// taken back later.
func IsRight(t sim.Truth, x Publication) bool { return right(t, x) || wasTakenBack(t, x) }

func right(t sim.Truth, x Publication) bool {
	return x.Game >= 0 && x.Game < len(t.Games) && x.Ply >= 1 && x.Ply <= len(t.Games[x.Game].Plies) &&
		isAsPlayed(t.Games[x.Game].Plies[x.Ply-1], x.UCI)
}

// wasTakenBack reports whether a published move was played at that time, though not kept.
func wasTakenBack(t sim.Truth, x Publication) bool {
	for _, n := range t.Incidents {
		if n.Kind != sim.IncidentTakeBack || n.Game != x.Game || x.AtUS < n.AtUS || x.AtUS > n.UntilUS+grace {
			continue
		}
		for _, p := range n.Taken {
			if p.Ply == x.Ply && isAsPlayed(p, x.UCI) {
				return true
			}
		}
	}
	return false
}

// about lists what else happened around a stretch of time: kinds of incidents,
// and of faults that begin or lie there, each once, in alphabetical order.
func about(t sim.Truth, from, to int64) []string {
	kinds := []string{}
	for _, n := range t.Incidents {
		if n.AtUS <= to+after && n.UntilUS >= from-before {
			kinds = append(kinds, n.Kind)
		}
	}
	for _, f := range t.Faults {
		if f.FromUS != nil && *f.FromUS <= to+after && (f.ToUS == 0 || f.ToUS >= from-before) {
			kinds = append(kinds, f.Kind)
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// Base is a style without what came after it: "slide" of "slide+wiggle".
func Base(style string) string {
	base, _, _ := strings.Cut(style, "+")
	return base
}
