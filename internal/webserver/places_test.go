package webserver_test

import (
	"context"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/internal/webserver"
)

// One address takes all places. Visitors from other addresses get in nevertheless, each in the
// place of its newest one, and a place that is left is free once.
func TestPlaces(t *testing.T) {
	p := webserver.NewPlaces(4)
	ended := map[int]bool{}
	take := func(ip string, n int) (func(), bool) {
		return p.Take(netip.MustParsePrefix(ip+"/32"), func() { ended[n] = true })
	}
	for n := range 4 {
		if _, ok := take("192.0.2.1", n); !ok {
			t.Fatalf("visitor %d gets no place", n)
		}
	}
	if _, ok := take("192.0.2.1", 4); ok {
		t.Error("an address has one visitor too many")
	}
	leave, ok := take("192.0.2.2", 5)
	if _, again := take("192.0.2.2", 6); !ok || !again || !ended[3] || !ended[2] || ended[1] || len(ended) != 2 {
		t.Errorf("another address gets in: %v, %v; ended are %v", ok, again, ended)
	}
	if _, ok := take("192.0.2.2", 7); ok {
		t.Error("two addresses with the same number take from each other")
	}
	leave()
	leave()
	if _, ok := take("192.0.2.3", 8); !ok || len(ended) != 2 {
		t.Errorf("a place that was left: %v, ended are %v", ok, ended)
	}
	if _, ok := take("192.0.2.1", 9); ok {
		t.Error("a place that was left twice is free twice")
	}
}

// Whoever finds all places taken by its own address waits for the next one that is left, and not
// longer than it wants to.
func TestPlacesThatAreWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := webserver.NewPlaces(2)
		at := netip.MustParsePrefix("192.0.2.1/32")
		nobody := func() { t.Error("a place is taken away") }
		leave, _ := p.Take(at, nobody)
		p.Take(at, nobody)
		got := make(chan bool, 2)
		for range 2 {
			go func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				_, ok := p.Wait(ctx, at, nobody)
				got <- ok
			}()
		}
		synctest.Wait()
		if len(got) > 0 {
			t.Fatalf("there is no place, and waiting ended: %v", <-got)
		}
		leave()
		synctest.Wait()
		if len(got) != 1 || !<-got {
			t.Error("one place is left, and not one visitor has it")
		}
		time.Sleep(time.Minute)
		if <-got {
			t.Error("there are two visitors in one place")
		}
	})
}
