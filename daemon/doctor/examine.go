package doctor

import (
	"io/fs"
	"strings"

	"touchmove/configs"
)

// Request says what to examine.
type Request struct {
	Config *configs.Config // what should be there; nil if unknown
	Only   string          // one check of Names; empty means all
	Buses  []int           // I2C buses to look for chips on, although Config does not name them
}

// checks lists all checks, in the order in which their findings should be repaired.
var checks = []struct {
	name, what string
	look       func(*examination, *report)
}{
	{"system", "what computer this is, and whether a daemon runs on it", (*examination).system},
	{"i2c", "the I2C buses: enabled and present", (*examination).i2c},
	{"permissions", "whether this user may open buses and lines", (*examination).permissions},
	{"speed", "the clock rate of the buses", (*examination).speed},
	{"chips", "which chips answer on the buses, against the configuration", (*examination).chips},
	{"gpio", "the GPIO lines of the configuration, and SPI ports of lamps: there, and free", (*examination).linesAndPorts},
	{"clock", "whether the computer knows the time", (*examination).clock},
	{"disk", "whether the state directory can be written, and has room", (*examination).disk},
	{"power", "voltage and temperature", (*examination).power},
}

// Names lists the checks.
func Names() []string {
	var names []string
	for _, c := range checks {
		names = append(names, c.name)
	}
	return names
}

// Describe returns what a check examines.
func Describe(name string) string {
	for _, c := range checks {
		if c.name == name {
			return c.what
		}
	}
	return ""
}

// Examine examines a computer and returns its findings in the order of the checks, at
// least one for each.
func Examine(s System, r Request) []Finding {
	e := &examination{System: s, Request: r}
	e.recognise()
	e.boot = e.findBoot()
	e.wanted = wantedOf(r.Config)
	var all []Finding
	for _, c := range checks {
		if r.Only == "" || r.Only == c.name {
			got := &report{check: c.name}
			c.look(e, got)
			all = append(all, got.list...)
		}
	}
	return all
}

// examination is a computer and what is known about it before the first check.
type examination struct {
	System
	Request
	model  string // from the device tree; empty if there is none
	pi     bool
	boot   bootConfig
	wanted wanted
	daemon int // process number of a running daemon, or 0
	busy   busy
}

// recognise finds out which computer this is, and whether a daemon runs on it.
func (e *examination) recognise() {
	e.model = strings.TrimRight(e.text("proc/device-tree/model"), "\x00\n")
	e.pi = strings.Contains(e.model, "Raspberry Pi")
	if e.daemon = e.findDaemon(); e.daemon > 0 {
		e.busy = e.opened(e.daemon)
	}
}

// text returns the content of a small file; empty if it cannot be read.
func (e *examination) text(name string) string {
	b, err := fs.ReadFile(e.FS, name)
	if err != nil {
		return ""
	}
	return string(b)
}

// line returns the content of a file with one line, such as those in /sys.
func (e *examination) line(name string) string { return strings.TrimSpace(e.text(name)) }

func (e *examination) exists(name string) bool {
	_, err := fs.Stat(e.FS, name)
	return err == nil
}
