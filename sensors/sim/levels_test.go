package sim_test

import (
	"slices"
	"strings"
	"testing"

	"touchmove/rules"
	"touchmove/sensors/sim"
)

// seen collects what happened in many performances of a level.
type seen struct {
	styles, flags, incidents, faults map[string]int
	plies, games, changes            int
}

func watch(t *testing.T, s sim.Style, seeds uint64) seen {
	t.Helper()
	n := seen{styles: map[string]int{}, flags: map[string]int{}, incidents: map[string]int{}, faults: map[string]int{}}
	for seed := range seeds {
		p := played(t, s, seed)
		truth := p.Truth()
		for _, i := range truth.Incidents {
			n.incidents[i.Kind]++
		}
		for _, f := range truth.Faults {
			n.faults[f.Kind]++
		}
		for _, g := range truth.Games {
			n.games++
			for _, ply := range g.Plies {
				n.plies++
				base, _, _ := strings.Cut(ply.Style, "+")
				n.styles[base]++
				for _, f := range ply.Flags {
					n.flags[f]++
				}
			}
		}
		for r := range p.Records() {
			if isChange(r) {
				n.changes++
			}
		}
	}
	return n
}

// Every way of moving that a level's table names really occurs at that level.
func TestEveryWayOfALevelAppears(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand games")
	}
	never := map[string]bool{}
	promoted := map[string]bool{}
	for _, s := range sim.Styles() {
		seeds := uint64(45)
		if s.Board.Physics != nil {
			seeds = 20 // the ways of another level, on another board
		}
		n := watch(t, s, seeds)
		ways := slices.Concat(s.Quiet, s.Captures)
		for _, w := range s.Castling {
			onlyChess960 := w.Name == "rook-only" || w.Name == "king-only"
			if !onlyChess960 && s.Variant != rules.Chess960 {
				ways = append(ways, w)
			}
		}
		for _, w := range ways {
			if n.styles[w.Name] == 0 {
				t.Errorf("level %s: no move was carried out as %s", s.Name, w.Name)
			}
		}
		// Rare moves need not occur at every level.
		for _, w := range slices.Concat(s.EnPassant, s.Castling) {
			never[w.Name] = never[w.Name] || n.styles[w.Name] > 0
		}
		for _, w := range s.Promotion {
			for style, k := range n.styles {
				if k > 0 && strings.HasPrefix(style, w.Name) {
					promoted[w.Name] = true
				}
			}
			promoted[w.Name] = promoted[w.Name] || false
		}
		for kind, chance := range map[string]int{
			sim.IncidentAdjust: s.Adjust, sim.IncidentWiggle: s.Wiggle, sim.IncidentTouch: s.OpponentTouches,
			sim.IncidentTouchBroken: s.TouchBroken, sim.IncidentIllegal: s.Illegal + s.Stands, sim.IncidentKnock: s.KnockOver,
			sim.IncidentSleeve: s.Sleeve, sim.IncidentStraighten: s.Straighten, sim.IncidentTakeBack: s.TakeBack, sim.IncidentSetUp: s.SetUp + 1000*(s.Games-1), sim.IncidentKings: s.Kings, sim.IncidentPostMortem: s.PostMortem, sim.IncidentStrayPress: s.StrayPress,
		} {
			if (n.incidents[kind] > 0) != (chance > 0) {
				t.Errorf("level %s: %d incidents of kind %s at a chance of %d in 1000", s.Name, n.incidents[kind], kind, chance)
			}
		}
		for kind, most := range map[string]int{
			"weak": s.Board.Weak[1], "crosstalk": s.Board.Crosstalk[1], "unknown": s.Board.Unknown[1], "chatter": s.Board.Chatter[1], "no-scans": s.Board.Gaps[1],
			"stuck-on": s.Board.Stuck[1], "stuck-off": s.Board.Stuck[1],
		} {
			if (n.faults[kind] > 0) != (most > 0) {
				t.Errorf("level %s: %d faults of kind %s, at most %d a board", s.Name, n.faults[kind], kind, most)
			}
		}
	}
	for name, ok := range never {
		if !ok {
			t.Errorf("at no level a move was carried out as %s", name)
		}
	}
	for name, ok := range promoted {
		if !ok {
			t.Errorf("at no level a pawn was promoted as %s", name)
		}
	}
}

// The figures of the sample traces, per 100 plies, with wide limits. A level
// outside these limits is a different level.
func TestLevelsKeepTheirFigures(t *testing.T) {
	type span struct{ least, most float64 }
	for level, want := range map[string]map[string]span{
		"clean":    {"lift-place": {70, 86}, "changes": {210, 240}},
		"club":     {"lift-place": {44, 58}, "slide": {10, 18}, "between": {2.5, 6}, "changes": {330, 420}, sim.FlagSilent: {2.5, 6}, sim.IncidentAdjust: {2, 4.5}},
		"blitz":    {sim.FlagOverlap: {12, 22}, "slide": {15, 28}, "changes": {290, 400}},
		"arbiter":  {sim.FlagTouchBroken: {3, 6.5}, sim.IncidentIllegal: {0.7, 2.2}, sim.IncidentKnock: {1.2, 3}, "changes": {340, 450}},
		"session":  {"changes": {320, 430}},
		"restless": {"slide-rest": {0.7, 3}, "slide-turn": {0.2, 1.5}, "moved-on": {0.2, 1.5}, "adjusted-after": {0.8, 3}, "changes": {330, 440}},
		"hard":     {sim.FlagOverlap: {8, 22}, sim.IncidentTakeBack: {0.3, 1.2}, sim.IncidentSleeve: {1.5, 4}, sim.IncidentKnock: {0.8, 2.5}},
	} {
		s, err := sim.StyleByName(level)
		if err != nil {
			t.Fatal(err)
		}
		n := watch(t, s, 25)
		for what, w := range want {
			count := n.styles[what] + n.flags[what]
			switch what {
			case "changes":
				count = n.changes
			case sim.IncidentAdjust, sim.IncidentIllegal, sim.IncidentKnock, sim.IncidentTakeBack, sim.IncidentSleeve:
				count = n.incidents[what]
			}
			if got := 100 * float64(count) / float64(n.plies); got < w.least || got > w.most {
				t.Errorf("level %s: %.2f %s per 100 plies, want %g to %g", level, got, what, w.least, w.most)
			}
		}
	}
}

func TestStyleByName(t *testing.T) {
	for _, s := range sim.Styles() {
		if got, err := sim.StyleByName(s.Name); err != nil || got.What != s.What {
			t.Errorf("StyleByName(%q) = %q, %v", s.Name, got.What, err)
		}
	}
	if _, err := sim.StyleByName("clubb"); err == nil || !strings.Contains(err.Error(), "arbiter") {
		t.Errorf("an unknown level gives %v, want an error that names the levels", err)
	}
}
