package configs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"touchmove/internal/strict"
	"touchmove/rules"
)

// wiring checks the keys of one driver. It returns nil when there is no such
// driver.
func (k *checker) wiring(raw *wiringTable, path string) Wiring {
	if raw.Driver == "" {
		k.Fault(path+".driver", "wiring: no driver", "write driver = \"mcp23017\" in [board.wiring]; the drivers are "+strict.OneOf(drivers))
		return nil
	}
	if k.Choice(path+".driver", "driver", raw.Driver, drivers) < 0 {
		return nil
	}
	k.foreignKeys(raw.Driver, path)
	switch raw.Driver {
	case "mcp23017":
		addrs, squares := k.expanders(raw, path)
		return MCP23017{Bus: k.bus(raw, path), Addrs: addrs, ActiveHigh: k.active(raw, path), Squares: squares}
	case "mcp23008", "pcf8574", "pcf8575", "tca9555":
		addrs, squares := k.expanders(raw, path)
		return Expanders{Chip: raw.Driver, Bus: k.bus(raw, path), Addrs: addrs, ActiveHigh: k.active(raw, path), Squares: squares}
	case "mcpmatrix":
		return k.mcpmatrix(raw, path)
	case "ads1115":
		return k.ads1115(raw, path)
	case "ads7828", "ads7138":
		return k.converters(raw, path)
	case "cd74hc4067":
		return k.multiplexed(raw, path)
	case "gpiomatrix":
		return k.gpiomatrix(raw, path)
	}
	return k.simulated(raw, path)
}

// foreignKeys refuses keys that belong to another driver.
func (k *checker) foreignKeys(driver, path string) {
	for _, key := range k.Keys("board[0].wiring") {
		if k.Written(path+"."+key) && !slices.Contains(driverKeys[driver], key) {
			k.Fault(path+"."+key, fmt.Sprintf("wiring: %s is not a key of %s", key, driver), "take it out; "+driver+" has "+strings.Join(driverKeys[driver], ", "))
		}
	}
}

func (k *checker) gpiomatrix(raw *wiringTable, path string) Wiring {
	w := GPIOMatrix{Rows: raw.Rows, Columns: raw.Columns, ActiveHigh: k.active(raw, path), Bare: raw.Diodes != nil && !*raw.Diodes}
	seen := map[string]bool{}
	for _, side := range []struct {
		key  string
		pins []string
	}{{"rows", raw.Rows}, {"columns", raw.Columns}} {
		if len(side.pins) != 8 {
			k.Fault(path+"."+side.key, fmt.Sprintf("%s: %d lines instead of 8", side.key, len(side.pins)), "list eight GPIO lines, for example "+side.key+` = ["GPIO5", "GPIO6", ...]`)
		}
		k.lines(side.pins, path, side.key, seen)
	}
	w.Settle = k.settle(raw, path, defaultSettleUS, "50 suits reeds with 10 kOhm")
	w.Squares = k.squares(raw, path, 64, func(channel int) string {
		return fmt.Sprintf("row %d column %d", channel/8, channel%8)
	})
	return w
}

func (k *checker) simulated(raw *wiringTable, path string) Wiring {
	w := Simulated{Chip: defaultChip, Style: defaultStyle, Seed: defaultSeed, Speed: defaultSpeed, PGN: k.path(raw.PGN)}
	if raw.Chip != nil {
		k.Choice(path+".chip", "chip", *raw.Chip, Chips)
		w.Chip = *raw.Chip
	}
	if raw.Style != nil {
		k.Choice(path+".style", "style", *raw.Style, Styles)
		w.Style = *raw.Style
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

// Styles are the ways in which simulated hands can move.
var Styles = []string{"clean", "club", "blitz", "arbiter", "noisy", "faulty", "session", "hard", "polarity"}

func (k *checker) active(raw *wiringTable, path string) bool {
	return raw.Active != nil && k.Choice(path+".active", "active", *raw.Active, []string{"low", "high"}) == 1
}

// squares checks the table from channel to square: at most one entry a
// channel, every square once. name tells a channel in words.
func (k *checker) squares(raw *wiringTable, path string, channels int, name func(int) string) []rules.Square {
	turn := 0
	if raw.Turn != nil {
		turn = int(*raw.Turn)
		if *raw.Turn != 0 && *raw.Turn != 90 && *raw.Turn != 180 && *raw.Turn != 270 {
			k.Fault(path+".turn", fmt.Sprintf("turn: %d degrees", *raw.Turn), "write 0, 90, 180 or 270: how far the board is turned clockwise")
			turn = 0
		}
	}
	if raw.Squares == nil && k.partial {
		k.Fault(path, "part: no squares", "list the square of each input: a part does not say by itself which of the board it serves")
		return slices.Repeat([]rules.Square{rules.NoSquare}, channels)
	}
	if raw.Squares == nil {
		natural := Natural(turn)
		natural = natural[:min(len(natural), channels)]
		for len(natural) < channels {
			natural = append(natural, rules.NoSquare)
		}
		return natural
	}
	squares := make([]rules.Square, channels)
	for i := range squares {
		squares[i] = rules.NoSquare
	}
	if len(raw.Squares) > channels {
		k.Fault(path+".squares"+strict.Index(channels), fmt.Sprintf("wiring: %d squares for %d inputs", len(raw.Squares), channels), "list one square an input, \"-\" where nothing is wired")
		return squares
	}
	var seen rules.Squares
	before := k.Found()
	for i, word := range raw.Squares {
		at := path + ".squares" + strict.Index(i)
		if word == "-" {
			continue
		}
		s, err := rules.ParseSquare(word)
		if err != nil {
			k.Fault(at, fmt.Sprintf("wiring: %s is not a square", strict.OrNothing(word)), "write a file a to h and a rank 1 to 8, for example `"+strict.LikelySquare(word)+"`")
			continue
		}
		if seen&(1<<s) != 0 {
			first := slices.Index(raw.Squares, word)
			k.Fault(at, fmt.Sprintf("wiring: %s is wired twice: to %s and to %s", word, name(first), name(i)), "give each square one input")
		}
		seen |= 1 << s
		squares[i] = turned(s, turn)
	}
	if missing := missing(seen); !k.partial && !k.Spoilt(path+".squares") && len(missing) > 0 && k.Found() == before {
		k.Fault(path+".squares", "wiring: no input for "+strings.Join(missing, " "), "name each of the 64 squares once; a broken sensor keeps its place")
	}
	return squares
}

func missing(seen rules.Squares) []string {
	var list []string
	for s := range rules.NoSquare {
		if seen&(1<<s) == 0 {
			if len(list) == 8 {
				return append(list, "...")
			}
			list = append(list, s.String())
		}
	}
	return list
}
