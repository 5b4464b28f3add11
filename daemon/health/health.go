// Package health reports the condition of the daemon: over HTTP, with /healthz for a
// supervisor or a load balancer and /metrics for Prometheus, and to systemd, by
// sd_notify(3). A Status does both for the Boards that it was opened with.
package health

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/internal/latency"
	"touchmove/internal/repeats"
	"touchmove/internal/webserver"
	"touchmove/sensors/scan"
)

// Stalled is how long a board may make no scan before its scanning counts as stalled. A
// stuck bus does not stop scans; only a stuck loop does.
const Stalled = 5 * time.Second

// Board is what Status needs to know about one board. Its functions are for any
// goroutine.
type Board struct {
	ID, Event string
	Damaged   bool // its journal or another file of it cannot be used, so it does not play; no other field is set then

	Scans     *scan.Stats
	Syncs     *latency.Histogram // how long the disk takes to sync
	Halted    func() bool        // its simulated time is paused; nil on a real board
	State     func() eventlog.State
	Published func() broadcast.PublishCounts
	Entries   func() uint64 // entries to publish so far
}

// Status monitors the boards.
type Status struct {
	boards  []Board
	delayed bool                  // the broadcast is delayed, so no metric may reveal the game
	clients func() broker.Clients // of the embedded broker; nil without one
	copy    func() Copy           // the second copy of the journals; nil without one
	log     *slog.Logger
	net     net.Listener // nil if there is none
	http    *http.Server
	limit   time.Duration // longest time without a scan
	unsaid  repeats.Error // what kept Supervise from telling systemd something

	pages  []page
	mu     sync.Mutex
	pulses []pulse
}

// page is a page and a histogram of its answer times.
type page struct {
	path  string
	took  *latency.Histogram // from the request to the complete answer, without the network
	write http.HandlerFunc
}

// pulse is a board's scanning at the last check.
type pulse struct {
	scans uint64
	since time.Time // when scans last changed
}

// Limits on visitors of the pages: connections at once, and requests per address.
// Prometheus asks every few seconds.
const mostVisitors = 200

var pace = webserver.Pace{Burst: 40, PerSecs: 10}

// Options are what Open needs besides the boards.
type Options struct {
	Listen  string                // address to serve HTTP on; "" means none
	Delayed bool                  // the broadcast is delayed
	Clients func() broker.Clients // of the embedded broker; nil without one
	Copy    func() Copy           // the second copy of the journals; nil without one
}

// Copy is the state of the second copy of the journals.
type Copy struct {
	Behind time.Duration // how long a change has been missing from it; 0: nothing is missing
	Files  uint64        // number of files that were written or appended to
	Failed bool          // the last attempt
}

// Open listens on the address of the options.
func Open(o Options, boards []Board, log *slog.Logger) (*Status, error) {
	s := &Status{boards: boards, delayed: o.Delayed, clients: o.Clients, copy: o.Copy, log: log, limit: Stalled, pulses: make([]pulse, len(boards))}
	s.pages = []page{{"/healthz", &latency.Histogram{}, s.healthz}, {"/metrics", &latency.Histogram{}, s.metrics}}
	if o.Listen == "" {
		return s, nil
	}
	s.http = webserver.New(webserver.Paced(s.Handler(), pace), log)
	var err error
	if s.net, err = webserver.Listen(o.Listen, mostVisitors); err != nil {
		return nil, fmt.Errorf("metrics: %w: set metrics.listen to another address", err)
	}
	return s, nil
}

// Handler answers /healthz and /metrics, and / with links to them.
func (s *Status) Handler() http.Handler {
	mux := http.NewServeMux()
	index := "<!doctype html><title>touchmove</title>\n"
	for _, p := range s.pages {
		mux.HandleFunc("GET "+p.path, func(w http.ResponseWriter, r *http.Request) {
			began := time.Now()
			p.write(w, r)
			p.took.Add(time.Since(began))
		})
		index += fmt.Sprintf("<p><a href=%q>%s</a>\n", p.path, p.path)
	}
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, index)
	})
	return mux
}

// Addr returns the address of /metrics and /healthz, or "" if there is none.
func (s *Status) Addr() string {
	if s.net == nil {
		return ""
	}
	return s.net.Addr().String()
}

// Limit sets how long a board may make no scan. It must be called before Serve and
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
		s.log.Error("the status page has stopped", "error", err)
	}
}

// Close stops listening.
func (s *Status) Close() {
	if s.net != nil {
		s.http.Close()
		s.net.Close()
	}
}

// check checks the boards at a time. It returns whether each has begun to scan, and what
// is wrong with it, "" if nothing is.
func (s *Status) check(now time.Time) (begun bool, ills []string) {
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

// alarmsOf returns the alarms of a board that may be shown without a login: while the
// broadcast is delayed, only those about the machine.
func (s *Status) alarmsOf(state *eventlog.State) (ids []alarms.ID) {
	for _, a := range state.Alarms() {
		if !s.delayed || !alarms.OfGame(a.ID) {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// boardHealth is one board in the answer of /healthz.
type boardHealth struct {
	Board     string   `json:"board"`
	OK        bool     `json:"ok"`
	Scanning  string   `json:"scanning"` // ok, or what is wrong
	Kept      bool     `json:"kept"`     // what is published is on disk
	Connected bool     `json:"connected"`
	Alarms    []string `json:"alarms"`
}

// healthz answers 200 while all boards are being scanned and their records are stored, and
// otherwise 503 with what is wrong. A missing broker is reported, but is not a fault of
// this daemon.
func (s *Status) healthz(w http.ResponseWriter, _ *http.Request) {
	_, ills := s.check(time.Now())
	answer := struct {
		OK     bool          `json:"ok"`
		Boards []boardHealth `json:"boards"`
	}{OK: true}
	for i, b := range s.boards {
		one := boardHealth{Board: b.ID, Alarms: []string{}}
		if b.Damaged {
			one.Scanning = "its files cannot be used: the log says which"
			answer.OK, answer.Boards = false, append(answer.Boards, one)
			continue
		}
		state := b.State()
		one.Scanning, one.Kept, one.Connected = "ok", state.Disk.How != eventlog.NotKept, b.Published().Connected
		if ills[i] != "" {
			one.Scanning = ills[i]
		}
		for _, a := range s.alarmsOf(&state) {
			if id := string(a); !slices.Contains(one.Alarms, id) {
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
