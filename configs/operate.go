package configs

import (
	"time"
)

// Control says how commands are accepted from users of this computer.
type Control struct {
	Dir         string // directory of the sockets; if it is empty, Config.ControlDir gives the default
	Arbiters    string // Unix group whose members may give every command; empty is the daemon's user alone
	Technicians string // Unix group whose members may give a technician's commands
}

// Journal says how long journals are kept, and where a second copy of them is.
type Journal struct {
	Copy  Copy
	Keep  time.Duration // finished games older than this are deleted; 0 keeps all
	MaxMB int64         // limit for all journals of a board; above it the oldest finished games are deleted; 0 is no limit
}

// MDNS says how computers in the local network find this one.
type MDNS struct {
	Name string // NAME.local; "" announces nothing
}

// Metrics says where the daemon reports on itself: /metrics for Prometheus and /healthz.
type Metrics struct {
	Listen string // host:port; empty means none
}
