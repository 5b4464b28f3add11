package feeds

import (
	"net/netip"
	"testing"
)

// One address takes all places. Programs from other addresses get in nevertheless, each in the
// place of its newest one, and a place that is left is free once.
func TestSeats(t *testing.T) {
	s := newSeats(4)
	ended := map[int]bool{}
	take := func(ip string, n int) (func(), bool) {
		return s.take(netip.MustParsePrefix(ip+"/32"), func() { ended[n] = true })
	}
	for n := range 4 {
		if _, ok := take("192.0.2.1", n); !ok {
			t.Fatalf("program %d gets no place", n)
		}
	}
	if _, ok := take("192.0.2.1", 4); ok {
		t.Error("an address has one program too many")
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
	if _, ok := take("192.0.2.3", 8); !ok || len(ended) != 2 || s.taken != 4 {
		t.Errorf("a place that was left: %v, %d taken, ended are %v", ok, s.taken, ended)
	}
}
