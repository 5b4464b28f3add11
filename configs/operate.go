package configs

import (
	"time"
)

// Control is where commands are taken on this computer itself.
type Control struct {
	Dir         string // directory of the sockets; empty is ControlDir
	Arbiters    string // Unix group that may give every command; empty is the daemon's user alone
	Technicians string // Unix group that may give a technician's
}

// Journal is how long journals are kept, and where a second copy of them is.
type Journal struct {
	Copy  Copy
	Keep  time.Duration // finished games older than this are deleted; 0 keeps all
	MaxMB int64         // the oldest finished games go when all journals of a board take more; 0 is no limit
}

// MDNS is how computers in the local network find this one.
type MDNS struct {
	Name string // NAME.local; "" announces nothing
}

// Metrics is where the daemon reports on itself: /metrics for Prometheus and
// /healthz.
type Metrics struct {
	Listen string // host:port; empty is none
}
