package gpiochip

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"touchmove/sensors/wiring"
)

// Chip is what a GPIO chip says of itself.
type Chip struct {
	Path  string // as "/dev/gpiochip0"
	Name  string // as "gpiochip0"
	Label string // as "pinctrl-bcm2711"
	Lines []Info
}

// Info is one line of a chip.
type Info struct {
	Name     string // as "GPIO17"; empty when it has none
	Consumer string // who uses it; may be empty although it is used
	Used     bool   // it cannot be taken
}

// all looks at every chip, each once, those of the Raspberry Pi first. An error
// says which cannot be looked at; the others are there.
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

// spot is where a line is.
type spot struct {
	chip Chip
	at   int
}

// find says where lines are. They must all be on one chip.
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

// one finds a line, among chips that are known if they have been looked at.
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

// taken names the program that holds the lines that could not be requested.
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
