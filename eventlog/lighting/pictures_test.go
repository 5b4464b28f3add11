package lighting_test

import (
	"testing"
	"time"

	"touchmove/eventlog/lighting"
	"touchmove/internal/goldentest"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/lights/lightstest"
	"touchmove/sensors/trace"
)

func (b *table) panel(title, one, two string) lightstest.Panel {
	var pieces rules.Squares
	for sq, is := range b.shown {
		if is.Full() {
			pieces = pieces.With(rules.Square(sq))
		}
	}
	return lightstest.Panel{Title: title, Frame: b.last, Pieces: pieces, Text: [2]string{one, two}, Edge: true}
}

// The picture in docs/build.md is what the lighting shows for real records.
func TestPicture(t *testing.T) {
	var panels []lightstest.Panel
	b := newTable(t, lighting.Settings{}, true)
	b.show(without(start, rules.B1, rules.E2, rules.D8, rules.G8))
	panels = append(panels, b.panel("Setting up", "White where a piece is missing.", "All dark: complete."))
	b.show(start)
	b.take(trace.Command{ID: "1", Do: trace.DoStartClocks, By: "arbiter"})
	moved := without(start, rules.E2).With(rules.E4)
	b.show(without(start, rules.E2))
	b.show(moved)
	b.take(trace.Press{By: rules.White})
	b.wait(3 * time.Second)
	panels = append(panels, b.panel("During a game", "All dark, whatever the hands do.", "Nothing on the squares may help a player."))
	for sq := range 2 {
		b.shown[8+sq] = sensors.Unknown
	}
	b.wait(5 * time.Second)
	panels = append(panels, b.panel("A fault", "The lamp at the edge calls the arbiter; violet is a", "question about a move. The desk says what it is."))
	for sq := range 2 {
		b.shown[8+sq] = sensors.Occupied
	}
	b.wait(5 * time.Second)
	b.take(trace.Command{ID: "2", Do: trace.DoStopClocks, By: "arbiter"})
	b.show(without(moved, rules.G8, rules.D7).With(rules.H5).With(rules.C6))
	b.take(trace.Command{ID: "3", Do: trace.DoRestore, By: "arbiter", Ply: 1})
	panels = append(panels, b.panel("Putting right, one piece at a time", "Small: take from here. Large: put here.", "Only while the clocks stand, for an arbiter."))
	b.show(moved)
	b.take(trace.Command{ID: "4", Do: trace.DoStartClocks, By: "arbiter"})
	b.take(trace.Command{ID: "5", Do: trace.DoAdjourn, By: "arbiter"})
	sealed, err := trace.NewExtra(map[string]any{"text": "e5"})
	if err != nil {
		t.Fatal(err)
	}
	b.take(trace.Command{ID: "6", Do: trace.DoSeal, By: "black", Extra: sealed})
	b.show(0)
	b.show(rules.SquaresOf(rules.A1, rules.B1, rules.C1, rules.D1, rules.E1, rules.F1, rules.G1, rules.H1, rules.A2, rules.B2, rules.C2))
	panels = append(panels, b.panel("An adjourned game is put up", "White&#8217;s pieces first, then Black&#8217;s.", "The sealed move is not shown."))
	got := lightstest.Picture(panels...)
	const path = "../../docs/pictures/lights.svg"
	goldentest.Check(t, path, got)
}
