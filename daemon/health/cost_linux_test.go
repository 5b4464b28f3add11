package health_test

import (
	"fmt"
	"net/http/httptest"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"touchmove/broadcast/broker"
	"touchmove/daemon/health"
)

// The pages of 32 boards take a small part of the 20 ms that they may take, so that a
// much slower computer keeps the limit too. The test measures processor time, which does
// not depend on what else the computer does.
func TestPagesAreCheap(t *testing.T) {
	const asked, most = 100, 5 * time.Millisecond
	var boards []health.Board
	for i := range 32 {
		w := &watched{}
		w.scan()
		boards = append(boards, w.board(fmt.Sprint("board-", i)))
	}
	h := open(t, health.Options{Clients: func() broker.Clients { return broker.Clients{} }}, boards...).Handler()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, page := range []string{"/healthz", "/metrics"} {
		before := spent(t)
		for range asked {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", page, nil))
		}
		if took := (spent(t) - before) / asked; took > most {
			t.Errorf("%s of 32 boards takes %v of the processor, the aim is %v", page, took, most)
		} else {
			t.Logf("%s of 32 boards takes %v of the processor", page, took)
		}
	}
}

// spent returns the processor time of this thread.
func spent(t *testing.T) time.Duration {
	t.Helper()
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_THREAD, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
