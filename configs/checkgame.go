package configs

import (
	"fmt"
	"strconv"

	"touchmove/event/spoken"
	"touchmove/reconcile/article4"
	"touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

func (k *checker) game(raw *gameTable, g *Game) {
	if raw.Laws != nil {
		laws, err := rules.ParseLaws(*raw.Laws)
		if err != nil {
			k.Choice("game.laws", "laws", *raw.Laws, names(rules.AllLaws()))
		}
		g.Laws = laws
	}
	if raw.Variant != nil {
		variant, err := rules.ParseVariant(*raw.Variant)
		if err != nil {
			k.Choice("game.variant", "variant", *raw.Variant, []string{"standard", "chess960"})
		}
		g.Variant = variant
	}
	if raw.Mode != nil {
		modes := []string{"standard", "rapid", "blitz"}
		g.Mode, g.ModeGiven = trace.Mode(max(0, k.Choice("game.mode", "mode", *raw.Mode, modes))), true
	}
	if raw.Publish != nil {
		ways := []string{"sure", "quick"}
		g.Publish = trace.Publish(max(0, k.Choice("game.publish", "publish", *raw.Publish, ways)))
	}
	if raw.Supervised != nil {
		g.Supervised = *raw.Supervised
	}
	if raw.Clock != nil {
		clocks := []string{"unknown", "buttons", "none"}
		g.Clock = trace.Clock(max(0, k.Choice("game.clock", "clock", *raw.Clock, clocks)))
	}
	g.TimeControl = k.control("game.time_control", raw.TimeControl)
	g.BlackControl = k.control("game.time_control_black", raw.TimeControlBlack)
	if raw.TimeControlBlack != nil && raw.TimeControl == nil {
		k.Fault("game.time_control_black", "time_control_black: Black has a time control and White has none", "write time_control too")
	}
	g.Quickplay = raw.Quickplay
	k.rate(raw, g)
	if raw.Announcements != nil {
		k.Choice("game.announcements", "announcements", *raw.Announcements, spoken.Codes())
		g.Announcements = *raw.Announcements
	}
}

// rate warns if the time control contradicts the mode. It also warns of rapid and blitz
// games for which the file does not say whether they are adequately supervised.
func (k *checker) rate(raw *gameTable, g *Game) {
	mode, at := g.Mode, "game.mode"
	white, err := clock.Parse(g.TimeControl)
	black := white
	if g.BlackControl != "" && err == nil {
		black, err = clock.Parse(g.BlackControl)
	}
	if err == nil && white.Known() && black.Known() {
		byControl := article4.Class(g.Laws, max(white.Estimate(), black.Estimate()))
		switch {
		case g.ModeGiven && mode != byControl:
			k.Warn(at, fmt.Sprintf("mode: %q, but by %s a game of %s is %s", mode, g.Laws, g.TimeControl, byControl),
				fmt.Sprintf("write mode = %q or leave mode out, or put the time control right", byControl))
		case !g.ModeGiven && article4.FollowsControl(g.Laws):
			mode, at = byControl, "game.time_control"
		}
	}
	if mode != trace.StandardPlay && raw.Supervised == nil && article4.MayBeSupervised(g.Laws) {
		k.Warn(at, fmt.Sprintf("supervised: a game of %s, and the file does not say whether each is adequately supervised: the competition rules are applied", mode),
			"write supervised = true or false under [game]")
	}
}

// control checks a time control, which must be one that a clock can be set to.
func (k *checker) control(path string, raw *string) string {
	if raw == nil {
		return ""
	}
	c, err := clock.Parse(*raw)
	if err != nil || !c.Known() {
		k.Fault(path, fmt.Sprintf("%q is not a time control", *raw), `write as in "40/5400+30:1800+30", in seconds, or "25 min + 5 sec delay"; docs/laws.md has them all`)
		return ""
	}
	if says, meant, ok := clock.MeantInMinutes(*raw); ok {
		k.Warn(path, fmt.Sprintf("%q is %s: it is in seconds", *raw, says), "for minutes write "+strconv.Quote(meant))
	}
	return *raw
}

func names(laws []rules.Laws) []string {
	all := make([]string, len(laws))
	for i, l := range laws {
		all[i] = l.String()
	}
	return all
}
