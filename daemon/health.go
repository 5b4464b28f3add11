package daemon

import (
	"log/slog"

	"touchmove/daemon/health"
)

// openStatus opens the health reports.
func (d *Daemon) openStatus(log *slog.Logger) (*health.Status, error) {
	o := health.Options{Listen: d.config.Metrics.Listen, Delayed: d.config.Broadcast.Delay > 0}
	o.Copy = d.copyHealth()
	if d.Broker != nil {
		o.Clients = d.Broker.Clients
	}
	var boards []health.Board
	for _, b := range d.Boards {
		one := health.Board{
			ID: b.Config.ID, Event: b.Config.Event, Scans: b.Stats, Syncs: &b.live.Syncs, State: b.History.State,
			Published: b.publisher.Stats().Snapshot,
			Entries:   func() uint64 { n, _ := b.source.Total(); return n },
		}
		if b.Simulation != nil {
			one.Halted = b.Simulation.Halted
		}
		boards = append(boards, one)
	}
	for _, b := range d.damaged {
		boards = append(boards, health.Board{ID: b.ID, Event: b.Event, Damaged: true})
	}
	return health.Open(o, boards, log)
}
