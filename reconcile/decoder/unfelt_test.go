package decoder_test

import (
	"math"
	"testing"
	"time"

	"touchmove/reconcile/policy"
	"touchmove/rules"
	"touchmove/sensors"
)

// unfelt is a table at which the white knight has left g1 for a square where nothing is detected, and Black
// replies after the time given.
func unfelt(pause time.Duration) *table {
	b := sit()
	b.Change(rules.G1, sensors.Empty)
	b.wait(pause)
	b.move(rules.E7, rules.E6)
	return b
}

// TestUnfeltWhere: no reading says where a piece is that no sensor detects, so its moves are as likely as players
// choose them.
func TestUnfeltWhere(t *testing.T) {
	b := unfelt(3 * time.Second)
	b.wait(3 * time.Second)
	p := rules.StartPosition()
	score := func(uci string) float64 {
		next := after(t, p, uci)
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		return policy.Score(&p, next, m, policy.Previous{})
	}
	share := func(uci string) float64 { return b.Share(2, after(t, p, uci, "e7e6")) }
	want := score("g1f3") - score("g1h3")
	if got := math.Log(share("g1f3") / share("g1h3")); math.Abs(got-want) > 0.01 {
		t.Errorf("Nf3 is e^%.3f times as likely as Nh3, not e^%.3f", got, want)
	}
}

// TestMissingAtReply: a piece that is off its square when the reply stands is in no hand, however fast the game is.
func TestMissingAtReply(t *testing.T) {
	b := unfelt(300 * time.Millisecond)
	b.wait(200 * time.Millisecond)
	p := rules.StartPosition()
	if b.Share(2, after(t, p, "g1f3", "e7e6")) == 0 {
		t.Error("0.9 s after the knight left nobody thinks of 1. Nf3 e6")
	}
}

// TestUnfeltThenElsewhere: a piece that comes down where no move puts it speaks against an undetected one, also when slow
// hands set it down only after that was thought of. Once it is gone again, nothing speaks against it. A fault of a sensor
// that has not changed in this game costs 2 more than an undetected piece, so the odds cannot fall by more than that.
func TestUnfeltThenElsewhere(t *testing.T) {
	b := sit()
	b.Change(rules.G1, sensors.Empty)
	b.wait(3 * time.Second)
	p := rules.StartPosition()
	odds := func() float64 {
		moved := b.Share(1, after(t, p, "g1f3")) + b.Share(1, after(t, p, "g1h3"))
		return math.Log(moved / (1 - moved))
	}
	before := odds()
	b.Change(rules.G4, sensors.Occupied)
	b.wait(20 * time.Millisecond)
	stands := odds()
	b.Change(rules.G4, sensors.Empty)
	b.wait(20 * time.Millisecond)
	if drop := before - stands; drop < 1 {
		t.Errorf("an undetected knight is e^%.2f times less likely when a piece stands on g4, want e^1 at least", drop)
	}
	if left := before - odds(); math.Abs(left) > 0.5 {
		t.Errorf("when the piece has left g4 again, an undetected knight is e^%.2f times less likely than before", left)
	}
}
