package doctor

import (
	"fmt"
	"strings"
)

// bootConfig is config.txt, which sets up a Raspberry Pi before Linux starts
// (raspberrypi.com, documentation, config.txt).
type bootConfig struct {
	path     string            // as a user writes it; empty if there is none
	params   map[string]string // of lines dtparam=NAME=VALUE
	overlays []string          // of lines dtoverlay=NAME,...
}

// findBoot reads config.txt from its place since Debian 12, or from the earlier one.
func (e *examination) findBoot() bootConfig {
	b := bootConfig{params: map[string]string{}}
	for _, name := range []string{"boot/firmware/config.txt", "boot/config.txt"} {
		if e.exists(name) {
			b.path = "/" + name
			b.read(e.text(name), e.model)
			return b
		}
	}
	return b
}

// read reads the lines that apply to this model: those of sections [all] and of its own
// model.
func (b *bootConfig) read(text, model string) {
	meant := true
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			meant = forModel(line[1:len(line)-1], model)
			continue
		}
		if !meant {
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		switch strings.TrimSpace(key) {
		case "dtparam":
			for _, one := range strings.Split(value, ",") {
				name, setting, given := strings.Cut(strings.TrimSpace(one), "=")
				if !given {
					setting = "on"
				}
				if name == "i2c" || name == "i2c1" { // other names of the same parameter
					name = "i2c_arm"
				}
				if name == "i2c_baudrate" || name == "i2c1_baudrate" {
					name = "i2c_arm_baudrate"
				}
				b.params[name] = setting
			}
		case "dtoverlay":
			name, _, _ := strings.Cut(strings.TrimSpace(value), ",")
			b.overlays = append(b.overlays, name)
		}
	}
}

// forModel reports whether a section of config.txt applies to a model. Sections with
// other conditions are taken not to apply.
func forModel(section, model string) bool {
	switch section {
	case "all":
		return true
	case "none":
		return false
	case "pi0":
		return strings.Contains(model, "Zero")
	}
	digit, ok := strings.CutPrefix(section, "pi")
	return ok && strings.Contains(model, "Raspberry Pi "+strings.TrimSuffix(digit, "+"))
}

func (b *bootConfig) on(param string) bool {
	switch b.params[param] {
	case "on", "true", "yes", "1":
		return true
	}
	return false
}

// adding returns the command that adds a line to config.txt.
func (b *bootConfig) adding(line string) string {
	path := b.path
	if path == "" {
		path = "/boot/firmware/config.txt"
	}
	return fmt.Sprintf("echo '%s' | sudo tee -a %s", line, path)
}

const reboot = "sudo reboot"
