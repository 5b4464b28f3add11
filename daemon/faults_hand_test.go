package daemon_test

import (
	"testing"
	"testing/synctest"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// A piece held in the hand before the first move is not reported as a dead sensor,
// since the board was complete before.
func TestPieceHeldBeforeTheFirstMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := begin(t, wirings(t)["mcp23017"], nil)
		time.Sleep(5 * time.Second)
		b.pins.SetSquare(rules.E2, sensors.Empty)
		time.Sleep(15 * time.Second)
		if all := b.board.Faults.All(); len(all) != 0 {
			t.Errorf("in the hand, and told: %v", all)
		}
		b.pins.SetSquare(rules.E4, sensors.Occupied)
		time.Sleep(5 * time.Second)
		if all := b.board.Faults.All(); len(all) != 0 {
			t.Errorf("moved, and told: %v", all)
		}
		b.stop()
	})
}
