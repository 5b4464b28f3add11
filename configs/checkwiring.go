package configs

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

// wiring checks the table of a driver. It returns nil if there is no such driver.
func (k *checker) wiring(raw *wiringTable, path string) wiring.Wiring {
	if raw.Driver == "" {
		k.Fault(path+".driver", "wiring: no driver", "write driver = \"mcp23017\" in [board.wiring]; the drivers are "+strict.OneOf(drivers()))
		return nil
	}
	if word := wiring.Known(raw.Driver); word != "" && word != raw.Driver {
		k.Fault(path+".driver", fmt.Sprintf("driver: %q is not known", raw.Driver), "write `"+word+"`, which reads this part")
		raw.Driver = word
	}
	if k.Choice(path+".driver", "driver", raw.Driver, drivers()) < 0 {
		return nil
	}
	keys, check := kindOf(raw.Driver)
	k.foreignKeys(raw.Driver, keys, path)
	return check(k, raw, path)
}

// foreignKeys refuses keys that belong to other drivers.
func (k *checker) foreignKeys(driver string, keys []string, path string) {
	for _, key := range k.Keys("board[0].wiring") {
		if k.Written(path+"."+key) && !slices.Contains(keys, key) {
			k.Fault(path+"."+key, fmt.Sprintf("wiring: %s is not a key of %s", key, driver), "remove it; "+driver+" has "+strings.Join(keys, ", "))
		}
	}
}
