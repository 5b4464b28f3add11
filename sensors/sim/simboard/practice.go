package simboard

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors/sim/chips"
)

// Practice holds the faults of a simulated board for learning.
type Practice struct {
	Field  chips.Field // noise and crosstalk of linear sensors
	faults []practiceFault
	turns  int
	mirror bool
	ranks  []int // ranks whose connectors are mirrored
	swaps  [][2]rules.Square
}

type practiceFault struct {
	square rules.Square
	kind   string
}

// LikeReal describes how the magnets of a real board reach its sensors: noise of a
// few millivolts, pieces that differ by a twenty-fifth, neighbours that are felt.
var LikeReal = chips.Field{NoiseMV: 2, Spread: 0.04, Beside: 0.04, Corner: 0.01}

// SomeFaults lists the faults of a board for learning: a few of different kinds.
const SomeFaults = "c2=weak,g7=weak,e5=noisy,h4=dead,rank3=mirrored"

// ailments maps the names of faults of one square to what they do.
var ailments = map[string]func(*chips.Board, rules.Square){
	"weak":        func(b *chips.Board, sq rules.Square) { b.Lift(sq, 0.35) },
	"faint":       func(b *chips.Board, sq rules.Square) { b.Lift(sq, 0.16) },
	"noisy":       func(b *chips.Board, sq rules.Square) { b.Hum(sq, 35) },
	"warm":        func(b *chips.Board, sq rules.Square) { b.Shift(sq, 90) },
	"dead":        func(b *chips.Board, sq rules.Square) { b.Ail(sq, chips.Cold) },
	"stuck-on":    func(b *chips.Board, sq rules.Square) { b.Ail(sq, chips.StuckOn) },
	"stuck-off":   func(b *chips.Board, sq rules.Square) { b.Ail(sq, chips.StuckOff) },
	"chatters":    func(b *chips.Board, sq rules.Square) { b.Ail(sq, chips.Chattering) },
	"upside-down": func(b *chips.Board, sq rules.Square) { b.Ail(sq, chips.Inverted) },
}

// silent is the fault of a chip that does not answer; it is given for one of the
// chip's squares.
const silent = "silent"

// PracticeFaults returns the names of the faults that a square can have.
func PracticeFaults() []string {
	list := append(slices.Collect(maps.Keys(ailments)), silent)
	slices.Sort(list)
	return list
}

// ParsePractice parses a list of faults, separated by commas: SQUARE=FAULT for one
// sensor; turn=90, 180 or 270 and mirror for the board; rankN=mirrored for a cable;
// SQUARE-SQUARE=swapped for two wires. "none" means a board without faults, "some"
// means SomeFaults. The error says what is not understood.
func ParsePractice(list string) (*Practice, error) {
	p := &Practice{Field: LikeReal}
	switch strings.TrimSpace(list) {
	case "", "none":
		return p, nil
	case "some":
		list = SomeFaults
	}
	for _, word := range strings.Split(list, ",") {
		if err := p.parse(strings.TrimSpace(word)); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *Practice) parse(word string) error {
	what, kind, _ := strings.Cut(word, "=")
	if rank, ok := strings.CutPrefix(what, "rank"); ok && kind == "mirrored" && len(rank) == 1 && rank >= "1" && rank <= "8" {
		p.ranks = append(p.ranks, int(rank[0]-'1'))
		return nil
	}
	if a, b, ok := strings.Cut(what, "-"); ok && kind == "swapped" {
		one, err := rules.ParseSquare(a)
		if err != nil {
			return fmt.Errorf("%q: %w", word, err)
		}
		other, err := rules.ParseSquare(b)
		if err != nil {
			return fmt.Errorf("%q: %w", word, err)
		}
		p.swaps = append(p.swaps, [2]rules.Square{one, other})
		return nil
	}
	switch word {
	case "turn=90", "turn=180", "turn=270":
		p.turns = map[string]int{"90": 1, "180": 2, "270": 3}[kind]
		return nil
	case "mirror":
		p.mirror = true
		return nil
	}
	sq, err := rules.ParseSquare(what)
	if err != nil || ailments[kind] == nil && kind != silent {
		return fmt.Errorf("%q is not a fault: write SQUARE=FAULT, such as c2=weak, with one of %s; or turn=90, 180 or 270, mirror, rank3=mirrored, d4-e4=swapped", word, strings.Join(PracticeFaults(), ", "))
	}
	p.faults = append(p.faults, practiceFault{sq, kind})
	return nil
}

// Soldered returns the real wiring of a board that is configured with the wiring
// given.
func (p *Practice) Soldered(configured []rules.Square) []rules.Square {
	w := calibration.Wiring(slices.Clone(configured))
	swap := func(a, b rules.Square) {
		i, j := w.Channel(a), w.Channel(b)
		if i >= 0 && j >= 0 {
			w[i], w[j] = w[j], w[i]
		}
	}
	for _, rank := range p.ranks {
		for file := range 4 {
			swap(rules.SquareAt(file, rank), rules.SquareAt(7-file, rank))
		}
	}
	for _, s := range p.swaps {
		swap(s[0], s[1])
	}
	if p.mirror {
		w = w.Mirrored()
	}
	return w.Turned(p.turns)
}

// Apply gives sensors their faults. unplug takes the chip that serves a square off
// its bus, or returns why it cannot.
func (p *Practice) Apply(b *chips.Board, unplug func(rules.Square) error) error {
	for _, f := range p.faults {
		if f.kind == silent {
			if err := unplug(f.square); err != nil {
				return err
			}
			continue
		}
		ailments[f.kind](b, f.square)
	}
	return nil
}
