package simboard

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

// announced are the acts of a performance, and before each game a new-game
// command that says who plays it, as an arbiter's pairing program would send:
// at the beginning, and whenever the board is swept for the next game.
func announced(p *sim.Performance) []trace.Record {
	acts := slices.Clone(p.Acts())
	truth := p.Truth()
	var said []trace.Record
	from := int64(0)
	for i, g := range truth.Games {
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
