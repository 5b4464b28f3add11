package webserver_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/internal/webserver"
)

// An address that makes requests too often is first held back, then refused; others are
// not.
func TestPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := webserver.Paced(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), webserver.Pace{Burst: 3, PerSecs: 10, Wait: time.Second})
		ask := func(from string) (int, time.Duration) {
			began, w, r := time.Now(), httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = from
			h.ServeHTTP(w, r)
			return w.Code, time.Since(began)
		}
		for n := range 3 {
			if code, waited := ask("192.0.2.1:5"); code != http.StatusOK || waited > 0 {
				t.Errorf("request %d: %d after %v", n+1, code, waited)
			}
		}
		if code, waited := ask("192.0.2.1:6"); code != http.StatusOK || waited != 100*time.Millisecond {
			t.Errorf("above the pace: %d after %v", code, waited)
		}
		codes := make(chan int)
		const crowd = 50
		for range crowd {
			go func() { code, _ := ask("192.0.2.1:7"); codes <- code }()
		}
		refused := 0
		for range crowd {
			if <-codes == http.StatusTooManyRequests {
				refused++
			}
		}
		if served := crowd - refused; served < 8 || served > 12 {
			t.Errorf("of %d at once %d were served: ten fit into the second that they may wait", crowd, served)
		}
		if code, waited := ask("192.0.2.2:5"); code != http.StatusOK || waited > 0 {
			t.Errorf("another address: %d after %v", code, waited)
		}
	})
}
