package webserver_test

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/internal/webserver"
)

// now takes a place if there is one without waiting for somebody to leave.
func now(p *webserver.Places, ip string, end func()) (leave func(), ok bool) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return p.Acquire(ctx, netip.MustParsePrefix(ip+"/32"), end)
}

// One address takes all places. Visitors from other addresses get in nevertheless, each in the
// place of its newest one once that has left, and a place that is left is free once.
func TestPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := webserver.NewPlaces(4)
		test, over := context.WithCancel(t.Context())
		defer over()
		var mu sync.Mutex
		inside, most := 0, 0
		var cutOff []int
		visit := func(ip string, n int, slow time.Duration) (leave func(), ok bool) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			var once sync.Once
			gone := make(chan struct{})
			leaves, ok := p.Wait(ctx, netip.MustParsePrefix(ip+"/32"), func() { cutOff = append(cutOff, n); close(gone) })
			if !ok {
				return nil, false
			}
			mu.Lock()
			inside++
			most = max(most, inside)
			mu.Unlock()
			out := func() {
				once.Do(func() { mu.Lock(); inside--; mu.Unlock() })
				leaves()
			}
			go func() {
				select {
				case <-gone: // it is in a read of the disk for a while
					time.Sleep(slow)
					out()
				case <-test.Done():
				}
			}()
			return out, true
		}
		for n := range 4 {
			if _, ok := visit("192.0.2.1", n, 10*time.Second); !ok {
				t.Fatalf("visitor %d gets no place", n)
			}
		}
		if _, ok := visit("192.0.2.1", 4, 0); ok {
			t.Error("an address has one visitor too many")
		}
		began := time.Now()
		leave, ok := visit("192.0.2.2", 5, 0)
		if took := time.Since(began); !ok || took != 10*time.Second {
			t.Errorf("another address gets in: %v, after %v, and the place was empty after 10s", ok, took)
		}
		if _, ok := visit("192.0.2.2", 6, 0); !ok || fmt.Sprint(cutOff) != "[3 2]" {
			t.Errorf("it gets in once more: %v; cut off are %v", ok, cutOff)
		}
		if _, ok := visit("192.0.2.2", 7, 0); ok {
			t.Error("two addresses with the same number take from each other")
		}
		leave()
		leave()
		if _, ok := now(p, "192.0.2.3", func() {}); !ok || len(cutOff) != 2 {
			t.Errorf("a place that was left: %v, cut off are %v", ok, cutOff)
		}
		if _, ok := visit("192.0.2.1", 9, 0); ok {
			t.Error("a place that was left twice is free twice")
		}
		if most != 4 {
			t.Errorf("%d are inside at once, in 4 places", most)
		}
	})
}

// While those who have lost their places hang, nobody else comes in, from however many addresses.
// Whoever gives up meanwhile gets none later.
func TestPlacesOfThoseWhoHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := webserver.NewPlaces(8)
		var leaves []func()
		for range 8 {
			leave, _ := now(p, "192.0.2.1", func() {})
			leaves = append(leaves, leave)
		}
		var in atomic.Int32
		for n := range 200 {
			go func() {
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
				defer cancel()
				if _, ok := p.Wait(ctx, netip.MustParsePrefix(fmt.Sprintf("192.0.3.%d/32", n)), func() {}); ok {
					in.Add(1)
				}
			}()
		}
		time.Sleep(time.Minute)
		if n := in.Load(); n != 0 {
			t.Errorf("%d come in while all places are held", n)
		}
		for _, leave := range leaves {
			leave()
		}
		for n := range 8 {
			if _, ok := now(p, "192.0.4.1", func() {}); !ok {
				t.Errorf("place %d is not free again", n)
			}
		}
	})
}

// A place that is left goes to the address with fewer, although another one has waited for longer, and
// nobody is cut off for it.
func TestPlacesForThoseWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := webserver.NewPlaces(4)
		nobody := func() { t.Error("a place is taken away") }
		leave, _ := now(p, "192.0.2.1", nobody)
		for _, ip := range []string{"192.0.2.1", "192.0.2.2", "192.0.2.2"} {
			if _, ok := now(p, ip, nobody); !ok {
				t.Fatalf("%s gets no place", ip)
			}
		}
		got := make(chan string, 2)
		ctx, over := context.WithCancel(t.Context())
		defer over()
		for _, ip := range []string{"192.0.2.2", "192.0.2.1"} {
			go func() {
				if _, ok := p.Wait(ctx, netip.MustParsePrefix(ip+"/32"), nobody); ok {
					got <- ip
				}
			}()
			synctest.Wait()
		}
		if len(got) > 0 {
			t.Fatal("somebody gets a place where both have the same number")
		}
		leave()
		synctest.Wait()
		if len(got) != 1 || <-got != "192.0.2.1" {
			t.Error("the address with one place does not get another one")
		}
	})
}

// Whoever finds all places taken by its own address waits for the next one that is left, and not
// longer than it wants to.
func TestPlacesThatAreWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := webserver.NewPlaces(2)
		at := netip.MustParsePrefix("192.0.2.1/32")
		nobody := func() { t.Error("a place is taken away") }
		leave, _ := now(p, "192.0.2.1", nobody)
		now(p, "192.0.2.1", nobody)
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
