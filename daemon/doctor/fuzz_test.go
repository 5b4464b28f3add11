package doctor_test

import (
	"testing"
	"testing/fstest"

	"touchmove/daemon/doctor"
)

// Whatever is in the files of a computer, each check has a finding, and every fault
// says what to do about it.
func FuzzComputer(f *testing.F) {
	f.Add("dtparam=i2c_arm=on\n[pi4]\ndtoverlay=i2c3,pins_2_3\n", "i2c:x:998:pi\n", "50005\n", "touchmove\x00run\x00", "48000\n")
	f.Add("[", ":::", "0x", "\x00", "-")
	f.Fuzz(func(t *testing.T, boot, group, throttled, cmdline, temp string) {
		m := newMachine(t)
		m.read("bus 1\ngpio gpiochip0 pinctrl-bcm2711 0 27\nrefused /dev/i2c-1")
		for name, text := range map[string]string{
			"proc/device-tree/model": "Raspberry Pi 4", "boot/config.txt": boot, "etc/group": group,
			"sys/devices/platform/soc/soc:firmware/get_throttled": throttled, "sys/class/thermal/thermal_zone0/temp": temp,
			"proc/7/comm": "touchmove", "proc/7/cmdline": cmdline,
		} {
			m.files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		seen := map[string]bool{}
		for _, found := range doctor.Examine(m.system(), doctor.Request{}) {
			seen[found.Check] = true
			switch found.Level {
			case doctor.OK, doctor.Note, doctor.Warning, doctor.Fault:
			default:
				t.Errorf("a finding of no known level: %+v", found)
			}
			if found.What == "" || found.Level == doctor.Fault && found.Remedy == "" {
				t.Errorf("no words: %+v", found)
			}
		}
		for _, name := range doctor.Names() {
			if !seen[name] {
				t.Errorf("nothing is said of %s", name)
			}
		}
	})
}
