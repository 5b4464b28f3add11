package configs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Control is where commands are taken on this computer itself.
type Control struct {
	Dir         string // directory of the sockets; empty is ControlDir
	Arbiters    string // Unix group that may give every command; empty is the daemon's user alone
	Technicians string // Unix group that may give a technician's
}

// Journal is how long journals are kept.
type Journal struct {
	Keep  time.Duration // finished games older than this are deleted; 0 keeps all
	MaxMB int64         // the oldest finished games go when all journals of a board take more; 0 is no limit
}

// Metrics is where the daemon tells how it is: /metrics for Prometheus and
// /healthz.
type Metrics struct {
	Listen string // host:port; empty is none
}

// ControlDir is the directory of the sockets for commands: the configured one,
// else the one that systemd gives the daemon for its run, else one in the state
// directory.
func (c *Config) ControlDir() string {
	if c.Control.Dir != "" {
		return c.Control.Dir
	}
	if dir := os.Getenv("RUNTIME_DIRECTORY"); dir != "" {
		return dir
	}
	return filepath.Join(c.State, "control")
}

type controlTable struct {
	Directory   string `toml:"directory"`
	Arbiters    string `toml:"arbiters"`
	Technicians string `toml:"technicians"`
}

type journalTable struct {
	KeepDays *int64 `toml:"keep_days"`
	MaxMB    *int64 `toml:"max_mb"`
}

type metricsTable struct {
	Listen *string `toml:"listen"`
}

// operate checks the tables of running the daemon.
func (k *checker) operate(raw *file, c *Config) {
	c.Control = Control{Dir: k.path(raw.Control.Directory), Arbiters: raw.Control.Arbiters, Technicians: raw.Control.Technicians}
	for _, group := range []struct{ key, name string }{{"arbiters", c.Control.Arbiters}, {"technicians", c.Control.Technicians}} {
		if strings.Trim(group.name, letters+"0123456789._-") != "" || len(group.name) > 32 || strings.HasPrefix(group.name, "-") {
			k.Fault("control."+group.key, fmt.Sprintf("%s: %q cannot be a Unix group", group.key, group.name), `write the group's name, as in `+group.key+` = "touchmove-`+group.key+`"`)
		}
	}
	if n := raw.Journal.KeepDays; n != nil {
		c.Journal.Keep = time.Duration(*n) * 24 * time.Hour
		if *n < 0 || *n > 36500 {
			k.Fault("journal.keep_days", fmt.Sprintf("keep_days: %d days", *n), "write 1 to 36500, or 0 to keep all")
		}
	}
	if n := raw.Journal.MaxMB; n != nil {
		c.Journal.MaxMB = *n
		if *n < 0 || *n > 1<<30 {
			k.Fault("journal.max_mb", fmt.Sprintf("max_mb: %d megabytes", *n), "write a number of megabytes, or 0 for no limit")
		}
	}
	if raw.Metrics.Listen != nil {
		c.Metrics.Listen = *raw.Metrics.Listen
		k.listen("metrics.listen", c.Metrics.Listen, true)
	}
}
