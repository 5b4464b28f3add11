package decoder_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// A king that has moved into the centre, and is put on another square there with the other
// king beside it, had moved before the game ended.
func TestKingMovesIntoTheCentreBeforeTheEnd(t *testing.T) {
	setup, err := rules.ParseFEN("3K1N2/8/3k4/8/8/8/6r1/R7 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	start, err := rules.NewPosition(setup, rules.Standard)
	if err != nil {
		t.Fatal(err)
	}
	b := &table{Decoder: decoder.New(decoder.Config{Start: start})}
	scan := occupied(start)
	b.wait(time.Millisecond)
	b.Scan(&scan)
	b.wait(4 * time.Second)
	b.move(rules.D6, rules.E5)
	b.wait(8 * time.Second)
	b.Change(rules.D8, sensors.Empty)
	b.wait(time.Second)
	b.Change(rules.E5, sensors.Empty)
	b.wait(time.Second)
	b.Change(rules.E4, sensors.Occupied)
	b.wait(time.Second)
	b.Change(rules.D4, sensors.Occupied)
	b.wait(5 * time.Second)
	if got := b.lineTold(); !slices.Equal(got, []string{"d6e5"}) {
		t.Errorf("told %v, and d6e5 was played", got)
	}
	ended := slices.ContainsFunc(b.told, func(f decoder.Finding) bool { return f.Kind == decoder.Ended && f.Result == "1/2-1/2" })
	if !ended {
		t.Error("the kings in the centre were not seen")
	}
}
