package health_test

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"touchmove/broadcast/broker"
	"touchmove/daemon/health"
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
