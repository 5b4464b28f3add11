package configs

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/internal/strict"
	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// squares checks the table from channel to square: at most one entry per channel, every
// square once. name describes a channel for a fault.
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
		k.Fault(path, "part: no squares", "list the square of each input: the program cannot know which squares a part serves")
		return slices.Repeat([]rules.Square{rules.NoSquare}, channels)
	}
	if raw.Squares == nil {
		natural := wiring.Natural(turn)
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
		squares[i] = wiring.Turned(s, turn)
	}
	if missing := missing(seen); !k.partial && !k.Spoilt(path+".squares") && len(missing) > k.Found()-before { // a name that is wrong stands for one
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
