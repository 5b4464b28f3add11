package reconcile

import (
	"time"

	"touchmove/internal/refusal"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// checkQuickplay refuses a request made with two minutes or more on the clock, before the last
// period, or in a game with an increment.
func (g *Game) checkQuickplay(c trace.Command) error {
	if err := g.laws.Check(c); err != nil {
		return err
	}
	by, err := rules.ParseColor(c.By)
	clock, known := g.Clock()
	if err != nil || !known {
		return nil // the arbiter has looked at the clock
	}
	switch {
	case clock.Left(by) >= 2*time.Minute:
		return refusal.New("quickplay-too-early", "quickplay: {player} has {left} left: only with less than two minutes (2009: 10.2, 2018: III.4)", "player", by, "left", clock.Left(by).Truncate(time.Second), "left_ms", clock.Left(by).Milliseconds())
	case clock.Needed(by) > 0:
		return refusal.New("quickplay-last-period", "quickplay: only in the last period (2009: 10.1, 2018: III.1)")
	case clock.Bonused(by) && !article4.QuickplayTakesIncrement(g.header.Laws):
		return refusal.New("quickplay-increment", "quickplay: not with an increment (2018: III.2.2)")
	}
	return nil
}
