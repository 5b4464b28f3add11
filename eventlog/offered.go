package eventlog

import (
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// offeredOn returns the commands that answer what waits on a desk: rulings on an illegal move, verdicts and missing
// signatures. Those that the game would refuse now are left out.
func offeredOn(d *Desk, g *reconcile.Game) (list []trace.Command) {
	offer := func(c trace.Command) {
		if g.Refuses(c) == nil {
			list = append(list, c)
		}
	}
	if d.Laws.Illegality != nil {
		for _, what := range []string{"confirm", "reject", "not-counted"} {
			offer(trace.Command{Do: trace.DoIllegal, By: "arbiter", What: what})
		}
	}
	if c := d.Laws.Claim; c != nil && c.Waits {
		for _, what := range []string{"upheld", "draw", "postpone", "rejected"} {
			offer(trace.Command{Do: trace.DoVerdict, By: "arbiter", What: what})
		}
	}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		if d.Signed.Missing[by] {
			offer(trace.Command{Do: trace.DoSign, By: by.String(), Result: g.Playing().Result})
		}
	}
	return list
}
