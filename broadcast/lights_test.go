package broadcast_test

import (
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/rules"
	"touchmove/sensors/lights"
)

// lit is what the lamps of the tests' boards show.
var lit = broadcast.Lit{
	Frame: lights.Frame{
		Squares: [64]lights.Lamp{rules.E4: {Tone: lights.White, Large: true}, rules.H8: {Tone: lights.Red}},
		Edge:    lights.Lamp{Tone: lights.Violet, Large: true},
	},
	Faults: []string{"buzzer on GPIO12: device or resource busy"}, Time: began,
}

// What lamps show is retained for clients with a name, and replaced when it changes.
func TestLights(t *testing.T) {
	b, _ := startEmbedded(t, nil)
	reader, nobody := follow(t, "tcp://"+b.Addr(), "rea", "reader's"), follow(t, "tcp://"+b.Addr(), "", "")
	broadcasttest.Eventually(t, "the lamps are told", func() bool { return reader.Last("lights") != "" && nobody.Last("pgn") != "" })
	want := `"lit":[{"square":"e4","tone":"white","large":true},{"square":"h8","tone":"red","large":false}],"edge":{"tone":"violet","large":true},"faults":["buzzer on GPIO12: device or resource busy"]}`
	if got := reader.Last("lights"); !strings.HasSuffix(got, want) {
		t.Errorf("told %s", got)
	}
	if nobody.Last("lights") != "" {
		t.Error("everybody may read what the lamps show")
	}
}
