package doctor

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// What a Raspberry Pi's firmware reports about its supply and temperature, as bits of
// get_throttled. The same bits, 16 positions higher, mean that it has happened since
// the start (raspberrypi.com, documentation, vcgencmd).
const (
	undervolted = 1 << 0
	capped      = 1 << 1
	throttled   = 1 << 2
	hot         = 1 << 3
	since       = 16
)

// tooHot is the temperature at which a Raspberry Pi begins to slow down, in degrees
// Celsius.
const tooHot = 80

// power checks whether the supply is strong enough and the processor cool enough.
func (e *examination) power(r *report) {
	reported := false
	if bits, ok := e.throttled(); ok {
		reported = true
		switch {
		case bits&undervolted != 0:
			r.fault("the supply is too weak now: under-voltage", "a supply of its own for the sensors, a better supply or a shorter, thicker cable; a weak supply makes chips fall silent")
		case bits&(undervolted<<since) != 0:
			r.warn("the supply has been too weak since the start: under-voltage", "a better supply or a shorter, thicker cable; a weak supply makes chips fall silent")
		case bits&(capped|throttled|hot) != 0:
			r.warn("the processor is slowed down now: it is too hot", "give it air, or a heat sink")
		case bits&((capped|throttled|hot)<<since) != 0:
			r.note("the processor has been slowed down since the start, because it was too hot")
		default:
			r.ok("the supply has been strong enough since the start")
		}
	}
	if alarm, ok := e.lowVoltage(); ok && !reported {
		reported = true
		if alarm {
			r.fault("the supply is too weak now: under-voltage", "a better supply or a shorter, thicker cable; a weak supply makes chips fall silent")
		} else {
			r.ok("the supply is strong enough now")
		}
	}
	if milli, err := strconv.Atoi(e.line("sys/class/thermal/thermal_zone0/temp")); err == nil {
		reported = true
		what := fmt.Sprintf("the processor is at %d °C", milli/1000)
		if milli/1000 >= tooHot {
			r.warn(what, "give it air, or a heat sink")
		} else {
			r.ok(what)
		}
	}
	if !reported {
		r.note("this computer does not report its voltage or temperature")
	}
}

func (e *examination) throttled() (bits uint64, ok bool) {
	for _, name := range []string{
		"sys/devices/platform/soc/soc:firmware/get_throttled",
		"sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled",
	} {
		bits, err := strconv.ParseUint(strings.TrimPrefix(e.line(name), "0x"), 16, 64)
		if err == nil {
			return bits, true
		}
	}
	return 0, false
}

// lowVoltage reads the alarm of the kernel's raspberrypi-hwmon.
func (e *examination) lowVoltage() (alarm, ok bool) {
	dirs, _ := fs.Glob(e.FS, "sys/class/hwmon/hwmon*") // the pattern is valid
	for _, dir := range dirs {
		if e.line(dir+"/name") == "rpi_volt" {
			text := e.line(dir + "/in0_lcrit_alarm")
			return text == "1", text != ""
		}
	}
	return false, false
}
