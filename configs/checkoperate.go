package configs

import (
	"fmt"
	"strings"
	"time"

	"touchmove/internal/topic"
)

// operate checks the tables about running the daemon.
func (k *checker) operate(raw *file, c *Config) {
	c.Control = Control{Dir: k.path(raw.Control.Directory), Arbiters: raw.Control.Arbiters, Technicians: raw.Control.Technicians}
	for _, group := range []struct{ key, name string }{{"arbiters", c.Control.Arbiters}, {"technicians", c.Control.Technicians}} {
		if strings.Trim(group.name, letters+"0123456789._-") != "" || len(group.name) > 32 || strings.HasPrefix(group.name, "-") {
			k.Fault("control."+group.key, fmt.Sprintf("%s: %q cannot be a Unix group", group.key, group.name), `write the group's name, such as `+group.key+` = "touchmove-`+group.key+`"`)
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
	k.copyTo(raw.Journal, c)
	if c.MDNS.Name = raw.MDNS.Name; c.MDNS.Name != "" {
		k.announced(c)
	}
	if raw.Metrics.Listen != nil {
		c.Metrics.Listen = *raw.Metrics.Listen
		k.listen("metrics.listen", c.Metrics.Listen, true)
	}
}

// announced refuses a name that cannot be announced, and warns if no service can be reached
// under it.
func (k *checker) announced(c *Config) {
	if short, found := strings.CutSuffix(c.MDNS.Name, ".local"); found && topic.IsLevel(short) {
		k.Fault("mdns.name", fmt.Sprintf("name: %q ends in .local by itself", c.MDNS.Name), fmt.Sprintf("write name = %q", short))
		return
	}
	if !topic.IsLevel(c.MDNS.Name) {
		k.Fault("mdns.name", fmt.Sprintf("name: %q cannot be a computer's name in a network", c.MDNS.Name),
			"write 1 to 32 of the characters a to z, 0 to 9 and -, for example "+topic.Level(c.MDNS.Name))
		return
	}
	if (c.Screen.Listen == "" || isLoopback(c.Screen.Listen)) && (!c.MQTT.Embedded() || isLoopback(c.MQTT.Listen)) {
		k.Warn("mdns.name", "name: computers in the network find this one and can reach nothing: screen and broker are for this computer alone",
			`write listen = "0.0.0.0:8080" under [screen], or remove [mdns]`)
	}
}
