package doctor

import (
	"encoding/binary"
	"fmt"
	"strconv"
)

// fast is the clock rate that the chips of all boards can follow (I2C-bus
// specification UM10204, fast mode), in Hz.
const fast = 400_000

// ofPi is what a Raspberry Pi's buses run at when nobody says otherwise.
const ofPi = 100_000

// speed says how fast the buses are.
func (e *examination) speed(r *report) {
	looked := false
	for _, n := range e.needed() {
		if !e.exists(fmt.Sprintf("sys/bus/i2c/devices/i2c-%d", n)) {
			continue
		}
		looked = true
		hz, from := e.rate(n)
		switch {
		case hz == 0:
			r.note(fmt.Sprintf("bus %d does not tell its clock rate", n))
		case hz < fast && e.pi && n == 1:
			e.slow(r, n, hz, from, e.boot.adding(fmt.Sprintf("dtparam=i2c_arm_baudrate=%d", fast)), reboot)
		case hz < fast:
			e.slow(r, n, hz, from)
		case hz > fast:
			r.warn(fmt.Sprintf("bus %d runs at %s (%s), and the chips are made for %s", n, kHz(hz), from, kHz(fast)), "set it to 400000 and restart if chips fall silent now and then")
		default:
			r.ok(fmt.Sprintf("bus %d runs at %s (%s)", n, kHz(hz), from))
		}
	}
	if !looked {
		r.note("no bus whose clock rate matters")
	}
}

func (e *examination) slow(r *report, n, hz int, from string, commands ...string) {
	what := fmt.Sprintf("bus %d runs at %s (%s): a scan takes up to four times as long as at %s", n, kHz(hz), from, kHz(fast))
	if rate := e.wanted.rate[n]; rate > 0 {
		what += fmt.Sprintf("; the configuration asks for %g a second", rate)
	}
	r.warn(what, "set it to 400000 in config.txt and restart; long cables may need less", commands...)
}

func kHz(hz int) string { return strconv.FormatFloat(float64(hz)/1000, 'g', -1, 64) + " kHz" }

// rate is a bus's clock rate in Hz and where it is written; 0 when nowhere.
// What the kernel has from the device tree stands above config.txt, which may
// have been changed since the start.
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
