package configs

import (
	"fmt"
	"math"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

func (k *checker) simulated(raw *wiringTable, path string) wiring.Wiring {
	w := Simulated{Chip: defaultChip, Style: defaultStyle, Seed: defaultSeed + uint64(k.simulates), Speed: defaultSpeed, PGN: k.path(raw.PGN), First: k.simulates, Hands: k.path(raw.Hands)}
	k.simulates++
	if raw.Chip != nil {
		k.Choice(path+".chip", "chip", *raw.Chip, Chips())
		w.Chip = *raw.Chip
	}
	if raw.Style != nil {
		k.Choice(path+".style", "style", *raw.Style, Styles())
		w.Style = *raw.Style
	}
	if raw.Hands != "" && (raw.PGN != "" || raw.Style != nil || raw.Seed != nil) {
		k.Fault(path+".hands", "hands: they do what the file says, and play no games", "remove pgn, style and seed, or remove hands")
	}
	if raw.Seed != nil {
		w.Seed = *raw.Seed
	}
	if raw.Speed != nil {
		w.Speed = *raw.Speed
		if math.IsNaN(w.Speed) || w.Speed < 0.1 || w.Speed > 100 {
			k.Fault(path+".speed", fmt.Sprintf("speed: %s times real time", strict.Number(w.Speed)), "write 0.1 to 100")
		}
	}
	return w
}
