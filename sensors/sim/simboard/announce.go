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

// announced returns the acts of a performance, with those of an arbiter added. Before each game
// the arbiter gives a new-game command with the players, as a pairing program sends it: at the
// beginning, and whenever the board is swept for the next game. After the game the arbiter stops
// the clocks and enters the result, unless the players have done so.
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
		if a := ownNewGame(acts, from, g.StartUS); a >= 0 { // the hands announce a different starting position themselves
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
	// These come before other records of the same moment, because a new game begins a new
	// journal, which must contain the whole moment.
	all := append(said, acts...)
	slices.SortStableFunc(all, func(a, b trace.Record) int { return cmp.Compare(a.At, b.At) })
	return all
}

// The time after the end of a game until the clocks are stopped, if nothing on the board shows
// the end, and from then until the result is entered. Nobody sweeps the board earlier.
const (
	toClocks = 1200 * time.Millisecond
	toResult = 1500 * time.Millisecond
)

// ended returns what an arbiter does at the end of a game: stop the clocks, when the kings come
// to the centre or shortly after the last move, and enter the result. A mate or stalemate has
// ended the game by itself, and with it the clocks.
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

// ends are the commands that end a game.
var ends = []string{trace.DoResult, trace.DoResign, trace.DoAcceptDraw}

// ownNewGame returns the index of the hands' own new-game command between two times, or -1 if
// there is none.
func ownNewGame(acts []trace.Record, from, to int64) int {
	return slices.IndexFunc(acts, func(r trace.Record) bool {
		c, ok := r.What.(trace.Command)
		at := r.At.Microseconds()
		return ok && c.Do == trace.DoNewGame && at >= from && at <= to
	})
}

// pairing returns the players and the event as keys of a new-game command, or "" if nothing is
// known. PGN writes ? for unknown values (PGN standard 1994, 8.1.1).
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
