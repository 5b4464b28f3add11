package health_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/health"
	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/internal/latency"
	"touchmove/reconcile"
	"touchmove/sensors/scan"
)

// watched is a board whose state the test sets.
type watched struct {
	scans     scan.Stats
	syncs     latency.Histogram
	state     eventlog.State
	published broadcast.PublishCounts
	halted    bool
}

func (w *watched) board(id string) health.Board {
	return health.Board{
		ID: id, Event: "open", Scans: &w.scans, Syncs: &w.syncs, Halted: func() bool { return w.halted },
		State:     func() eventlog.State { return w.state },
		Published: func() broadcast.PublishCounts { return w.published },
		Entries:   func() uint64 { return 7 },
	}
}

// scan makes one scan that began late and took a while.
func (w *watched) scan() {
	now := time.Now()
	w.scans.Scanned(now.Add(-3*time.Millisecond), now.Add(-2*time.Millisecond), now, 5*time.Millisecond)
}

func open(t testing.TB, o health.Options, boards ...health.Board) *health.Status {
	t.Helper()
	s, err := health.Open(o, boards, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func get(t *testing.T, s *health.Status, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w.Code, w.Body.String()
}

// /healthz answers 200 while all boards are being scanned and their records are stored, and names what is
// wrong with each board. A lost broker is no fault of the daemon.
func TestHealth(t *testing.T) {
	for _, c := range []struct {
		name  string
		after func(w *watched) // a second before the request
		waits time.Duration
		code  int
		says  string
	}{
		{"all is well", func(w *watched) { w.published.Connected = true }, 0, http.StatusOK,
			`{"ok":true,"boards":[{"board":"hall-7","ok":true,"scanning":"ok","kept":true,"connected":true,"alarms":[]}]}`},
		{"no broker", func(*watched) {}, 0, http.StatusOK,
			`{"ok":true,"boards":[{"board":"hall-7","ok":true,"scanning":"ok","kept":true,"connected":false,"alarms":[]}]}`},
		{"the disk fails", func(w *watched) { w.state.Disk.How = eventlog.NotKept }, 0, http.StatusServiceUnavailable, `"kept":false`},
		{"nothing is scanned", func(*watched) {}, 6 * time.Second, http.StatusServiceUnavailable, `"scanning":"no scan for 6s"`},
		{"a simulated board is halted", func(w *watched) { w.halted = true }, 6 * time.Second, http.StatusOK, `"scanning":"ok"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := &watched{}
				s := open(t, health.Options{}, w.board("hall-7"))
				get(t, s, "/healthz")
				w.scan()
				get(t, s, "/healthz")
				c.after(w)
				time.Sleep(c.waits)
				code, text := get(t, s, "/healthz")
				if code != c.code || !strings.Contains(text, c.says) {
					t.Errorf("%d %swant %d with %s", code, text, c.code, c.says)
				}
			})
		})
	}
}

// A board with a damaged journal does not play, and is listed with the others.
func TestDamagedBoard(t *testing.T) {
	w := &watched{}
	w.scan()
	s := open(t, health.Options{}, w.board("one"), health.Board{ID: "two", Event: "open", Damaged: true})
	if code, text := get(t, s, "/healthz"); code != http.StatusServiceUnavailable || !strings.Contains(text, `{"board":"two","ok":false,"scanning":"its files cannot be used: the log says which"`) {
		t.Errorf("a board whose files are damaged: %d %s", code, text)
	}
	if _, text := get(t, s, "/metrics"); !strings.Contains(text, `touchmove_journal_damaged{board="two",event="open"} 1`) || strings.Contains(text, `touchmove_scans_total{board="two"`) {
		t.Errorf("metrics: %s", text)
	}
}

// The metrics are those of the board. With a delayed broadcast they reveal nothing about the
// progress of the game.
func TestMetrics(t *testing.T) {
	w := &watched{published: broadcast.PublishCounts{Connected: true, Entries: 5, Commands: 3, Refused: 1}}
	for range 4 {
		w.scan()
	}
	w.syncs.Add(20 * time.Millisecond)
	for _, delayed := range []bool{false, true} {
		_, text := get(t, open(t, health.Options{Delayed: delayed}, w.board("hall-7")), "/metrics")
		for _, want := range []string{
			`touchmove_scans_total{board="hall-7",event="open"} 4`, `touchmove_scan_rate_hertz{board="hall-7",event="open"} 200`,
			`touchmove_scan_late_seconds{board="hall-7",event="open",quantile="1"} 0.001`, `touchmove_scan_duration_seconds{board="hall-7",event="open",quantile="1"} 0.002`,
			`touchmove_broker_connected{board="hall-7",event="open"} 1`,
			`touchmove_not_kept{board="hall-7",event="open"} 0`, `touchmove_scan_stalled{board="hall-7",event="open"} 0`, "process_resident_memory_bytes ",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("delayed %v: no %s in\n%s", delayed, want, text)
			}
		}
		for _, live := range []string{
			`touchmove_journal_sync_seconds{board="hall-7",event="open",quantile="1"} 0.02`, `touchmove_unpublished_entries{board="hall-7",event="open"} 2`,
			`touchmove_mqtt_commands_refused_total{board="hall-7",event="open"} 1`, "touchmove_ply", `touchmove_page_seconds{page="/healthz",quantile="0.99"} `, "touchmove_scan_changes_total", "process_io_",
		} {
			if tells := strings.Contains(text, live); tells == delayed {
				t.Errorf("delayed %v: %s is told: %v", delayed, live, tells)
			}
		}
	}
}

// With a delayed broadcast, /healthz does not mention alarms about the game, but still those about
// the machine.
func TestAlarmsOfADelayedGame(t *testing.T) {
	for _, delayed := range []bool{false, true} {
		w := &watched{}
		w.scan()
		w.state.Disk.How = eventlog.NotKept
		w.state.Apply(eventlog.Entry{Event: reconcile.Event{What: reconcile.ResultKnown{Result: "0-1", Reason: "checkmate", Shown: true}}})
		_, text := get(t, open(t, health.Options{Delayed: delayed}, w.board("hall-7")), "/healthz")
		if tells := strings.Contains(text, string(alarms.GameFinished)); tells == delayed || !strings.Contains(text, string(alarms.NotKept)) {
			t.Errorf("delayed %v: %s", delayed, text)
		}
	}
}

// The number of copied files and the delay of the copy change with every move, so a delayed
// broadcast hides them; a failure of the copy is shown.
func TestCopyOfADelayedGame(t *testing.T) {
	w := &watched{}
	w.scan()
	for _, failed := range []bool{false, true} {
		o := health.Options{Delayed: true, Copy: func() health.Copy { return health.Copy{Behind: 2 * time.Second, Files: 7, Failed: failed} }}
		_, text := get(t, open(t, o, w.board("hall-7")), "/metrics")
		want := map[bool]string{false: "touchmove_copy_behind_seconds 0\n", true: "touchmove_copy_behind_seconds 2\n"}[failed]
		if !strings.Contains(text, want) || strings.Contains(text, "touchmove_copy_files_total") {
			t.Errorf("failed %v: want %s in\n%s", failed, want, text)
		}
	}
}

// A client that asks for the pages again and again is refused.
func TestPagesAskedTooOften(t *testing.T) {
	w := &watched{}
	w.scan()
	s := open(t, health.Options{Listen: "127.0.0.1:0"}, w.board("hall-7"))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); s.Serve(ctx) }()
	defer func() { stop(); s.Close(); <-done }()
	for n := range 2000 {
		answer, err := http.Get("http://" + s.Addr() + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusTooManyRequests {
			if n < 40 {
				t.Errorf("request %d is refused", n+1)
			}
			return
		}
	}
	t.Error("nobody who asks without end is refused")
}
