package daemon_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
)

// A new piece that is put on its square before the pawn is taken off is not reported as
// a stuck sensor. One that lies there for long is, and so is one next to a pawn that
// may not promote there.
func TestPromotedPieceFirst(t *testing.T) {
	for _, c := range []struct {
		name  string
		put   rules.Square
		waits time.Duration
		told  bool
	}{
		{"a new queen", rules.A1, 2 * time.Second, false},
		{"a new queen that takes", rules.B1, 2 * time.Second, false},
		{"somewhere else", rules.C1, 2 * time.Second, true},
		{"and left lying", rules.A1, 13 * time.Second, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const from = "8/2k5/8/8/8/8/p6K/8 w - - 0 1"
				b := begin(t, wirings(t)["mcp23017"], func(b *boardUnderTest) {
					b.from = from
					shown := sensorsOf(t, from)
					b.pins.Set(shown)
				})
				move := func(from, to rules.Square) {
					b.pins.SetSquare(from, sensors.Empty)
					time.Sleep(700 * time.Millisecond)
					b.pins.SetSquare(to, sensors.Occupied)
					time.Sleep(5 * time.Second)
				}
				time.Sleep(5 * time.Second)
				move(rules.H2, rules.H3)
				b.pins.SetSquare(c.put, sensors.Occupied)
				time.Sleep(c.waits)
				all := b.board.Faults.All()
				if told := len(all) == 1 && all[0].Kind == scan.StuckSquare && all[0].Part == c.put.String(); told != c.told || len(all) > 1 {
					t.Errorf("told: %v", all)
				}
				if c.told {
					b.pins.SetSquare(c.put, sensors.Empty)
				} else if b.pins.SetSquare(rules.A2, sensors.Empty); c.put == rules.A1 {
					time.Sleep(time.Second)
					move(rules.H3, rules.G3)
					if moves := strings.Join(made(b.session.History), " "); moves != "h2h3 a2a1q h3g3" {
						t.Errorf("made %s", moves)
					}
				}
				time.Sleep(3 * time.Second)
				b.stop()
			})
		})
	}
}

// sensorsOf returns what digital sensors read for a position.
func sensorsOf(t *testing.T, fen string) (shown sensors.Scan) {
	t.Helper()
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.NewPosition(setup, rules.Standard)
	if err != nil {
		t.Fatal(err)
	}
	for sq := range shown {
		shown[sq] = sensors.Empty
		if p.Occupied().Has(rules.Square(sq)) {
			shown[sq] = sensors.Occupied
		}
	}
	return shown
}
