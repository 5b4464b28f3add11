package web

import (
	"log/slog"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/screen"
)

// A hall behind one address loads its pages without delay; a script that sends endless requests
// is slowed down.
func TestScreenHoldsScriptsBack(t *testing.T) {
	s, err := Open("127.0.0.1:0", nil, screen.Options{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		for n := range pace.Burst + 1000 {
			s.http.Handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/nothing", nil))
			if n == pace.Burst-1 && time.Since(began) > 0 {
				t.Errorf("a hall waits %v", time.Since(began))
			}
		}
		if waited := time.Since(began); waited < time.Second-time.Millisecond {
			t.Errorf("a thousand requests more took %v, want a second", waited)
		}
	})
}
