// Package sensors holds what a board of sensors can report: the state of one square, a
// reading of all sixty-four, and the raw counts that a driver reads before calibration
// turns them into squares. The packages below it are the drivers; they know channels
// and counts, never squares.
package sensors

import (
	"fmt"
	"math"

	"touchmove/rules"
)

// State is what the sensor of one square reports. The zero value, Unknown, means that
// there is no reading: a silent chip, an open row, a channel that is not wired.
// Unknown means neither empty nor occupied.
type State uint8

// The five states of a square. A sensor that feels a piece but not its colour reports
// Occupied; one that distinguishes the poles of a magnet reports White or Black.
const (
	Unknown State = iota
	Empty
	Occupied
	White
	Black
)

// Full reports whether a piece is on the square: Occupied, White or Black.
func (s State) Full() bool { return s >= Occupied }

// String returns the word of the trace format: "unknown", "empty",
// "occupied", "white" or "black".
func (s State) String() string {
	if int(s) < len(words) {
		return words[s]
	}
	return fmt.Sprintf("State(%d)", uint8(s))
}

// Letter returns the one-byte form that a scan record uses: '?', '.', 'o',
// 'w' or 'b'.
func (s State) Letter() byte {
	if int(s) < len(letters) {
		return letters[s]
	}
	return '?'
}

const letters = "?.owb"

var words = [...]string{"unknown", "empty", "occupied", "white", "black"}

// ParseState parses a word as String prints it.
func ParseState(word string) (State, error) {
	for i, w := range words {
		if w == word {
			return State(i), nil
		}
	}
	return Unknown, fmt.Errorf("%q is not a reading: write empty, occupied, white, black or unknown", word)
}

// Sensing is what a board's sensors can distinguish.
type Sensing uint8

// Occupancy boards distinguish a piece from none (reed switches, digital Hall
// sensors); Polarity boards also distinguish White's pieces from Black's (linear Hall
// sensors and magnets turned by colour).
const (
	Occupancy Sensing = iota
	Polarity
)

// String returns "occupancy" or "polarity".
func (s Sensing) String() string {
	if s == Polarity {
		return "polarity"
	}
	return "occupancy"
}

// ParseSensing parses a word as String prints it.
func ParseSensing(word string) (Sensing, error) {
	switch word {
	case "occupancy":
		return Occupancy, nil
	case "polarity":
		return Polarity, nil
	}
	return Occupancy, fmt.Errorf("%q is not a kind of sensing: write occupancy or polarity", word)
}

// Scan is one reading of the whole board, by square. In the zero value every square is
// unknown.
type Scan [64]State

// Full returns the squares on which a piece is felt.
func (s *Scan) Full() rules.Squares { return s.where(func(v State) bool { return v.Full() }) }

// Unknown returns the squares whose sensor gave no reading.
func (s *Scan) Unknown() rules.Squares { return s.where(func(v State) bool { return v == Unknown }) }

func (s *Scan) where(is func(State) bool) rules.Squares {
	var set rules.Squares
	for sq, v := range s {
		if is(v) {
			set |= 1 << sq
		}
	}
	return set
}

// String returns the scan as written in a trace: ranks 8 to 1, files a to h, one
// letter per square, a slash between ranks.
func (s Scan) String() string {
	var b [71]byte
	n := 0
	for rank := 7; rank >= 0; rank-- {
		for file := 0; file < 8; file++ {
			b[n] = s[rank*8+file].Letter()
			n++
		}
		if rank > 0 {
			b[n] = '/'
			n++
		}
	}
	return string(b[:])
}

// ParseScan parses a scan as String prints it. The error names the rank and the letter
// that is wrong.
func ParseScan(text string) (Scan, error) {
	var s Scan
	if len(text) != 71 {
		return s, fmt.Errorf("scan has %d characters instead of 71: write eight ranks of eight letters from rank 8 to rank 1 with a slash between them", len(text))
	}
	n := 0
	for rank := 7; rank >= 0; rank-- {
		for file := 0; file < 8; file++ {
			v, ok := stateOf(text[n])
			if !ok {
				return Scan{}, fmt.Errorf("scan: %q on %c%d is not a reading: write one of . o w b ?", text[n], 'a'+file, rank+1)
			}
			s[rank*8+file] = v
			n++
		}
		if rank > 0 {
			if text[n] != '/' {
				return Scan{}, fmt.Errorf("scan: rank %d does not end in a slash after eight letters", rank+1)
			}
			n++
		}
	}
	return s, nil
}

func stateOf(letter byte) (State, bool) {
	for i := 0; i < len(letters); i++ {
		if letters[i] == letter {
			return State(i), true
		}
	}
	return Unknown, false
}

// Counts are raw readings of a driver, one per channel, in the driver's own unit: 0 or
// 1 for a digital input, ADC counts for a linear one.
type Counts []int32

// Lost is the entry in Counts of a channel that did not answer. It is far outside
// every converter's range, so it can never be taken for a level.
const Lost int32 = math.MinInt32
