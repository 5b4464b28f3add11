package release_test

import (
	"math"
	"testing"
	"time"

	"touchmove/reconcile/release"
)

// resting returns the signs of a bishop that has rested for this many seconds, with four other
// squares to go to.
func resting(seconds float64) release.Signs {
	var x release.Signs
	x[release.Open], x[release.Always], x[release.Quiet], x[release.Ways] = 1, 1, seconds, 2
	return x
}

// TestRiskFallsWithTime: the longer a piece rests, the less likely its hand is to go on, and in the
// end waiting is worth nothing.
func TestRiskFallsWithTime(t *testing.T) {
	before := 1.0
	for _, seconds := range []float64{0.25, 0.5, 1, 2, 4, 8} {
		x := resting(seconds)
		risk := x.Risk()
		if risk <= 0 || risk >= before {
			t.Errorf("after %v s the risk is %v, before %v", seconds, risk, before)
		}
		before = risk
	}
	early, late := resting(0.5), resting(8)
	if early.Gain() <= 10*late.Gain() {
		t.Errorf("a second is worth %v after half a second, and %v after eight", early.Gain(), late.Gain())
	}
}

// TestNothingIsOpen: a hand that is known to have finished does not go on.
func TestNothingIsOpen(t *testing.T) {
	x := resting(0.3)
	x[release.Open] = 0
	if x.Risk() != 0 || x.Gain() != 0 {
		t.Errorf("risk %v, gain %v", x.Risk(), x.Gain())
	}
}

// TestSigns checks that signs of a hand that goes on never lower the risk, and that signs against
// it never raise it.
func TestSigns(t *testing.T) {
	for _, s := range []release.Sign{release.Further, release.Loses, release.Elsewhere, release.Tried, release.Unsteady} {
		x := resting(0.5)
		before := x.Risk()
		if x[s] = 1; x.Risk() < before {
			t.Errorf("%v lowers the risk from %v to %v", s, before, x.Risk())
		}
	}
	for _, s := range []release.Sign{release.Fixed, release.Nowhere} {
		x := resting(0.5)
		before := x.Risk()
		x[release.Ways], x[s] = 0, 1
		if x.Risk() > before {
			t.Errorf("%v raises the risk from %v to %v", s, before, x.Risk())
		}
	}
}

// TestPressDue: while a press is expected, waiting is worth more. If the press does not come, the
// hand is likelier to go on than where none is due.
func TestPressDue(t *testing.T) {
	due, free := resting(0.3), resting(0.3)
	due[release.Due] = 1
	if due.Gain() < 2*free.Gain() {
		t.Errorf("while a press is awaited a second is worth %v, and %v where none is due", due.Gain(), free.Gain())
	}
	late, none := resting(2), resting(2)
	late[release.Due] = 1
	if late.Risk() <= 2*none.Risk() {
		t.Errorf("two seconds without the press: risk %v, and %v where none is due", late.Risk(), none.Risk())
	}
}

// TestGain checks that no second of waiting lowers the risk by more than Gain.
func TestGain(t *testing.T) {
	for _, seconds := range []float64{0.25, 0.6, 1.2, 2.5} {
		now := resting(seconds)
		for _, wait := range []float64{0.1, 0.5, 1, 2} {
			later := resting(seconds + wait)
			// The share of the present risk that remains, if the piece still rests later.
			left := later.Risk() * (1 - now.Risk()) / (1 - later.Risk())
			if worth := (now.Risk() - left) / wait; worth > now.Gain()+1e-9 {
				t.Errorf("at %v s, waiting for %v s brings %v a second, and Gain says %v", seconds, wait, worth, now.Gain())
			}
		}
	}
}

func TestPaceOf(t *testing.T) {
	for median, want := range map[time.Duration]float64{0: 0, time.Minute: 0, 8 * time.Second: 0, 4 * time.Second: math.Ln2, time.Millisecond: 4} {
		if got := release.PaceOf(median); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: %v, want %v", median, got, want)
		}
	}
}

// TestNames checks that every sign has its own name.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for s := range release.Count {
		name := release.Sign(s).String()
		if name == "" || seen[name] {
			t.Errorf("sign %d is called %q", s, name)
		}
		seen[name] = true
	}
}

// TestSquareJustChosen: a square on which the piece has just rested is one to which it can go again,
// however rarely players choose it. Where they often do, it changes nothing.
func TestSquareJustChosen(t *testing.T) {
	for _, c := range []struct {
		name   string
		onward release.Onward
		less   bool // the risk is smaller without that square
	}{
		{"nowhere else", release.Onward{Known: true}, true},
		{"rarely chosen", release.Onward{Known: true, Ways: 1, Elsewhere: -4}, true},
		{"often chosen", release.Onward{Known: true, Ways: 2, Elsewhere: 1}, false},
	} {
		var first, again release.Signs
		for _, x := range []*release.Signs{&first, &again} {
			x[release.Open], x[release.Always], x[release.Quiet] = 1, 1, 0.4
		}
		first.Go(&c.onward, false)
		again.Go(&c.onward, true)
		if a, b := first.Risk(), again.Risk(); a > b || (a < b) != c.less {
			t.Errorf("%s: the risk is %v, and %v after a rest on another square", c.name, a, b)
		}
	}
}
