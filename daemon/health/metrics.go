package health

import (
	"net/http"
	"time"

	"touchmove/broadcast"
	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/sensors/scan"
)

// metrics writes every metric in the text format of Prometheus. They are gathered only on
// request. The address needs no login, so while the broadcast is delayed, everything that
// reveals the course of the game is left out, even whether a piece was touched.
func (s *Status) metrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, ills := s.check(time.Now())
	var list samples
	for i, b := range s.boards {
		of := labelled("board", b.ID, "event", b.Event)
		if b.Damaged {
			list.gauge("touchmove_journal_damaged", of, 1)
			continue
		}
		list.gauge("touchmove_scan_stalled", of, truth(ills[i] != ""))
		counts, published, state := b.Scans.Snapshot(), b.Published(), b.State()
		s.addScanning(&list, of, &counts)
		list.gauge("touchmove_broker_connected", of, truth(published.Connected))
		list.counter("touchmove_broker_connections_total", of, published.Connections)
		s.addState(&list, of, &state)
		if !s.delayed {
			addPlay(&list, of, b, &state, &published)
		}
	}
	s.addBroker(&list)
	s.addCopy(&list)
	s.addPages(&list)
	s.addProcess(&list)
	list.write(w)
}

// addScanning adds the metrics of a board's scanning.
func (s *Status) addScanning(list *samples, of labels, c *scan.Snapshot) {
	list.counter("touchmove_scans_total", of, c.Scans)
	list.counter("touchmove_scan_overruns_total", of, c.Overruns)
	list.gauge("touchmove_scan_rate_hertz", of, c.RateHz)
	list.times("touchmove_scan_late_seconds", of, c.LateP50, c.LateP99, c.LateMax)
	list.times("touchmove_scan_duration_seconds", of, c.TookP50, c.TookP99, c.TookMax)
	if !s.delayed {
		list.counter("touchmove_scan_changes_total", of, c.Changes)
	}
	for _, bus := range c.Buses {
		on := of.and("bus", bus.Name)
		if !s.delayed { // a driver may read more when something has changed
			list.counter("touchmove_bus_transfers_total", on, bus.Transfers)
			list.counter("touchmove_bus_bytes_total", on, bus.Bytes)
		}
		list.counter("touchmove_bus_retries_total", on, bus.Retries)
		list.counter("touchmove_bus_errors_total", on, bus.Errors)
		list.counter("touchmove_bus_stalls_total", on, bus.Stalls)
		list.gauge("touchmove_bus_stuck", on, truth(bus.Stuck))
	}
}

// addState adds the metrics of a board's condition, which do not depend on the game.
func (s *Status) addState(list *samples, of labels, state *eventlog.State) {
	list.gauge("touchmove_disk_full", of, truth(state.Disk.How == eventlog.KeptInReserve))
	list.gauge("touchmove_not_kept", of, truth(state.Disk.How == eventlog.NotKept))
	list.gauge("touchmove_faulty_squares", of, float64(state.Faults().Count()))
	rings := map[alarms.ID]int{}
	for _, id := range s.alarmsOf(state) {
		rings[id]++
	}
	for id, n := range rings {
		list.gauge("touchmove_alarms", of.and("alarm", string(id)), float64(n))
	}
}

// addPlay adds the metrics that reveal how far a game has got.
func addPlay(list *samples, of labels, b Board, state *eventlog.State, p *broadcast.PublishCounts) {
	entries := b.Entries()
	half, most99, most := b.Syncs.Summary()
	list.times("touchmove_journal_sync_seconds", of, half, most99, most)
	list.gauge("touchmove_history_entries", of, float64(entries))
	list.gauge("touchmove_unpublished_entries", of, float64(entries-min(p.Entries, entries)))
	list.counter("touchmove_mqtt_commands_total", of, p.Commands)
	list.counter("touchmove_mqtt_commands_refused_total", of, p.Refused)
	list.gauge("touchmove_ply", of, float64(state.Ply()))
}

// addBroker adds the clients of the embedded broker.
func (s *Status) addBroker(list *samples) {
	if s.clients == nil {
		return
	}
	now := s.clients()
	list.gauge("touchmove_embedded_clients", labelled("kind", "waiting"), float64(now.Waiting))
	list.gauge("touchmove_embedded_clients", labelled("kind", "readers"), float64(now.Readers))
	list.gauge("touchmove_embedded_clients", labelled("kind", "named"), float64(now.Named))
	list.counter("touchmove_embedded_logins_refused_total", "", now.Refused)
	list.counter("touchmove_embedded_readers_cut_off_total", "", now.CutOff)
}

// addCopy adds the state of the second copy of the journals.
func (s *Status) addCopy(list *samples) {
	if s.copy == nil {
		return
	}
	now := s.copy()
	behind := now.Behind
	if s.delayed && !now.Failed { // it changes with every move
		behind = 0
	}
	list.gauge("touchmove_copy_behind_seconds", "", behind.Seconds())
	list.gauge("touchmove_copy_failed", "", truth(now.Failed))
	if !s.delayed {
		list.counter("touchmove_copy_files_total", "", now.Files)
	}
}

// addPages adds how long the daemon takes to answer these pages. A longer game may take
// longer, so they are left out while the broadcast is delayed.
func (s *Status) addPages(list *samples) {
	if s.delayed {
		return
	}
	for _, p := range s.pages {
		half, most99, most := p.took.Summary()
		list.times("touchmove_page_seconds", labelled("page", p.path), half, most99, most)
	}
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
