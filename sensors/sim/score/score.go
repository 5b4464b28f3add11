package score

import (
	"slices"
	"strings"

	"touchmove/sensors/sim"
)

// Report is the comparison of one trace.
type Report struct {
	Games      []Game
	Surplus    int           // games that were rebuilt but never played
	Shown      int           // moves published, made and amended
	Wrong      []Publication // moves published that were never played
	DelaysUS   []int64       // of every ply published correctly: from the release to the first correct publication, in the order played
	NeverRight int           // plies never published correctly
}

// Game says how well one game was rebuilt.
type Game struct {
	Exact bool // the whole line is the one played
	Plies int  // number of plies played
	Right int  // plies before the first error
	First *Miss
}

// Miss is where a line first differs from what was played.
type Miss struct {
	Ply       int
	Want, Got string   // in UCI; Want is empty for an additional move, Got for a missing one
	Style     string   // how the ply was carried out; empty for an additional move
	Incidents []string // kinds of incidents and faults around that time
}

// The time before and after a ply in which an incident may have caused an error, in
// microseconds: a knock-over ten seconds before is often the cause.
const (
	before = 15000000
	after  = 5000000
)

// grace is how long after the end of a take-back its moves may still be published without
// counting as wrong, in microseconds.
const grace = 5000000

// Compare compares a reconstruction with the truth. Moves are compared as text, so
// castling must be written as in the truth. But a queen counts as right for an
// underpromotion that nothing reveals, and a move that was played and taken back does not
// count as wrong if it was published at that time.
func Compare(t sim.Truth, r Rebuilt) Report {
	out := Report{Surplus: max(0, len(r.Games)-len(t.Games))}
	for i, g := range t.Games {
		var line []string
		if i < len(r.Games) {
			line = r.Games[i]
		}
		out.Games = append(out.Games, compareLine(t, g, line))
	}
	first := make([]map[int]int64, len(t.Games)) // by game and ply: when first published correctly
	for _, x := range r.Publications {
		if !x.isMove() {
			continue
		}
		out.Shown++
		switch {
		case right(t, x):
			if first[x.Game] == nil {
				first[x.Game] = map[int]int64{}
			}
			if _, ok := first[x.Game][x.Ply]; !ok {
				first[x.Game][x.Ply] = x.AtUS
			}
		case !wasTakenBack(t, x):
			out.Wrong = append(out.Wrong, x)
		}
	}
	for i, g := range t.Games {
		for _, p := range g.Plies {
			if at, ok := first[i][p.Ply]; ok {
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

// isAsPlayed reports whether a rebuilt move counts as the one played.
func isAsPlayed(p sim.Ply, uci string) bool {
	if p.UCI == uci {
		return true
	}
	return p.Promo != nil && p.Promo.Unknowable && len(uci) == 5 && len(p.UCI) == 5 && uci[:4] == p.UCI[:4] && uci[4] == 'q'
}

// IsRight reports whether a published move was played, or was on the board at that time
// and taken back later.
func IsRight(t sim.Truth, x Publication) bool { return right(t, x) || wasTakenBack(t, x) }

func right(t sim.Truth, x Publication) bool {
	return x.Game >= 0 && x.Game < len(t.Games) && x.Ply >= 1 && x.Ply <= len(t.Games[x.Game].Plies) &&
		isAsPlayed(t.Games[x.Game].Plies[x.Ply-1], x.UCI)
}

// wasTakenBack reports whether a published move was on the board at that time but was
// taken back.
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

// about lists what else happened around a time span: kinds of incidents and of faults
// that lie there or begin there, each once, in alphabetical order.
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

// Base returns a style without its additions: "slide" for "slide+wiggle".
func Base(style string) string {
	base, _, _ := strings.Cut(style, "+")
	return base
}
