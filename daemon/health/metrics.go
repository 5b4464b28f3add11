package health

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
)

// metrics writes every metric in the text format of Prometheus. They are gathered on
// request only. While the broadcast is delayed it leaves out what tells how a game goes,
// down to whether a piece was touched: the address needs no login.
func (s *Status) metrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, ills := s.check(time.Now())
	set := metrics.NewSet()
	gauge := func(name, labels string, value float64) {
		set.NewGauge(name+"{"+labels+"}", func() float64 { return value })
	}
	counter := func(name, labels string, value uint64) { set.NewCounter(name + "{" + labels + "}").Set(value) }
	for i, b := range s.boards {
		board := fmt.Sprintf("board=%q,event=%q", b.ID, b.Event)
		if b.Damaged {
			gauge("touchmove_journal_damaged", board, 1)
			continue
		}
		with := func(key, value string) string { return board + fmt.Sprintf(",%s=%q", key, value) }
		c := b.Scans.Snapshot()
		counter("touchmove_scans_total", board, c.Scans)
		counter("touchmove_scan_overruns_total", board, c.Overruns)
		gauge("touchmove_scan_rate_hertz", board, c.RateHz)
		for quantile, late := range map[string]time.Duration{"0.5": c.LateP50, "0.99": c.LateP99, "1": c.LateMax} {
			gauge("touchmove_scan_late_seconds", with("quantile", quantile), late.Seconds())
		}
		for quantile, took := range map[string]time.Duration{"0.5": c.TookP50, "0.99": c.TookP99, "1": c.TookMax} {
			gauge("touchmove_scan_duration_seconds", with("quantile", quantile), took.Seconds())
		}
		gauge("touchmove_scan_stalled", board, truth(ills[i] != ""))
		for _, bus := range c.Buses {
			if !s.delayed { // a driver may read more where something has changed
				counter("touchmove_bus_transfers_total", with("bus", bus.Name), bus.Transfers)
				counter("touchmove_bus_bytes_total", with("bus", bus.Name), bus.Bytes)
			}
			counter("touchmove_bus_retries_total", with("bus", bus.Name), bus.Retries)
			counter("touchmove_bus_errors_total", with("bus", bus.Name), bus.Errors)
			counter("touchmove_bus_stalls_total", with("bus", bus.Name), bus.Stalls)
		}
		p := b.Published()
		gauge("touchmove_broker_connected", board, truth(p.Connected))
		counter("touchmove_broker_connections_total", board, p.Connections)
		score := b.State()
		if !s.delayed {
			told := b.Entries()
			half, most99, most := b.Syncs.Summary()
			for quantile, took := range map[string]time.Duration{"0.5": half, "0.99": most99, "1": most} {
				gauge("touchmove_journal_sync_seconds", with("quantile", quantile), took.Seconds())
			}
			counter("touchmove_scan_changes_total", board, c.Changes)
			gauge("touchmove_history_entries", board, float64(told))
			gauge("touchmove_unpublished_entries", board, float64(told-min(p.Entries, told)))
			counter("touchmove_mqtt_commands_total", board, p.Commands)
			counter("touchmove_mqtt_commands_refused_total", board, p.Refused)
			gauge("touchmove_ply", board, float64(score.Ply()))
		}
		gauge("touchmove_disk_full", board, truth(score.Disk.How == eventlog.KeptInReserve))
		gauge("touchmove_not_kept", board, truth(score.Disk.How == eventlog.NotKept))
		gauge("touchmove_faulty_squares", board, float64(score.Faults().Count()))
		rings := map[alarms.ID]int{}
		for _, id := range s.alarmsOf(&score) {
			rings[id]++
		}
		for id, n := range rings {
			gauge("touchmove_alarms", with("alarm", string(id)), float64(n))
		}
	}
	if s.clients != nil {
		now := s.clients()
		gauge("touchmove_embedded_clients", `kind="waiting"`, float64(now.Waiting))
		gauge("touchmove_embedded_clients", `kind="readers"`, float64(now.Readers))
		gauge("touchmove_embedded_clients", `kind="named"`, float64(now.Named))
		set.NewCounter("touchmove_embedded_logins_refused_total").Set(now.Refused)
		set.NewCounter("touchmove_embedded_readers_cut_off_total").Set(now.CutOff)
	}
	if s.copy != nil {
		now := s.copy()
		behind := now.Behind
		if s.delayed && !now.Failed { // it moves with every move
			behind = 0
		}
		set.NewGauge("touchmove_copy_behind_seconds", func() float64 { return behind.Seconds() })
		set.NewGauge("touchmove_copy_failed", func() float64 { return truth(now.Failed) })
		if !s.delayed {
			set.NewCounter("touchmove_copy_files_total").Set(now.Files)
		}
	}
	set.WritePrometheus(w)
	s.writeProcess(w)
}

// writeProcess writes the metrics of the process. While the broadcast is delayed those of
// its reads and writes are left out: every move is synced.
func (s *Status) writeProcess(w io.Writer) {
	if !s.delayed {
		metrics.WriteProcessMetrics(w)
		return
	}
	var all bytes.Buffer
	metrics.WriteProcessMetrics(&all)
	for line := range bytes.Lines(all.Bytes()) {
		if !bytes.HasPrefix(line, []byte("process_io_")) {
			w.Write(line) //nolint:errcheck // the reader has gone
		}
	}
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
