package scan_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/sensors/scan"
)

// slept sleeps for the time that a pace asks for, and is never woken.
func slept(wait time.Duration) bool {
	time.Sleep(wait)
	return false
}

// A real board is scanned at fixed moments. After a scan that took too long, the
// next one follows at once; missed scans are not made up for.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		p := scan.NewPace(began, time.Hour, 10*time.Millisecond, nil)
		var at []time.Duration
		for n, took := range []time.Duration{time.Millisecond, 12 * time.Millisecond, time.Millisecond, 35 * time.Millisecond, 0, 0, 0} {
			if !p.Wait(t.Context(), slept) {
				t.Fatal("it ended")
			}
			at = append(at, p.At(time.Now())-time.Hour)
			if !p.Begun() || p.Period() != 10*time.Millisecond {
				t.Errorf("scan %d: begun %v, period %v", n, p.Begun(), p.Period())
			}
			time.Sleep(took)
		}
		ms := time.Millisecond
		if want := []time.Duration{0, 10 * ms, 22 * ms, 30 * ms, 65 * ms, 75 * ms, 85 * ms}; !slices.Equal(at, want) {
			t.Errorf("scanned at %v, want %v", at, want)
		}
	})
}

// By brings the next scan forward. A shorter period takes effect at once. Being
// woken begins a scan, and the next ones follow from there.
func TestPaceChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		p := scan.NewPace(began, 0, 100*time.Millisecond, nil)
		next := func(sleep func(time.Duration) bool) time.Duration {
			p.Wait(t.Context(), sleep)
			return time.Since(began)
		}
		next(slept)
		p.By(30 * time.Millisecond)
		if at := next(slept); at != 30*time.Millisecond {
			t.Errorf("what is due at 30 ms is scanned at %v", at)
		}
		p.Set(10 * time.Millisecond)
		if at := next(slept); at != 40*time.Millisecond {
			t.Errorf("with a period of 10 ms the scan after 30 ms is at %v", at)
		}
		p.Set(100 * time.Millisecond)
		if at := next(func(time.Duration) bool { time.Sleep(3 * time.Millisecond); return true }); at != 43*time.Millisecond {
			t.Errorf("woken after 3 ms, it scans at %v", at)
		}
		if at := next(slept); at != 143*time.Millisecond {
			t.Errorf("and then at %v, want a period later", at)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if p.Wait(ctx, slept) {
			t.Error("it goes on after its context has ended")
		}
	})
}

// twice is simulated time that goes twice as fast.
type twice struct{ going bool }

func (*twice) Speed() float64               { return 2 }
func (s *twice) Going(context.Context) bool { return s.going }

// Every scan of a simulated board is one period after the last in the board's own
// time, however long the scan takes, until the context ends.
func TestSimulatedPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sim := &twice{true}
		p := scan.NewPace(time.Now(), time.Minute, 10*time.Millisecond, sim)
		began := time.Now()
		for n := range 100 {
			p.Wait(t.Context(), slept)
			if at, want := p.At(time.Now()), time.Minute+time.Duration(n)*10*time.Millisecond; at != want {
				t.Fatalf("scan %d is at %v, want %v", n, at, want)
			}
			if n == 50 {
				time.Sleep(30 * time.Millisecond) // a slow machine
			}
		}
		if took := time.Since(began); took < 495*time.Millisecond || took > 525*time.Millisecond {
			t.Errorf("a second at double speed took %v", took)
		}
		if sim.going = false; p.Wait(t.Context(), slept) {
			t.Error("it goes on though its time has ended")
		}
	})
}

// A Timer sleeps about as long as asked, and can be woken by another goroutine.
func TestTimer(t *testing.T) {
	timer := scan.NewTimer()
	began := time.Now()
	if timer.Sleep(20*time.Millisecond) || time.Since(began) < 20*time.Millisecond {
		t.Errorf("it slept %v of 20 ms", time.Since(began))
	}
	began = time.Now()
	slept, waker := make(chan struct{}), sync.WaitGroup{}
	waker.Go(func() {
		for {
			select {
			case <-slept:
				return
			case <-time.After(time.Millisecond): // keep trying: a Wake before the sleep has no effect
				timer.Wake()
			}
		}
	})
	timer.Sleep(10 * time.Second)
	if took := time.Since(began); took >= 10*time.Second {
		t.Errorf("woken, it slept for %v", took)
	}
	close(slept)
	waker.Wait()
	if err := timer.Close(); err != nil {
		t.Error(err)
	}
	var none *scan.Timer
	none.Wake() // Go's timer, which cannot be woken
	if err := none.Close(); err != nil {
		t.Error(err)
	}
}
