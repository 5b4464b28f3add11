package lights

import (
	"fmt"
	"strings"

	"touchmove/rules"
)

// Tone is the colour of a lamp. Colour is never the only sign: place and size say as much.
type Tone uint8

// White shows where a piece goes or comes from. Green, Amber and Red are the traffic light
// of a calibration. At the edge, Violet calls the arbiter to a question, and Amber or Red
// to a fault.
const (
	Dark Tone = iota
	White
	Green
	Amber
	Red
	Violet
)

var toneNames = [...]string{"dark", "white", "green", "amber", "red", "violet"}

// String returns the tone's name: "dark", "white", "green", "amber", "red" or "violet".
func (t Tone) String() string { return toneNames[t] }

// Lamp is what one lamp shows. A lamp that asks someone to act is large and bright; any
// other lamp is small and dim. The zero value is dark.
type Lamp struct {
	Tone  Tone
	Large bool
}

// Lit reports whether the lamp is not dark.
func (l Lamp) Lit() bool { return l.Tone != Dark }

// String returns the tone, and "large" after it for a large lamp: "white large".
func (l Lamp) String() string {
	if l.Large && l.Lit() {
		return l.Tone.String() + " large"
	}
	return l.Tone.String()
}

// Sound is what a buzzer sounds once, when a frame with it is first shown.
type Sound uint8

// Silence is no sound. Done means that the task is complete. Call means that someone is
// needed.
const (
	Silence Sound = iota
	Done
	Call
)

// String returns "silence", "done" or "call".
func (s Sound) String() string { return [...]string{"silence", "done", "call"}[s] }

// Frame is what all lamps of a board show at one moment. The zero value is dark and silent.
type Frame struct {
	Squares [64]Lamp // by square
	Edge    Lamp     // beside the board, where players and arbiter see it
	Sound   Sound
}

// Set lights the lamps of some squares.
func (f *Frame) Set(squares rules.Squares, l Lamp) {
	for sq := range squares.All() {
		f.Squares[sq] = l
	}
}

// Lit returns the squares whose lamps are not dark.
func (f *Frame) Lit() (all rules.Squares) {
	for sq, l := range f.Squares {
		if l.Lit() {
			all |= rules.SquaresOf(rules.Square(sq))
		}
	}
	return all
}

// String lists the lamps that are lit, square by square: "e4 white large, edge violet".
// A dark frame is "dark".
func (f *Frame) String() string {
	var all []string
	for sq, l := range f.Squares {
		if l.Lit() {
			all = append(all, fmt.Sprintf("%v %v", rules.Square(sq), l))
		}
	}
	if f.Edge.Lit() {
		all = append(all, fmt.Sprintf("edge %v", f.Edge))
	}
	if f.Sound != Silence {
		all = append(all, f.Sound.String())
	}
	if len(all) == 0 {
		return Dark.String()
	}
	return strings.Join(all, ", ")
}

// Calm returns the frame for lamps of one colour and one brightness, where size and colour
// cannot be shown. If there is a large lamp, the small ones are dark.
func (f Frame) Calm() Frame {
	large := f.Edge.Large
	for _, l := range f.Squares {
		large = large || l.Lit() && l.Large
	}
	if !large {
		return f
	}
	for sq, l := range f.Squares {
		if !l.Large {
			f.Squares[sq] = Lamp{}
		}
	}
	return f
}
