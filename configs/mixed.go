package configs

import (
	"fmt"
	"strings"

	"touchmove/internal/strict"
	"touchmove/rules"
)

// mixed checks a board of several parts: each by itself, and that together they
// serve every square once.
func (k *checker) mixed(parts []wiringTable, path string) Wiring {
	w := Mixed{}
	owner := map[rules.Square]int{}
	var seen rules.Squares
	before := k.Found()
	for i := range parts {
		at := path + ".part" + strict.Index(i)
		if parts[i].Driver == "simulated" {
			k.Fault(at+".driver", "part: a simulated board is a whole one", `write [board.wiring] with driver = "simulated" and chip = "mixed"`)
			continue
		}
		k.partial = true
		part := k.wiring(&parts[i], at)
		k.partial = false
		if part == nil {
			continue
		}
		w.Parts = append(w.Parts, part)
		for n, sq := range Served(part) {
			if sq == rules.NoSquare {
				continue
			}
			if other, twice := owner[sq]; twice && other != i {
				k.Fault(at+".squares"+strict.Index(n), fmt.Sprintf("wiring: %s is wired twice: in part %d and in part %d", sq, other+1, i+1), "give each square one input")
			}
			owner[sq] = i
			seen = seen.With(sq)
		}
	}
	if missing := missing(seen); !k.Spoilt(path+".part") && len(missing) > 0 && k.Found() == before {
		k.Fault(path+".part", "wiring: no input for "+strings.Join(missing, " "), "name each of the 64 squares once; a broken sensor keeps its place")
	}
	return w
}

// Served returns the square of each channel of a wiring, NoSquare where nothing
// is wired; nil for a simulated board. Of a mixed board they are its parts' one
// after the other.
func Served(w Wiring) []rules.Square {
	switch w := w.(type) {
	case MCP23017:
		return w.Squares
	case Expanders:
		return w.Squares
	case MCPMatrix:
		return w.Squares
	case ADS1115:
		return w.Squares
	case Converters:
		return w.Squares
	case Multiplexed:
		return w.Squares
	case GPIOMatrix:
		return w.Squares
	case Mixed:
		var all []rules.Square
		for _, part := range w.Parts {
			all = append(all, Served(part)...)
		}
		return all
	}
	return nil
}

// linear says whether a board's sensors are read as levels, which tell colours
// too.
func linear(w Wiring) bool {
	switch w := w.(type) {
	case ADS1115, Converters, Multiplexed:
		return true
	case Simulated:
		switch w.Chip {
		case "ads1115", "ads7828", "ads7138", "cd74hc4067":
			return true
		}
	case Mixed:
		for _, part := range w.Parts {
			if !linear(part) {
				return false
			}
		}
		return len(w.Parts) > 0
	}
	return false
}
