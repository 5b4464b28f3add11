package configs

import (
	"fmt"
	"slices"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

func (k *checker) multiplexed(raw *wiringTable, path string) wiring.Wiring {
	w := wiring.Multiplexed{Converter: wiring.UsualMultiplexed, Bus: k.bus(raw, path), Inputs: []int{0, 1, 2, 3}, Select: raw.Select}
	if raw.Converter != nil {
		if k.Choice(path+".converter", "converter", *raw.Converter, wiring.ConverterWords()) < 0 {
			return nil
		}
		w.Converter = *raw.Converter
	}
	part := wiring.ConverterOf(w.Converter)
	w.Addr = part.Usual.Addrs[0]
	if raw.Addr != nil {
		k.address(*raw.Addr, path+".addr", "addr", part.Part, part.Addrs)
		w.Addr = uint16(*raw.Addr)
	}
	if raw.Inputs != nil {
		w.Inputs = nil
		for i, input := range raw.Inputs {
			at := path + ".inputs" + strict.Index(i)
			switch {
			case input < 0 || input >= int64(part.Inputs):
				k.Fault(at, fmt.Sprintf("inputs: an %s has no input %d", part.Part, input), fmt.Sprintf("write 0 to %d", part.Inputs-1))
			case slices.Contains(raw.Inputs[:i], input):
				k.Fault(at, fmt.Sprintf("inputs: %d is there twice", input), "give each multiplexer an input of its own")
			}
			w.Inputs = append(w.Inputs, int(input))
		}
	}
	if part.AllInputs && !isInOrder(w.Inputs, part.Inputs) {
		k.Fault(path+".inputs", fmt.Sprintf("inputs: an %s is read with all %s inputs in order", part.Part, numeral(part.Inputs)), `remove inputs, and write "-" for squares that are not wired`)
	}
	k.some(len(w.Inputs), path+".inputs", "inputs: no multiplexer is named", "list the inputs that have one")
	channels := 16 * len(w.Inputs)
	if channels < 64 && !k.partial {
		k.Fault(path+".inputs", fmt.Sprintf("inputs: %d multiplexers have %d channels, a board has 64 squares", len(w.Inputs), channels), "list four inputs or more")
	}
	if n := len(raw.Select); n != 4 {
		k.Fault(path+".select", fmt.Sprintf("select: %d lines instead of 4", n), `list the GPIO lines of S0 to S3, for example select = ["GPIO17", "GPIO27", ...]`)
	}
	k.lines(raw.Select, path, "select", map[string]bool{})
	w.Settle = k.settle(raw, path, defaultMuxSettle, "0 suits sensors without a filter")
	w.Levels = k.levels(raw, path)
	w.Squares = k.squares(raw, path, channels, func(channel int) string {
		return fmt.Sprintf("multiplexer %d I%d", channel/16, channel%16)
	})
	return w
}

// isInOrder reports whether a list is 0 to n-1.
func isInOrder(list []int, n int) bool {
	for i, v := range list {
		if v != i {
			return false
		}
	}
	return len(list) == n
}
