package decoder_test

import (
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// suspendFor begins another game by mistake, and after a while goes back to this one.
func (t *table) suspendFor(d time.Duration) {
	l := t.Suspend()
	t.NewGame(rules.StartPosition())
	t.wait(d)
	t.Reopen(l)
	t.wait(time.Second)
}

// TestCertaintyRisesAfterSuspension: a move that was published before the game was suspended still
// becomes certain afterwards.
func TestCertaintyRisesAfterSuspension(t *testing.T) {
	b := sit()
	for _, m := range [][2]rules.Square{{rules.E2, rules.E4}, {rules.E7, rules.E5}, {rules.G1, rules.F3}} {
		b.move(m[0], m[1])
		b.wait(4 * time.Second)
	}
	b.suspendFor(10 * time.Second)
	for _, m := range [][2]rules.Square{{rules.B8, rules.C6}, {rules.F1, rules.B5}, {rules.A7, rules.A6}} {
		b.move(m[0], m[1])
		b.wait(4 * time.Second)
	}
	for ply := 1; ply <= 4; ply++ {
		kinds, sure := b.of(ply)
		if len(sure) == 0 || sure[len(sure)-1] < decoder.Certain {
			t.Errorf("ply %d: told %v with %v", ply, kinds, sure)
		}
	}
}

// TestSealOutlastsSuspension: what was completed before the game was suspended is still completed
// afterwards: kings put in the centre do not undo the last capture.
func TestSealOutlastsSuspension(t *testing.T) {
	b := sit()
	b.move(rules.E2, rules.E4)
	b.Press(rules.White)
	b.wait(5 * time.Second)
	b.move(rules.D7, rules.D5)
	b.Press(rules.Black)
	b.wait(5 * time.Second)
	b.Change(rules.E4, sensors.Empty)
	b.wait(200 * time.Millisecond)
	b.Change(rules.D5, sensors.Empty)
	b.wait(200 * time.Millisecond)
	b.Change(rules.D5, sensors.Occupied)
	b.wait(500 * time.Millisecond)
	b.Press(rules.White)
	b.wait(5 * time.Second)
	b.suspendFor(10 * time.Second)
	for _, m := range [][2]rules.Square{{rules.E1, rules.E4}, {rules.E8, rules.D4}} {
		b.move(m[0], m[1])
		b.wait(300 * time.Millisecond)
	}
	b.wait(30 * time.Second)
	ended := false
	for _, f := range b.told {
		switch f.Kind {
		case decoder.Retracted, decoder.Amended:
			t.Errorf("ply %d was told otherwise at %v", f.Ply, f.At)
		case decoder.Ended:
			ended = true
		}
	}
	if !ended {
		t.Error("the kings in the centre were not taken for the end")
	}
}
