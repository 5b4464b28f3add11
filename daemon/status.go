package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"touchmove/broadcast"
)

// stalled is how long a board may make no scan before it counts as standing
// still. A stuck bus does not stop scans; only the loop itself can.
const stalled = 5 * time.Second

// status watches how the daemon is, and tells it over HTTP where the
// configuration asks for that: /healthz for a supervisor or a balancer, and
// /metrics for Prometheus.
type status struct {
	hall  *Hall
	net   net.Listener // nil is none
	http  *http.Server
	limit time.Duration // without a scan; stalled

	mu     sync.Mutex
	pulses []pulse
}

// pulse is a board's scanning as it was last looked at.
type pulse struct {
	scans uint64
	since time.Time // when scans was last another number
}

// openStatus listens where the configuration says, if it does.
func openStatus(h *Hall, listen string, now time.Time) (*status, error) {
	s := &status{hall: h, limit: stalled, pulses: make([]pulse, len(h.Boards))}
	for i := range s.pulses {
		s.pulses[i].since = now
	}
	if listen == "" {
		return s, nil
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.healthz)
	mux.HandleFunc("GET /metrics", s.metrics)
	s.http = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	var err error
	if s.net, err = net.Listen("tcp", listen); err != nil {
		return nil, fmt.Errorf("metrics: %w: set metrics.listen to another address", err)
	}
	return s, nil
}

// StatusAddr is where /metrics and /healthz are served, "" when nowhere.
func (h *Hall) StatusAddr() string {
	if h.status.net == nil {
		return ""
	}
	return h.status.net.Addr().String()
}

func (s *status) serve(ctx context.Context) {
	if s.net == nil {
		return
	}
	stop := context.AfterFunc(ctx, s.close)
	defer stop()
	if err := s.http.Serve(s.net); !errors.Is(err, http.ErrServerClosed) {
		s.hall.log.Error("the status is no longer served", "error", err)
	}
}

func (s *status) close() {
	if s.net != nil {
		s.http.Close()
		s.net.Close()
	}
}

// look says how each board is at a time: whether it has begun to scan, and what
// is wrong with it, "" when nothing is.
func (s *status) look(now time.Time) (begun bool, ills []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	begun = true
	for i, b := range s.hall.Boards {
		p := &s.pulses[i]
		if n := b.Stats.Snapshot().Scans; n != p.scans || b.Simulation != nil && b.Simulation.Halted() {
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
func (s *status) healthz(w http.ResponseWriter, _ *http.Request) {
	_, ills := s.look(time.Now())
	answer := struct {
		OK     bool          `json:"ok"`
		Boards []boardHealth `json:"boards"`
	}{OK: true}
	for i, b := range s.hall.Boards {
		score := b.History.Score()
		one := boardHealth{Board: b.Config.ID, Scanning: "ok", Kept: score.Disk.How != broadcast.NotKept, Connected: b.publisher.Stats().Snapshot().Connected, Alarms: []string{}}
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
	for _, b := range s.hall.damaged {
		answer.OK = false
		answer.Boards = append(answer.Boards, boardHealth{Board: b.ID, Scanning: "its journal is damaged: the log says where", Alarms: []string{}})
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if !answer.OK {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	json.NewEncoder(w).Encode(answer)
}
