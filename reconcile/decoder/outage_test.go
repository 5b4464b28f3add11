package decoder_test

import (
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// A rank goes dark, and when it is back one of its sensors is broken: the game is not in
// doubt for ever. Once the fault is told, the moves made since are told too.
func TestSensorBrokenByOutage(t *testing.T) {
	b := sit()
	for _, m := range [][2]rules.Square{{rules.E2, rules.E4}, {rules.E7, rules.E5}} {
		b.move(m[0], m[1])
		b.wait(5 * time.Second)
	}
	for file := range 8 {
		b.Change(rules.SquareAt(file, 1), sensors.Unknown)
	}
	b.wait(20 * time.Second)
	for file := range 8 {
		is := sensors.Occupied
		if sq := rules.SquareAt(file, 1); sq == rules.E2 || sq == rules.H2 {
			is = sensors.Empty // the pawn of e2 has moved, that of h2 has not
		}
		b.Change(rules.SquareAt(file, 1), is)
	}
	b.wait(10 * time.Second)
	line := [][2]rules.Square{{rules.G1, rules.F3}, {rules.B8, rules.C6}, {rules.F1, rules.B5}, {rules.A7, rules.A6}, {rules.B5, rules.A4}, {rules.G8, rules.F6}}
	for _, m := range line {
		b.move(m[0], m[1])
		b.wait(10 * time.Second)
	}
	b.wait(20 * time.Second)
	for i, m := range line {
		ply, made := i+3, false
		for _, f := range b.told {
			if f.Kind == decoder.Made && f.Ply == ply {
				made = f.Move.From() == m[0] && f.Move.To() == m[1]
			}
		}
		if !made {
			t.Errorf("ply %d, %v to %v, was not told", ply, m[0], m[1])
		}
	}
}
