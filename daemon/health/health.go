// Package health tells how the daemon is: over HTTP, /healthz for a supervisor or a
// balancer and /metrics for Prometheus, and to systemd, by sd_notify(3).
package health

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
	"touchmove/eventlog"
	"touchmove/internal/latency"
	"touchmove/sensors/scan"
)

// Stalled is how long a board may make no scan before it counts as standing
// still. A stuck bus does not stop scans; only the loop itself can.
const Stalled = 5 * time.Second

// Board is what is asked of one board. Its functions are for any goroutine.
type Board struct {
	ID, Event string
	Damaged   bool // it does not play, for its journal is damaged; then nothing else is asked

	Scans     *scan.Stats
	Syncs     *latency.Histogram // how long the disk takes to keep what is decided
	Halted    func() bool        // its simulated time stands still; nil on a real board
	State     func() eventlog.State
	Published func() broadcast.PublishCounts
	Entries   func() uint64 // that there are to be published
}

// Status watches how the boards are.
type Status struct {
	boards  []Board
	delayed bool                  // the public sees play later, so that no figure may tell of it
	clients func() broker.Clients // of the embedded broker; nil has none
	log     *slog.Logger
	net     net.Listener // nil is none
	http    *http.Server
	limit   time.Duration // without a scan

	mu     sync.Mutex
	pulses []pulse
}

// pulse is a board's scanning as it was last looked at.
type pulse struct {
	scans uint64
	since time.Time // when scans was last another number
}

// Options are what Open needs besides the boards.
type Options struct {
	Listen  string                // where HTTP is served; "" is nowhere
	Delayed bool                  // the public sees play later
	Clients func() broker.Clients // of the embedded broker; nil without one
}

// Open listens where the options say.
func Open(o Options, boards []Board, log *slog.Logger) (*Status, error) {
	s := &Status{boards: boards, delayed: o.Delayed, clients: o.Clients, log: log, limit: Stalled, pulses: make([]pulse, len(boards))}
	if o.Listen == "" {
		return s, nil
	}
	s.http = &http.Server{Handler: s.Handler(), ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	var err error
	if s.net, err = net.Listen("tcp", o.Listen); err != nil {
		return nil, fmt.Errorf("metrics: %w: set metrics.listen to another address", err)
	}
	return s, nil
}

// Handler answers /healthz and /metrics.
func (s *Status) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.healthz)
	mux.HandleFunc("GET /metrics", s.metrics)
	return mux
}

// Addr is where /metrics and /healthz are served, "" when nowhere.
func (s *Status) Addr() string {
	if s.net == nil {
		return ""
	}
	return s.net.Addr().String()
}

// Limit sets how long a board may make no scan. It is to be called before Serve and
// Supervise.
func (s *Status) Limit(limit time.Duration) { s.limit = limit }

// Serve answers over HTTP until ctx ends.
func (s *Status) Serve(ctx context.Context) {
	if s.net == nil {
		return
	}
	stop := context.AfterFunc(ctx, s.Close)
	defer stop()
	if err := s.http.Serve(s.net); !errors.Is(err, http.ErrServerClosed) {
		s.log.Error("the status is no longer served", "error", err)
	}
}

// Close stops listening.
func (s *Status) Close() {
	if s.net != nil {
		s.http.Close()
		s.net.Close()
	}
}

// look says how each board is at a time: whether it has begun to scan, and what
// is wrong with it, "" when nothing is.
func (s *Status) look(now time.Time) (begun bool, ills []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	begun = true
	for i, b := range s.boards {
		p := &s.pulses[i]
		if b.Damaged {
			ills = append(ills, "")
			continue
		}
		if n := b.Scans.Snapshot().Scans; n != p.scans || p.since.IsZero() || b.Halted != nil && b.Halted() {
			p.scans, p.since = n, now
		}
		begun = begun && p.scans > 0
		ill := ""
		if still := now.Sub(p.since); still > s.limit {
			ill = fmt.Sprintf("no scan for %v", still.Truncate(time.Second))
		}
		ills = append(ills, ill)
	}
	return begun, ills
}

// boardHealth is one board in the answer of /healthz.
type boardHealth struct {
	Board     string   `json:"board"`
	OK        bool     `json:"ok"`
	Scanning  string   `json:"scanning"` // ok, or what is wrong
	Kept      bool     `json:"kept"`     // what is told is on disk
	Connected bool     `json:"connected"`
	Alarms    []string `json:"alarms"`
}

// healthz answers 200 while every board is scanned and kept, and 503 with what
// is wrong else. A broker that is gone is told and is no fault of ours.
func (s *Status) healthz(w http.ResponseWriter, _ *http.Request) {
	_, ills := s.look(time.Now())
	answer := struct {
		OK     bool          `json:"ok"`
		Boards []boardHealth `json:"boards"`
	}{OK: true}
	for i, b := range s.boards {
		one := boardHealth{Board: b.ID, Alarms: []string{}}
		if b.Damaged {
			one.Scanning = "its journal is damaged: the log says where"
			answer.OK, answer.Boards = false, append(answer.Boards, one)
			continue
		}
		score := b.State()
		one.Scanning, one.Kept, one.Connected = "ok", score.Disk.How != eventlog.NotKept, b.Published().Connected
		if ills[i] != "" {
			one.Scanning = ills[i]
		}
		for _, a := range score.Alarms() {
			if id := string(a.ID); !slices.Contains(one.Alarms, id) {
				one.Alarms = append(one.Alarms, id)
			}
		}
		one.OK = ills[i] == "" && one.Kept
		answer.OK = answer.OK && one.OK
		answer.Boards = append(answer.Boards, one)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if !answer.OK {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	json.NewEncoder(w).Encode(answer)
}
