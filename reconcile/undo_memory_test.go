package reconcile_test

import (
	"runtime"
	"strings"
	"testing"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TestActionsTakeLittleMemory: what is kept for the undo of 32 actions in a long game takes about a megabyte. Boards
// share one process, and a small computer.
func TestActionsTakeLittleMemory(t *testing.T) {
	b := sit(t, timed("36000", rules.FIDE2009))
	b.do(start())
	for range 30 {
		for _, uci := range strings.Fields("g1f3 g8f6 f3g1 f6g8") {
			b.turn(uci)
		}
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	lines := len(b.lines)
	before := heap()
	for range 32 {
		b.do(trace.Command{Do: trace.DoStopClocks, By: "arbiter", Why: "x"})
		b.do(start())
	}
	b.lines = b.lines[:lines]
	if grown := heap() - before; grown > 3<<19 {
		t.Errorf("%d bytes for the undo of 32 actions", grown)
	}
	runtime.KeepAlive(b)
}
