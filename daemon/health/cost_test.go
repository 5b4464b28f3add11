package health_test

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"touchmove/broadcast/broker"
	"touchmove/daemon/health"
	"touchmove/eventlog"
	"touchmove/reconcile"
)

// The pages of 32 boards may take 20 ms on a slow computer, at any time.
func BenchmarkPages(b *testing.B) {
	var boards []health.Board
	for i := range 32 {
		w := &watched{}
		w.scan()
		boards = append(boards, w.board(fmt.Sprint("board-", i)))
	}
	h := open(b, health.Options{Clients: func() broker.Clients { return broker.Clients{} }}, boards...).Handler()
	for _, page := range []string{"/healthz", "/metrics"} {
		b.Run(page[1:], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", page, nil))
			}
		})
	}
}

// What a page costs does not grow with the game: each question asks once for what is kept about each
// board, and makes the same out of it after four moves and after hundreds.
func TestPagesCostTheSameInALongGame(t *testing.T) {
	const boards = 32
	var asked int
	var all []health.Board
	var games []*watched
	for i := range boards {
		w := &watched{}
		one := w.board(fmt.Sprint("board-", i))
		one.State = func() eventlog.State { asked++; return w.state }
		games, all = append(games, w), append(all, one)
	}
	h := open(t, health.Options{}, all...).Handler()
	var early, late eventlog.State
	for n := 1; n <= 600; n++ {
		late.Apply(eventlog.Entry{Seq: uint64(n), Event: reconcile.Event{What: reconcile.Made{Ply: n}}})
		if n == 4 {
			early = late
		}
	}
	for _, page := range []string{"/healthz", "/metrics"} {
		cost := func(state eventlog.State) (allocated float64, questions int) {
			for _, w := range games {
				w.state = state
				w.scan() // on a slow machine the last one may be too long ago
			}
			const times = 20
			asked = 0
			allocated = testing.AllocsPerRun(times, func() {
				h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", page, nil))
			})
			return allocated, asked / (times + 1) // the first is not measured
		}
		short, _ := cost(early)
		long, questions := cost(late)
		// The figures of /metrics become longer: "4" and "600".
		if long > short+2*boards || questions != boards {
			t.Errorf("%s of %d boards: %.0f allocations after 4 moves, %.0f after 600, and the boards are asked %d times", page, boards, short, long, questions)
		}
	}
}
