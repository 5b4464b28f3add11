package wiring

import (
	"fmt"
	"strconv"
	"strings"
)

// Line is a GPIO line as a file names it: by its name, "GPIO17", or, as lines of
// USB adapters and port expanders have no names, by its chip and its number
// there, "gpiochip1:3".
type Line struct {
	Name   string // "GPIO17"; empty when it is named by chip and number
	Chip   string // "gpiochip1", of /dev/gpiochip1; empty when it is named by name
	Number int    // on Chip, 0 to 1023
}

// ParseLine reads a line's name. The error says what to write.
func ParseLine(name string) (Line, error) {
	if digits, ok := strings.CutPrefix(name, "GPIO"); ok && isSmallNumber(digits) {
		return Line{Name: name}, nil
	}
	chip, number, ok := strings.Cut(name, ":")
	if digits, is := strings.CutPrefix(chip, "gpiochip"); ok && is && isSmallNumber(digits) && isSmallNumber(number) {
		n, err := strconv.Atoi(number)
		return Line{Chip: chip, Number: n}, err
	}
	return Line{}, fmt.Errorf("%q is not a GPIO line: %s", name, LineHelp)
}

// String is the line as a file names it.
func (l Line) String() string {
	if l.Chip != "" {
		return fmt.Sprintf("%s:%d", l.Chip, l.Number)
	}
	return l.Name
}

// isSmallNumber reports whether this is a number from 0 to 1023 as one writes it.
func isSmallNumber(digits string) bool {
	n, err := strconv.Atoi(digits)
	return err == nil && n >= 0 && n < 1024 && strconv.Itoa(n) == digits
}

// LineHelp says how a GPIO line is written.
const LineHelp = "write GPIO and the line's number, for example `GPIO17`, not the pin's place on the header; or chip and number, for example `gpiochip1:3`"
