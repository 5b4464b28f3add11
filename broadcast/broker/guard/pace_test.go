package guard

import (
	"testing"
	"time"
)

// A burst passes at once, what follows as quickly as tokens grow, and after a rest there is
// a burst again.
func TestPace(t *testing.T) {
	p := Pace{Burst: 3, PerSecs: 2}
	var b bucket
	now := time.Unix(1000, 0)
	for n, want := range []time.Duration{0, 0, 0, 500 * time.Millisecond, time.Second} {
		if got := b.wait(p, now); got != want {
			t.Errorf("packet %d waits %v, want %v", n+1, got, want)
		}
	}
	now = now.Add(time.Second)
	if got := b.wait(p, now); got != 500*time.Millisecond {
		t.Errorf("a second later a packet waits %v", got)
	}
	now = now.Add(time.Hour)
	for n := range 3 {
		if got := b.wait(p, now); got != 0 {
			t.Errorf("packet %d after an hour waits %v", n+1, got)
		}
	}
	if got := b.wait(p, now); got == 0 {
		t.Error("after an hour there are more than a burst")
	}
	if got := b.wait(p, now.Add(-time.Minute)); got > 2*time.Second { // a clock that was set back
		t.Errorf("a clock that goes back makes a packet wait %v", got)
	}
	if got := new(bucket).wait(Pace{}, now); got != 0 {
		t.Errorf("without a pace a packet waits %v", got)
	}
}
