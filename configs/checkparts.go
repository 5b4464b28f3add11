package configs

import (
	"fmt"
	"strings"

	"touchmove/internal/strict"
	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// mixed checks a board of several parts: each by itself, and that together they serve every
// square once.
func (k *checker) mixed(parts []wiringTable, path string) wiring.Wiring {
	w := wiring.Mixed{}
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
		part, ok := k.wiring(&parts[i], at).(wiring.Part)
		k.partial = false
		if !ok {
			continue
		}
		w = append(w, part)
		for n, sq := range part.Served() {
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

// isLinear reports whether a board's sensors are read as levels, which show colours too.
func isLinear(w wiring.Wiring) bool {
	if s, ok := w.(Simulated); ok {
		return s.isLinear()
	}
	return wiring.Linear(w)
}
