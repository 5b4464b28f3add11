package configs

import (
	"fmt"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

// lines checks a list of GPIO lines that are switched or read together. seen has the lines
// of other lists, which must not occur here too.
func (k *checker) lines(list []string, path, key string, seen map[string]bool) {
	chip := ""
	for i, name := range list {
		at := path + "." + key + strict.Index(i)
		l, err := wiring.ParseLine(name)
		switch {
		case err != nil:
			k.Fault(at, fmt.Sprintf("%s: %q is not a GPIO line", key, name), wiring.LineHelp)
		case seen[name]:
			k.Fault(at, fmt.Sprintf("%s: %s is there twice", key, name), "give each a line of its own")
		case chip != "" && l.Chip != "" && l.Chip != chip:
			k.Fault(at, fmt.Sprintf("%s: %s is not on %s, as those before it", key, name, chip), "lines that are read together must be on one chip: wire them all to one")
		case l.Chip != "":
			chip = l.Chip
		}
		seen[name] = true
	}
}
