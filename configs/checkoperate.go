package configs

import (
	"fmt"
	"strings"
	"time"
)

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
