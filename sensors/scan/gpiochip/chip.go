package gpiochip

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"touchmove/sensors/wiring"
)

// Chip is a GPIO chip as the kernel describes it.
type Chip struct {
	Path  string // such as "/dev/gpiochip0"
	Name  string // such as "gpiochip0"
	Label string // such as "pinctrl-bcm2711"
	Lines []Info
}

// Info is one line of a chip.
type Info struct {
	Name     string // such as "GPIO17"; empty if it has none
	Consumer string // who uses it; may be empty even if it is used
	Used     bool   // it cannot be requested
}

// all returns every chip once, those of the Raspberry Pi first. The error names the
// chips that could not be examined; the others are returned.
func all() (chips []Chip, err error) {
	paths, err := filepath.Glob("/dev/gpiochip*")
	if err != nil {
		return nil, fmt.Errorf("GPIO chips: %w", err)
	}
	var errs []error
	for _, path := range paths {
		c, err := Look(path)
		if err != nil {
			errs = append(errs, err)
		} else if !slices.ContainsFunc(chips, func(o Chip) bool { return o.Name == c.Name }) { // gpiochip4 is gpiochip0 on a Pi 5
			chips = append(chips, c)
		}
	}
	slices.SortStableFunc(chips, func(a, b Chip) int { return rank(a) - rank(b) })
	return chips, errors.Join(errs...)
}

func rank(c Chip) int {
	if strings.HasPrefix(c.Label, "pinctrl-") {
		return 0
	}
	return 1
}

// spot is a line by its chip and its number there.
type spot struct {
	chip Chip
	at   int
}

// find looks up lines by name. They must all be on one chip.
func find(names []string) (Chip, []int, error) {
	var chip Chip
	var offsets []int
	var known []Chip
	for i, name := range names {
		s, err := one(name, &known)
		if err != nil {
			return Chip{}, nil, err
		}
		if i > 0 && s.chip.Name != chip.Name {
			return Chip{}, nil, fmt.Errorf("%s is on %s and %s on %s: lines that are used at the same moment must be on one chip", names[0], chip.Name, name, s.chip.Name)
		}
		chip, offsets = s.chip, append(offsets, s.at)
	}
	return chip, offsets, nil
}

// one looks up a line. It fills known with all chips when it first needs them.
func one(name string, known *[]Chip) (spot, error) {
	l, err := wiring.ParseLine(name)
	if err != nil {
		return spot{}, err
	}
	if l.Chip != "" {
		c, err := Look("/dev/" + l.Chip)
		if err != nil {
			return spot{}, fmt.Errorf("%s: %w: `touchmove doctor` lists the chips that there are", name, err)
		}
		if l.Number >= len(c.Lines) {
			return spot{}, fmt.Errorf("%s: %s has lines 0 to %d", name, l.Chip, len(c.Lines)-1)
		}
		return spot{c, l.Number}, nil
	}
	var looking error
	if *known == nil {
		*known, looking = all()
	}
	for _, c := range *known {
		for n, line := range c.Lines {
			if line.Name == l.Name {
				return spot{c, n}, nil
			}
		}
	}
	if looking != nil {
		return spot{}, fmt.Errorf("%s: %w", name, looking)
	}
	return spot{}, fmt.Errorf("no GPIO chip of this computer has a line %s: `touchmove doctor` lists those it has", name)
}

// taken returns err with the name of the line that is in use and of the program
// that uses it.
func taken(err error, path string, names []string, offsets []int) error {
	if now, looking := Look(path); looking == nil {
		for i, at := range offsets {
			if at < len(now.Lines) && now.Lines[at].Used {
				by := now.Lines[at].Consumer
				if by == "" {
					by = "another function of its pin"
				}
				return fmt.Errorf("line %s: %w: %s has it", names[i], err, by)
			}
		}
	}
	return fmt.Errorf("lines %s: %w", strings.Join(names, ", "), err)
}
