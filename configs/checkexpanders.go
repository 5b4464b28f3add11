package configs

import (
	"fmt"
	"slices"

	"touchmove/sensors/wiring"
)

// expanders checks the addresses of a row of chips, and the square of each input.
func (k *checker) expanders(raw *wiringTable, path string, kind *wiring.Expander) wiring.Wiring {
	addrs := slices.Clone(kind.Usual[0])
	if raw.Addrs != nil {
		addrs = k.addresses(raw.Addrs, path+".addrs", kind.Part, kind.Addrs)
	}
	if len(addrs)*kind.Inputs < 64 && !k.partial {
		k.Fault(k.FirstWritten(path+".addrs", path+".driver"), fmt.Sprintf("addrs: %s %d inputs, a board has 64 squares", chipsHave(len(addrs)), kind.Inputs*len(addrs)), enough(kind))
	}
	k.some(len(addrs), path+".addrs", "addrs: no chip is named", "list the addresses of this part's chips")
	squares := k.squares(raw, path, kind.Inputs*len(addrs), func(channel int) string {
		return fmt.Sprintf("chip 0x%02x %s", addrs[channel/kind.Inputs], kind.Pin(channel%kind.Inputs))
	})
	return wiring.Expanders{Chip: kind.Driver, Bus: k.bus(raw, path), Addrs: addrs, ActiveHigh: k.active(raw, path), Squares: squares}
}

// chipsHave begins a sentence about n chips.
func chipsHave(n int) string {
	if n == 1 {
		return "one chip has"
	}
	return fmt.Sprintf("%d chips have", n)
}

// enough says how many chips of a kind a board needs.
func enough(kind *wiring.Expander) string {
	if kind.Fewest() > kind.Room() {
		return fmt.Sprintf("a bus has room for %s of these: write each bus's chips as a [[board.part]]", numeral(kind.Room()))
	}
	return "list " + numeral(kind.Fewest()) + " addresses or more"
}
