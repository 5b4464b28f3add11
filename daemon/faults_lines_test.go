package daemon_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// A matrix without diodes reports where it may show pieces that are not there, once for
// as long as there is a rectangle.
func TestGhostsAreTold(t *testing.T) {
	for _, name := range []string{"gpiomatrix", "mcpmatrix"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := wirings(t)[name]
				config.ScanHz = 20
				switch w := config.Wiring.(type) {
				case wiring.GPIOMatrix:
					w.Bare = true
					config.Wiring = w
				case wiring.MCPMatrix:
					w.Bare, w.Crossed = true, false
					config.Wiring = w
				}
				b := run(t, config, nil)
				time.Sleep(3 * time.Second)
				start := rules.StartPosition().Occupied()
				if all := b.board.Faults.All(); len(all) != 1 || all[0].Kind != scan.GhostSquares || all[0].Squares != start {
					t.Errorf("told: %v", all)
				}
				if b.twins.Matrix.Shorts() > 0 {
					t.Error("lines were driven against each other")
				}
				b.pins.SetSquare(rules.E2, sensors.Empty) // another rectangle
				time.Sleep(3*time.Second + 10*time.Millisecond)
				var diagonal sensors.Scan
				for sq := range diagonal {
					diagonal[sq] = sensors.Empty
				}
				diagonal[rules.A1], diagonal[rules.B2] = sensors.Occupied, sensors.Occupied
				b.pins.Set(diagonal)
				time.Sleep(3 * time.Second)
				for _, trouble := range b.board.Faults.All() {
					if trouble.Kind == scan.GhostSquares {
						t.Errorf("no rectangle, and told: %v", trouble)
					}
				}
				b.stop()
				if n := strings.Count(b.log.String(), "pieces may be shown that are not there"); n != 1 {
					t.Errorf("told %d times:\n%s", n, b.log)
				}
			})
		})
	}
}

// The end of a short fault is reported although nobody touches the board and nothing is
// to be decided there.
func TestMendedAtRest(t *testing.T) {
	for name, breaks := range map[string]func(b *boardUnderTest, broken bool){
		"gpiomatrix": func(b *boardUnderTest, broken bool) {
			b.twins.Matrix.BreakColumn(4, map[bool]chips.Fault{true: chips.StuckLow, false: chips.Whole}[broken])
		},
		"mcp23017": func(b *boardUnderTest, broken bool) {
			if broken {
				b.twins.Buses["1"].Unplug(0x22)
			} else {
				b.twins.Buses["1"].Plug(0x22)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := begin(t, wirings(t)[name], nil)
				time.Sleep(20 * time.Second)
				b.pins.SetSquare(rules.E2, sensors.Empty)
				time.Sleep(time.Second)
				b.pins.SetSquare(rules.E4, sensors.Occupied)
				time.Sleep(time.Minute)
				breaks(b, true)
				time.Sleep(300 * time.Millisecond)
				if all := b.board.Faults.All(); len(all) != 1 {
					t.Errorf("broken, and told: %v", all)
				}
				breaks(b, false)
				time.Sleep(3 * time.Second)
				if all := b.board.Faults.All(); len(all) != 0 {
					t.Errorf("mended, and told: %v", all)
				}
				b.stop()
				if n := strings.Count(b.log.String(), " again\" "); n != 1 {
					t.Errorf("told %d times that it is over:\n%s", n, b.log)
				}
			})
		})
	}
}
