package clock_test

import (
	"reflect"
	"testing"
	"time"

	"touchmove/reconcile/clock"
	"touchmove/rules"
)

// dice is a small random generator (xorshift), so that a seed gives the same game with every
// version of Go.
type dice struct{ s uint64 }

func (d *dice) of(n int) int {
	d.s ^= d.s << 13
	d.s ^= d.s >> 7
	d.s ^= d.s << 17
	return int(d.s % uint64(n))
}

// check tests that no time was created or lost.
func check(t *testing.T, c clock.Clock, what any) {
	t.Helper()
	var run time.Duration
	for _, by := range []rules.Color{rules.White, rules.Black} {
		a := c.Account(by)
		if in, out := a.Start+a.Bonuses+a.Periods+a.Adjusted-a.Forfeited, a.Main+a.Run; in != out {
			t.Fatalf("%v: %s got %v and has %v: %+v", what, by, in, out, a)
		}
		run += a.Run
	}
	if began, ok := c.Began(); ok && run+c.Stood() != c.At()-began {
		t.Fatalf("%v: %v run, %v stood, since the start %v", what, run, c.Stood(), c.At()-began)
	}
}

var controls = []string{
	"300", "180+2", "40/5400+30:1800+30", "3/20:2/10:5", "2/15+3", "60 sec + 5 sec delay", "60 sec + 5 sec bronstein", "10 sec/3 moves + 20 sec + 2 sec delay", "*120",
}

// TestTimeIsNeverCreatedOrLost checks, to the microsecond, that no time is created or lost over
// hours, whatever is done to a clock, in whatever order, and however late it becomes known.
func TestTimeIsNeverCreatedOrLost(t *testing.T) {
	for seed := uint64(1); seed <= 400; seed++ {
		r := dice{seed * 2654435761}
		opt := clock.Options{AtMove: r.of(2) == 0, Forfeit: r.of(3) == 0, After: clock.AfterFlag(r.of(3))}
		pair := [2]clock.Control{control(t, controls[r.of(len(controls))])[0], control(t, controls[r.of(len(controls))])[0]}
		l := clock.NewLedger(pair, opt, 0)
		at := time.Duration(0)
		var presses []clock.Act
		var earlier []clock.Clock
		for range 150 {
			earlier = append(earlier, l.Now())
			at += time.Duration(r.of(r.of(4)*20_000_000+5)) * time.Microsecond
			if r.of(200) == 0 {
				at += time.Duration(r.of(8)) * time.Hour
			}
			by := rules.Color(r.of(2))
			switch n := r.of(40); {
			case n < 22:
				now := l.Now()
				if turn, ok := now.Runs(); ok && r.of(8) > 0 {
					by = turn
				}
				a := clock.Act{At: at, Do: clock.Press, By: by, Void: r.of(6) == 0}
				presses = append(presses, a)
				l.Apply(a)
			case n < 25:
				l.Apply(clock.Act{At: at, Do: clock.Start, By: by})
			case n < 26:
				l.Apply(clock.Act{At: at, Do: clock.Pause, Why: "arbiter"})
			case n < 28:
				l.Apply(clock.Act{At: at, Do: clock.Add, By: by, Amount: time.Duration(r.of(300_000_000)-100_000_000) * time.Microsecond})
			case n < 30:
				left, moves := time.Duration(r.of(600_000_000))*time.Microsecond, r.of(60)
				set := clock.Setting{}
				set.Left[by], set.Moves[by], set.Runs = &left, &moves, &by
				if r.of(3) == 0 {
					another := [2]clock.Control{control(t, controls[r.of(len(controls))])[0], control(t, controls[r.of(len(controls))])[0]}
					set.Controls = &another
				}
				l.Apply(clock.Act{At: at, Do: clock.Adjust, Set: &set})
			case n < 34 && len(presses) > 0:
				p := presses[r.of(len(presses))]
				if r.of(2) == 0 {
					l.Uncompleted(p.By, p.At)
				} else {
					l.Completed(1+r.of(80), p.By, p.At)
				}
			case n < 35:
				l.Completed(1+r.of(80), by, -1)
			case n < 36:
				l.Retracted(1 + r.of(80))
			case n < 37 && r.of(2) == 0:
				l.Ended(at-time.Duration(r.of(30_000_000))*time.Microsecond, "checkmate")
			case n < 37:
				l.Resume()
			case n < 38:
				was := earlier[r.of(len(earlier))]
				l.Apply(clock.Act{At: at, Do: clock.Recall, To: &was})
			case n < 39:
				l.Apply(clock.Act{At: at, Do: clock.Reopen})
				l.Apply(clock.Act{At: at, Do: clock.Order, Bonus: &clock.Period{Bonus: clock.Fischer, Each: 5 * time.Second}})
			default:
				l.Apply(clock.Act{At: at, Do: clock.Swap})
			}
			check(t, l.Now(), seed)
		}
	}
}

// TestLookingChangesNothing checks that how often a clock is read changes neither times nor signals
// nor their moments.
func TestLookingChangesNothing(t *testing.T) {
	for seed := uint64(1); seed <= 100; seed++ {
		r := dice{seed * 40503}
		pair := control(t, controls[r.of(len(controls))])
		rare, often := clock.NewLedger(pair, clock.Options{}, 0), clock.NewLedger(pair, clock.Options{}, 0)
		var a, b []clock.Signal
		at := time.Duration(0)
		for i := range 80 {
			next := at + time.Duration(r.of(15_000_000))*time.Microsecond
			for at < next {
				at = min(at+time.Duration(1+r.of(1_000_000))*time.Microsecond, next)
				often.Advance(at)
			}
			now := often.Now()
			act := clock.Act{At: at, Do: clock.Press, By: now.Turn()}
			if i == 0 {
				act.Do = clock.Start
			}
			rare.Apply(act)
			often.Apply(act)
			a, b = append(a, rare.Signals()...), append(b, often.Signals()...)
		}
		if !reflect.DeepEqual(rare.Now(), often.Now()) || len(a) != len(b) {
			t.Fatalf("seed %d: %+v and %+v", seed, rare.Now(), often.Now())
		}
		for i := range a {
			if a[i] != b[i] {
				t.Fatalf("seed %d: told %+v and %+v", seed, a[i], b[i])
			}
		}
	}
}

// TestDue checks that the clock reports something exactly at the time Due returns, neither before
// nor after.
func TestDue(t *testing.T) {
	for seed := uint64(1); seed <= 100; seed++ {
		r := dice{seed * 9176}
		l := clock.NewLedger(control(t, controls[r.of(len(controls))]), clock.Options{}, 0)
		l.Apply(clock.Act{Do: clock.Start})
		for range 40 {
			now := l.Now()
			at := now.At() + time.Duration(r.of(9_000_000))*time.Microsecond
			due, ok := l.Due()
			l.Signals()
			if ok && due <= at {
				l.Advance(due - time.Microsecond)
				if told := l.Signals(); len(told) > 0 {
					t.Fatalf("seed %d: told before it is due: %+v", seed, told)
				}
				l.Advance(due)
				if told := l.Signals(); len(told) != 1 || told[0].At != due {
					t.Fatalf("seed %d: due at %v and told %+v", seed, due, told)
				}
			}
			now = l.Now()
			l.Apply(clock.Act{At: max(at, now.At()), Do: clock.Press, By: now.Turn()})
		}
	}
}

func BenchmarkAdvance(b *testing.B) {
	c, err := clock.Parse("40/5400+30:1800+30")
	if err != nil {
		b.Fatal(err)
	}
	l := clock.NewLedger([2]clock.Control{c, c}, clock.Options{}, 0)
	l.Apply(clock.Act{Do: clock.Start})
	at := time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		at += 5 * time.Microsecond
		l.Advance(at)
	}
}
