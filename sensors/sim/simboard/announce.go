package simboard

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

// announced are the acts of a performance, and those of an arbiter beside the board: before each
// game a new-game command that says who plays it, as a pairing program sends it, at the beginning
// and whenever the board is swept for the next game; after it the clocks stopped and the result,
// where the hands have not entered it themselves.
func announced(p *sim.Performance, games []sim.Game) []trace.Record {
	acts := slices.Clone(p.Acts())
	truth := p.Truth()
	var said []trace.Record
	from := int64(0)
	for i, g := range truth.Games {
		said = append(said, ended(&truth, i, acts, mated(games[i]))...)
		extra := pairing(g.Source)
		if extra == "" {
			from = g.EndUS
			continue
		}
		if a := ownNewGame(acts, from, g.StartUS); a >= 0 { // another starting position is announced anyway
			c := acts[a].What.(trace.Command)
			c.Extra = extra
			acts[a].What = c
		} else {
			at := from
			for _, n := range truth.Incidents {
				if n.Kind == sim.IncidentSetUp && n.AtUS >= from && n.AtUS < g.StartUS && i > 0 {
					at = n.AtUS
				}
			}
			said = append(said, trace.Record{
				At:   time.Duration(at) * time.Microsecond,
				What: trace.Command{Do: trace.DoNewGame, FEN: g.StartFEN, Variant: truth.Variant, Extra: extra},
			})
		}
		from = g.EndUS
	}
	// Before what happens at the same moment: a new game begins a new journal,
	// which is to hold all of that moment.
	all := append(said, acts...)
	slices.SortStableFunc(all, func(a, b trace.Record) int { return cmp.Compare(a.At, b.At) })
	return all
}

// After the end of a game: how long it takes to stop the clocks, where nothing on the board
// shows the end, and to enter the result after that. Nobody sweeps the board sooner.
const (
	toClocks = 1200 * time.Millisecond
	toResult = 1500 * time.Millisecond
)

// ended are what an arbiter does at the end of a game of a performance: stops the clocks, when
// the kings come to the centre or soon after the last move, and enters the result. A mate or
// stalemate has ended the game itself, and with it the clocks.
func ended(truth *sim.Truth, i int, acts []trace.Record, mated bool) []trace.Record {
	g := &truth.Games[i]
	until := int64(math.MaxInt64)
	if i+1 < len(truth.Games) {
		until = truth.Games[i+1].StartUS
	}
	known := slices.ContainsFunc(acts, func(r trace.Record) bool {
		c, ok := r.What.(trace.Command)
		at := r.At.Microseconds()
		return ok && slices.Contains(ends, c.Do) && at >= g.EndUS && at < until
	})
	if known || g.Result == "" || g.Result == "*" {
		return nil
	}
	stops := time.Duration(g.EndUS)*time.Microsecond + toClocks
	enters := stops + toResult
	for _, n := range truth.Incidents {
		if n.Kind == sim.IncidentKings && n.AtUS >= g.EndUS && n.AtUS < until {
			stops = min(stops, time.Duration(n.AtUS)*time.Microsecond)
			enters = time.Duration(n.UntilUS)*time.Microsecond + toResult
		}
	}
	if mated {
		return []trace.Record{{At: enters, What: trace.Command{Do: trace.DoResult, Result: g.Result}}}
	}
	return []trace.Record{
		{At: stops, What: trace.Command{Do: trace.DoStopClocks, Why: "the game is over"}},
		{At: enters, What: trace.Command{Do: trace.DoResult, Result: g.Result}},
	}
}

// mated reports whether a game ends by mate or stalemate.
func mated(g sim.Game) bool {
	p := g.Start
	for _, m := range g.Moves {
		p = p.After(m)
	}
	return !p.HasLegalMove()
}

// ends are the commands by which a game ends.
var ends = []string{trace.DoResult, trace.DoResign, trace.DoAcceptDraw}

// ownNewGame finds the new-game command of the hands themselves between two
// times, -1 when there is none.
func ownNewGame(acts []trace.Record, from, to int64) int {
	return slices.IndexFunc(acts, func(r trace.Record) bool {
		c, ok := r.What.(trace.Command)
		at := r.At.Microseconds()
		return ok && c.Do == trace.DoNewGame && at >= from && at <= to
	})
}

// pairing writes who plays as the further keys of a new-game command, "" when
// nothing is known. PGN writes ? for what is not (PGN standard 1994, 8.1.1).
func pairing(s sim.Source) trace.Extra {
	keys := map[string]any{}
	for key, value := range map[string]string{"event": s.Event, "site": s.Site, "round": s.Round} {
		if known(value) {
			keys[key] = value
		}
	}
	for key, facts := range map[string]map[string]string{
		"white": {"name": s.White, "title": s.WhiteTitle, "federation": s.WhiteFederation},
		"black": {"name": s.Black, "title": s.BlackTitle, "federation": s.BlackFederation},
	} {
		maps.DeleteFunc(facts, func(_, value string) bool { return !known(value) })
		if facts["name"] != "" {
			keys[key] = facts
		}
	}
	extra, err := trace.NewExtra(keys)
	if err != nil {
		panic("simboard: texts that are no JSON: " + err.Error())
	}
	return extra
}

func known(tag string) bool { return tag != "" && tag != "?" && tag != "-" }
