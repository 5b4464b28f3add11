package eventlog_test

import (
	"testing"
	"time"

	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// A journal of an earlier version has an answer to a draw offer that was never made, which
// that version accepted: the actions after it keep their numbers, and an undo that names
// an action still takes the same one back. In a trace that is not a journal the command
// was refused when it was given.
func TestRefusedNowKeepsItsNumber(t *testing.T) {
	shown := sensors.Scan{}
	p := rules.StartPosition()
	for sq := range shown {
		shown[sq] = sensors.Empty
		if p.At(rules.Square(sq)) != rules.NoPiece {
			shown[sq] = sensors.Occupied
		}
	}
	at := func(s int, w trace.What) trace.Record {
		return trace.Record{At: time.Duration(s) * time.Second, What: w}
	}
	undo, err := trace.NewExtra(map[string]any{"action": 2})
	if err != nil {
		t.Fatal(err)
	}
	records := []trace.Record{
		at(0, trace.Scan{Board: shown}),
		at(1, trace.Command{Do: trace.DoAcceptDraw, By: "black"}),
		at(2, trace.Command{Do: trace.DoResult, Result: "1-0"}),
		at(3, trace.Command{Do: trace.DoUndo, Extra: undo}),
	}
	for wrote, want := range map[string]string{"0.0.9": "*", "": "1-0"} {
		h := trace.DefaultHeader()
		h.WrittenBy = wrote
		b, err := eventlog.Of(h, eventlog.Journal{ID: "hall-7"}, records)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Game().Playing().Result; got != want {
			t.Errorf("written by %q: the result is %s, want %s", wrote, got, want)
		}
		if wrote == "" {
			continue
		}
		var log []string
		for _, a := range b.Game().Actions() {
			log = append(log, a.Command.Do)
		}
		if len(log) != 3 || log[0] != trace.DoAcceptDraw || log[2] != trace.DoUndo {
			t.Errorf("the log has %v", log)
		}
	}
}
