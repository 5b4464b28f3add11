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
