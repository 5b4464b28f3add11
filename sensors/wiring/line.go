package wiring

import (
	"fmt"
	"strconv"
	"strings"
)

// Line is a GPIO line as written in a file: by its name, "GPIO17", or by its chip
// and its number there, "gpiochip1:3", since lines of USB adapters and port
// expanders have no names.
type Line struct {
	Name   string // "GPIO17"; empty if it is given by chip and number
	Chip   string // "gpiochip1", of /dev/gpiochip1; empty if it is given by name
	Number int    // on Chip, 0 to 1023
}

// ParseLine parses a line's name. The error says what to write.
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

// String returns the line as written in a file.
func (l Line) String() string {
	if l.Chip != "" {
		return fmt.Sprintf("%s:%d", l.Chip, l.Number)
	}
	return l.Name
}

// isSmallNumber reports whether digits is a number from 0 to 1023 without leading
// zeros or signs.
func isSmallNumber(digits string) bool {
	n, err := strconv.Atoi(digits)
	return err == nil && n >= 0 && n < 1024 && strconv.Itoa(n) == digits
}

// LineHelp says how to write a GPIO line.
const LineHelp = "write GPIO and the line's number, for example `GPIO17`, not the pin's place on the header; or chip and number, for example `gpiochip1:3`"
