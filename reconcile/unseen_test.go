package reconcile_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestResultOfGameThatTheBoardHasNotShown: a game that the board has never shown has the result
// that the arbiter gives it, because a player did not come or the sensors have failed. It is
// published, can be withdrawn and given again, and the next game begins when its pieces are set up.
func TestResultOfGameThatTheBoardHasNotShown(t *testing.T) {
	start := board(rules.StartPosition())
	var nothing, dark sensors.Scan
	for sq := range nothing {
		nothing[sq] = sensors.Empty
	}
	for name, shown := range map[string]sensors.Scan{"nothing stands on it": nothing, "it is not read": dark} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, trace.Header{Board: "hall-7", Sensing: sensors.Occupancy, Laws: rules.FIDE2009})
			var told []string
			at := time.Duration(0)
			take := func(what trace.What) {
				t.Helper()
				at += time.Second
				for _, e := range step(t, g, trace.Record{At: at, What: what}) {
					switch w := e.What.(type) {
					case reconcile.Started:
						told = append(told, "started")
					case reconcile.ResultKnown:
						told = append(told, fmt.Sprintf("%s %v", w.Result, w.Reason))
					}
				}
			}
			take(trace.Scan{Board: shown})
			take(trace.Command{ID: "1", Do: trace.DoResult, Result: "1-0", Why: "forfeit"})
			if got := strings.Join(told, ", "); got != "started, 1-0 arbiter" {
				t.Errorf("told: %s", got)
			}
			if p := g.Playing(); p.Result != "1-0" || len(p.Moves) != 0 {
				t.Errorf("the game stands at %q with %d moves", p.Result, len(p.Moves))
			}
			take(trace.Command{ID: "2", Do: trace.DoUndo})
			if p := g.Playing(); p.Result != "*" {
				t.Errorf("undone, the game stands at %q", p.Result)
			}
			take(trace.Command{ID: "3", Do: trace.DoResign, By: "white"})
			take(trace.Command{ID: "4", Do: trace.DoNewGame})
			take(trace.Scan{Board: start})
			at += time.Minute
			take(trace.Scan{Board: start})
			if got := g.Games(); len(got) != 2 || got[0].Result != "0-1" || !got[1].Begun || got[1].Result != "*" {
				t.Errorf("games: %+v", got)
			}
		})
	}
}
