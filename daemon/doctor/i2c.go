package doctor

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// adapter is one I2C bus that Linux knows.
type adapter struct {
	number int
	name   string // the driver's, such as "bcm2835 (i2c@7e804000)"
	device bool   // there is a /dev/i2c-N
}

// adapters returns all buses, by number.
func (e *examination) adapters() []adapter {
	found := map[int]adapter{}
	for _, where := range []struct {
		dir    string
		device bool
	}{{"sys/bus/i2c/devices", false}, {"dev", true}} {
		entries, _ := fs.ReadDir(e.FS, where.dir) // a directory that does not exist has none
		for _, entry := range entries {
			digits, ok := strings.CutPrefix(entry.Name(), "i2c-")
			n, err := strconv.Atoi(digits)
			if !ok || err != nil {
				continue
			}
			a := found[n]
			a.number, a.device = n, a.device || where.device
			found[n] = a
		}
	}
	var list []adapter
	for n, a := range found {
		for _, name := range []string{"sys/bus/i2c/devices/i2c-%d/name", "sys/class/i2c-dev/i2c-%d/name"} {
			if a.name == "" {
				a.name = e.line(fmt.Sprintf(name, n))
			}
		}
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b adapter) int { return a.number - b.number })
	return list
}

// needed returns the buses that must exist: those of the configuration, or, without one
// on a Raspberry Pi, the bus on its header.
func (e *examination) needed() []int {
	if e.Config == nil && e.pi {
		return []int{1}
	}
	return e.wanted.buses
}

// i2c reports which buses exist, and why one that is needed does not.
func (e *examination) i2c(r *report) {
	all := e.adapters()
	var there []string
	for _, a := range all {
		if a.device {
			there = append(there, strings.TrimSpace(fmt.Sprintf("%d %s", a.number, parenthesised(a.name))))
		}
	}
	if len(there) > 0 {
		r.ok("I2C buses: " + strings.Join(there, ", "))
	}
	missing := false
	for _, n := range e.needed() {
		i := slices.IndexFunc(all, func(a adapter) bool { return a.number == n })
		switch {
		case n < 0:
			missing = true
			r.fault("the configuration names a bus that has no number", `write bus = "1", or the name under /dev`)
		case i < 0:
			missing = true
			e.noBus(r, n, there)
		case !all[i].device:
			missing = true
			r.fault(fmt.Sprintf("I2C bus %d is there, and programs cannot open it: the module i2c-dev is not loaded", n), "load it now, and at every start",
				"sudo modprobe i2c-dev", "echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf")
		}
	}
	if len(there) == 0 && !missing {
		r.note("no I2C bus, and none is needed")
	}
}

func parenthesised(name string) string {
	if name == "" {
		return ""
	}
	return "(" + name + ")"
}

// Lines of config.txt that turn on further buses: overlays those of a Raspberry Pi 4, overlaysOf5 those
// of a Raspberry Pi 5, which are on other pins (firmware, overlays/README).
var (
	overlays    = map[int]string{0: "dtparam=i2c_vc=on", 3: "dtoverlay=i2c3", 4: "dtoverlay=i2c4", 5: "dtoverlay=i2c5", 6: "dtoverlay=i2c6"}
	overlaysOf5 = map[int]string{0: "dtparam=i2c_vc=on", 2: "dtoverlay=i2c2-pi5", 3: "dtoverlay=i2c3-pi5"}
)

// overlay returns the line of config.txt that turns a bus of this computer on, "" if unknown.
func (e *examination) overlay(bus int) string {
	if e.isPi5() {
		return overlaysOf5[bus]
	}
	return overlays[bus]
}

// isPi5 reports whether this is a Raspberry Pi 5 or a Compute Module 5.
func (e *examination) isPi5() bool {
	return strings.Contains(e.model, "Raspberry Pi 5") || strings.Contains(e.model, "Compute Module 5")
}

// noBus reports why there is no bus with that number.
func (e *examination) noBus(r *report, n int, there []string) {
	what := fmt.Sprintf("there is no I2C bus %d", n)
	switch {
	case !e.pi && len(there) > 0:
		r.fault(what+": it has another number, or its adapter is not plugged in", "write one of the buses above as bus = in the configuration")
	case !e.pi:
		r.fault(what+", nor any other", "plug its adapter in, or switch it on as this computer's maker says", "sudo modprobe i2c-dev")
	case n == 1 && e.boot.path == "":
		r.fault(what+", and no config.txt to switch it on", "this system does not boot as Raspberry Pi OS does: enable i2c1 in its device tree")
	case n == 1 && e.boot.on("i2c_arm"):
		r.fault(what+", although "+e.bootPath()+" switches it on: a restart is needed", "restart; if it is still not there, another overlay uses GPIO2 and GPIO3", reboot)
	case n == 1:
		r.fault(what+": I2C is switched off in "+e.bootPath(), "switch it on and restart", "sudo raspi-config nonint do_i2c 0", reboot)
	case e.overlay(n) != "" && slices.Contains(e.boot.overlays, strings.TrimPrefix(e.overlay(n), "dtoverlay=")):
		r.fault(what+", although "+e.bootPath()+" has "+e.overlay(n)+": a restart is needed, and a Raspberry Pi 4 or later", "restart", reboot)
	case e.overlay(n) != "":
		r.fault(what+": its overlay is missing in "+e.bootPath(), "add it and restart", e.boot.adding(e.overlay(n)), reboot)
	default:
		r.fault(what, "a bus on any two lines is made by an overlay: choose its lines, then restart",
			e.boot.adding(fmt.Sprintf("dtoverlay=i2c-gpio,bus=%d,i2c_gpio_sda=23,i2c_gpio_scl=24", n)), reboot)
	}
}
