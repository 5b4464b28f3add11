package broadcast

import "sync/atomic"

// PublishStats counts what a board's publisher does. The zero value is ready to use; any
// goroutine may read it.
type PublishStats struct {
	connected   atomic.Bool
	connections atomic.Uint64
	entries     atomic.Uint64
	commands    atomic.Uint64
	refused     atomic.Uint64
}

// PublishCounts is a snapshot of PublishStats.
type PublishCounts struct {
	Connected   bool   // a broker has acknowledged everything retained, on the connection that there is
	Connections uint64 // so far
	Entries     uint64 // entries of the history that a broker has acknowledged
	Commands    uint64 // commands that came over MQTT
	Refused     uint64 // commands refused before they reached the board
}

// Snapshot returns the current counts.
func (s *PublishStats) Snapshot() PublishCounts {
	return PublishCounts{s.connected.Load(), s.connections.Load(), s.entries.Load(), s.commands.Load(), s.refused.Load()}
}

// owedNow is the list of games that a publisher owes, for any goroutine.
type owedNow struct{ ids atomic.Pointer[[]string] }

func (o *owedNow) set(ids []string) { o.ids.Store(&ids) }

// Owed lists the earlier games whose ends some readers may not have got.
func (p *Publisher) Owed() []string {
	if ids := p.owed.ids.Load(); ids != nil {
		return *ids
	}
	return nil
}

// Stats returns the counts of what the publisher does.
func (p *Publisher) Stats() *PublishStats { return &p.stats }
