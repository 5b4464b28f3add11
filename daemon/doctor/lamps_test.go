package doctor_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"touchmove/configs"
	"touchmove/daemon/doctor"
	"touchmove/sensors/sim/chips"
)

// says returns the faults that a check reports, one per line, with what to type.
func says(m *machine, c *configs.Config, check string) string {
	var all []string
	for _, f := range doctor.Examine(m.system(), doctor.Request{Config: c, Only: check}) {
		if f.Level == doctor.Fault {
			all = append(all, f.What+" | "+f.Remedy+" | "+strings.Join(f.Type, "; "))
		}
	}
	return strings.Join(all, "\n")
}

// Doctor reports, with what to do, an SPI port that is turned off, one that this user
// may not open, and a lamp chip that does not answer.
func TestLamps(t *testing.T) {
	c, _, err := configs.Load("../../configs/lights.toml")
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t)
	m.read("bus 1\ngpio gpiochip0 pinctrl 0 57\nused gpiochip0 GPIO12 pwm-fan")
	if got := says(m, c, "gpio"); !strings.Contains(got, "SPI port 0.0 of its lamps is not there | switch SPI on and restart | sudo raspi-config nonint do_spi 0") || !strings.Contains(got, "the buzzer") {
		t.Error(got)
	}
	m = newMachine(t)
	m.read("bus 1\ngpio gpiochip0 pinctrl 0 57\nrefused /dev/spidev0.0")
	m.files["dev/spidev0.0"] = &fstest.MapFile{Mode: fs.ModeDevice}
	if got := says(m, c, "gpio"); !strings.Contains(got, "may not use the SPI ports") || !strings.Contains(got, "spi") {
		t.Error(got)
	}
	m.refused = map[string]bool{}
	if got := says(m, c, "gpio"); got != "" {
		t.Error(got)
	}
	if c, _, err = configs.Load("../../configs/lights-i2c.toml"); err != nil {
		t.Fatal(err)
	}
	m = newMachine(t)
	m.read("bus 1\nchip 1 0x20 tca9555\nchip 1 0x21 tca9555\nchip 1 0x22 tca9555\nchip 1 0x23 tca9555")
	if got := says(m, c, "chips"); !strings.HasPrefix(got, "board table-1: ht16k33 0x70 on bus 1 does not answer") || strings.Contains(got, "\n") {
		t.Error(got)
	}
	m.buses[1].bus.Attach(0x70, chips.NewHT16K33(16))
	if got := says(m, c, "chips"); got != "" {
		t.Error(got)
	}
}
