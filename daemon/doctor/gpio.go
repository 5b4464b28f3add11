package doctor

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/sensors/wiring"
)

// gpio checks the lines of the configuration.
func (e *examination) gpio(r *report) {
	var chips []GPIOChip
	refused := false
	for _, path := range e.devices("gpio") {
		chip, err := e.Chip("/" + path)
		if err != nil {
			refused = true
			what := fmt.Sprintf("/%s cannot be examined: %v", path, err)
			if len(e.wanted.lines) > 0 {
				r.fault(what, "see `touchmove doctor --only permissions`")
			} else {
				r.note(what)
			}
			continue
		}
		name := strings.TrimPrefix(path, "dev/")
		if i := slices.IndexFunc(chips, func(c GPIOChip) bool { return c.Name == chip.Name }); i >= 0 { // gpiochip4 is gpiochip0 on a Raspberry Pi 5
			chips[i].aliases = append(chips[i].aliases, name)
		} else {
			chip.aliases = []string{name}
			chips = append(chips, chip)
		}
	}
	switch {
	case refused && len(chips) == 0:
		return
	case len(chips) == 0 && len(e.wanted.lines) == 0:
		r.note("no GPIO chip, and none is needed")
		return
	case len(chips) == 0:
		r.add(Finding{Level: Fault, What: "there is no GPIO chip for the lines of the configuration", Squares: e.squaresOf(e.wanted.lines),
			Remedy: "a kernel of Raspberry Pi OS has /dev/gpiochip0; on another system load the driver of its GPIO chip"})
		return
	}
	var words []string
	for _, c := range chips {
		words = append(words, fmt.Sprintf("%s (%s, %d lines)", c.Name, c.Label, len(c.Lines)))
	}
	r.ok("GPIO chips: " + strings.Join(words, ", "))
	faults := 0
	for _, l := range e.wanted.lines {
		if !e.oneLine(r, chips, l) {
			faults++
		}
	}
	if n := len(e.wanted.lines); n > 0 && faults == 0 {
		r.ok(fmt.Sprintf("all %d lines of the configuration are there, and nothing else uses them", n))
	}
	e.scattered(r, chips)
	e.twice(r, chips)
}

func (e *examination) squaresOf(lines []line) []string {
	var names []string
	for _, l := range lines {
		for _, name := range squareNames(l.squares) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// oneLine checks one line, and reports what is wrong with it.
func (e *examination) oneLine(r *report, chips []GPIOChip, l line) bool {
	what := fmt.Sprintf("board %s: %s (%s)", l.board, l.name, l.use)
	found, on := findLine(chips, l.name)
	switch {
	case found == nil:
		why, remedy := missing(chips, l.name)
		r.add(Finding{Level: Fault, What: what + ": " + why, Squares: squareNames(l.squares), Remedy: remedy})
		return false
	case !found.Used:
		return true
	case strings.HasPrefix(found.Consumer, "touchmove") && e.daemon > 0:
		r.note(what + " is used by touchmove, which is running")
		return true
	}
	by, remedy, commands := e.user(*found, on)
	r.add(Finding{Level: Fault, What: what + " is used by " + by, Squares: squareNames(l.squares), Remedy: remedy, Type: commands})
	return false
}

// user says what uses a line, and how to free it.
func (e *examination) user(l Line, on GPIOChip) (by, remedy string, commands []string) {
	consumer := strings.ToLower(l.Consumer)
	for _, known := range []struct{ part, by, line string }{
		{"onewire", "the 1-Wire bus", "dtoverlay=w1-gpio"},
		{"spi", "SPI", "dtparam=spi=on"},
		{"i2c", "an I2C bus", "dtoverlay=i2c-gpio"},
		{"uart", "a serial port", "enable_uart=1"},
		{"txd", "a serial port", "enable_uart=1"},
		{"rxd", "a serial port", "enable_uart=1"},
		{"ir-receiver", "an infrared receiver", "dtoverlay=gpio-ir"},
		{"shutdown", "the power-off key", "dtoverlay=gpio-shutdown"},
		{"led", "a light", "dtoverlay=gpio-led"},
	} {
		if strings.Contains(consumer, known.part) {
			return fmt.Sprintf("%s (%s)", known.by, l.Consumer), fmt.Sprintf("remove %s from %s and restart, or use another line", known.line, e.bootPath()),
				[]string{fmt.Sprintf("sudo sed -i 's/^%s/#&/' %s", known.line, e.bootPath()), reboot}
		}
	}
	if _, pid, ok := strings.Cut(l.Consumer, "@"); ok { // the form in which programs with periph name themselves
		return l.Consumer, "another program uses it: stop it", []string{"sudo kill " + pid}
	}
	if l.Consumer == "" {
		return "another function of its pin", "an overlay uses it: find it, remove it from " + e.bootPath() + " and restart", []string{"sudo cat /sys/kernel/debug/pinctrl/*/pinmux-pins"}
	}
	return l.Consumer, "another program or an overlay has it: see who", []string{"gpioinfo " + on.Name}
}

func (e *examination) bootPath() string {
	if e.boot.path == "" {
		return "/boot/firmware/config.txt"
	}
	return e.boot.path
}

// scattered reports lines that must be switched together but are on different chips.
func (e *examination) scattered(r *report, chips []GPIOChip) {
	on := map[string]string{}
	reported := map[string]bool{}
	for _, l := range e.wanted.lines {
		found, chip := findLine(chips, l.name)
		if found == nil {
			continue
		}
		if before, ok := on[l.group]; ok && before != chip.Name && !reported[l.group] {
			reported[l.group] = true
			r.fault(fmt.Sprintf("board %s: %s is on %s, and other lines that are used with it are on %s", l.board, l.name, chip.Name, before), "wire them to lines of one chip")
		} else if !ok {
			on[l.group] = chip.Name
		}
	}
}

func (c *GPIOChip) called(name string) bool {
	return c.Name == name || slices.Contains(c.aliases, name)
}

// findLine finds a line by its name, or by its chip and number.
func findLine(chips []GPIOChip, name string) (*Line, GPIOChip) {
	l, err := wiring.ParseLine(name)
	for _, c := range chips {
		for i := range c.Lines {
			if err == nil && l.Chip != "" && c.called(l.Chip) && l.Number == i || c.Lines[i].Name == name {
				return &c.Lines[i], c
			}
		}
	}
	return nil, GPIOChip{}
}

// missing says why there is no such line, and which lines there are.
func missing(chips []GPIOChip, name string) (why, remedy string) {
	l, err := wiring.ParseLine(name)
	if err != nil || l.Chip == "" {
		return "no GPIO chip has a line of this name", "lines that have names are " + named(chips) + "; any line can be written by chip and number: " + numbered(chips)
	}
	for _, c := range chips {
		if c.called(l.Chip) {
			return fmt.Sprintf("%s (%s) has lines 0 to %d", c.Name, c.Label, len(c.Lines)-1), "write one of these"
		}
	}
	return "there is no " + l.Chip, "chips are numbered in the order in which the kernel finds them; there are " + numbered(chips)
}

// numbered lists the range of line numbers of each chip.
func numbered(chips []GPIOChip) string {
	var words []string
	for _, c := range chips {
		words = append(words, fmt.Sprintf("%s:0 to %s:%d (%s)", c.Name, c.Name, len(c.Lines)-1, c.Label))
	}
	return strings.Join(words, ", ")
}

// twice reports lines that the configuration uses under two names, which it cannot
// notice itself.
func (e *examination) twice(r *report, chips []GPIOChip) {
	by := map[*Line]line{}
	for _, l := range e.wanted.lines {
		found, _ := findLine(chips, l.name)
		if found == nil {
			continue
		}
		if other, there := by[found]; there && other.name != l.name {
			whose := other.use
			if other.board != l.board {
				whose += " of board " + other.board
			}
			r.fault(fmt.Sprintf("board %s: %s (%s) and %s (%s) are one line", l.board, l.name, l.use, other.name, whose), "give each a line of its own")
		}
		by[found] = l
	}
}

// named lists each chip's lines that have names, by the first and the last of them.
func named(chips []GPIOChip) string {
	var words []string
	for _, c := range chips {
		var names []string
		for _, l := range c.Lines {
			if l.Name != "" {
				names = append(names, l.Name)
			}
		}
		switch len(names) {
		case 0:
		case 1:
			words = append(words, names[0])
		default:
			words = append(words, fmt.Sprintf("%s to %s", names[0], names[len(names)-1]))
		}
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}
