package doctor

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// fast is the clock rate that the chips of all boards can follow (I2C-bus
// specification UM10204, fast mode), in Hz.
const fast = 400_000

// ofPi is the default clock rate of a Raspberry Pi's buses, in Hz.
const ofPi = 100_000

// speed checks how fast the buses are, and whether boards can be scanned as often as
// configured.
func (e *examination) speed(r *report) {
	looked := false
	var lower rates
	for _, n := range e.needed() {
		if !e.exists(fmt.Sprintf("sys/bus/i2c/devices/i2c-%d", n)) {
			continue
		}
		looked = true
		hz, from := e.rate(n)
		load := e.loadOf(n)
		switch {
		case hz == 0:
			r.note(fmt.Sprintf("bus %d does not report its clock rate%s", n, load.needed()))
			continue // what it should be is unknown
		case hz > fast:
			r.warn(fmt.Sprintf("bus %d runs at %s (%s), and the chips are made for %s", n, kHz(hz), from, kHz(fast)), "set it to 400000 and restart if chips fall silent now and then")
		case hz < fast && !load.reached(hz):
			// reach, below, reports what that requires.
		case hz < fast:
			r.warn(fmt.Sprintf("bus %d runs at %s (%s): a scan takes up to four times as long as at %s", n, kHz(hz), from, kHz(fast)),
				"set it to 400000 in config.txt and restart; long cables may need less", e.faster(n)...)
		default:
			r.ok(fmt.Sprintf("bus %d runs at %s (%s)", n, kHz(hz), from))
		}
		e.reach(r, load, hz, from, &lower)
	}
	lines := e.loadsOfLines()
	for _, load := range lines {
		e.reach(r, load, 0, "", &lower)
	}
	e.write(r, lower)
	if !looked && len(lines) == 0 {
		r.note("no bus whose clock rate matters")
	}
}

// faster returns the commands that set a bus to fast; none if they are not known.
func (e *examination) faster(n int) []string {
	overlay, any := strings.CutPrefix(e.overlay(n), "dtoverlay=")
	switch {
	case !e.pi:
		return nil
	case n == 1:
		return []string{e.boot.adding(fmt.Sprintf("dtparam=i2c_arm_baudrate=%d", fast)), reboot}
	case any:
		return []string{fmt.Sprintf("sudo sed -i 's/^dtoverlay=%s.*/&,baudrate=%d/' %s", overlay, fast, e.bootPath()), reboot}
	}
	return nil
}

func kHz(hz int) string { return strconv.FormatFloat(float64(hz)/1000, 'g', -1, 64) + " kHz" }

// rate returns a bus's clock rate in Hz and where it is set; 0 if nowhere. The kernel's
// device tree takes precedence over config.txt, which may have been changed since the
// start.
func (e *examination) rate(n int) (hz int, from string) {
	for _, name := range []string{"sys/bus/i2c/devices/i2c-%d/of_node/clock-frequency", "sys/class/i2c-dev/i2c-%d/device/of_node/clock-frequency"} {
		if b := e.text(fmt.Sprintf(name, n)); len(b) == 4 {
			return int(binary.BigEndian.Uint32([]byte(b))), "device tree"
		}
	}
	if !e.pi || n != 1 {
		return 0, ""
	}
	if hz, err := strconv.Atoi(e.boot.params["i2c_arm_baudrate"]); err == nil {
		return hz, e.boot.path
	}
	return ofPi, "nothing else is set"
}
