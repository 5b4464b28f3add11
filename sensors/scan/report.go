package scan

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// report notes what is wrong with this reading. It is called only while
// something is.
func (s *Scanner) report(at time.Duration) {
	for ch, v := range s.counts {
		s.heard[ch] = s.heard[ch] || v != sensors.Lost
	}
	faults := s.board.Faults
	faults.begin(fromBuses)
	defer faults.end(fromBuses, at)
	for _, r := range s.buses {
		if r.held() {
			s.note(at, HeldBus, r.name, s.served(r.from, len(r.counts)),
				"its transfers do not end, as when a line is held down: unplug its chips one by one; switching their supply off frees a chip that hangs")
			continue
		}
		for i := range r.parts {
			s.reportPart(at, &r.parts[i])
		}
	}
	for ch, r := range s.board.ranges {
		if !s.off(ch) {
			continue
		}
		v := s.counts[ch]
		s.counts[ch] = sensors.Lost
		side, to := "at ground", "its line is open or shorted to ground, or the sensor has no supply"
		if v > r.high {
			side, to = "at its supply", "its line is shorted to the supply, or the sensor has no ground"
		}
		sq := s.board.Squares[ch]
		s.note(at, OutOfRange, sq.String(), rules.SquaresOf(sq), "its sensor's output is "+side+", where none can be: "+to)
	}
}

// reportPart notes what a driver said of its last reading.
func (s *Scanner) reportPart(at time.Duration, p *Part) {
	for _, one := range each(p.err) {
		var chip *sensors.ChipError
		var line *sensors.LineError
		switch {
		case errors.As(one, &chip):
			s.note(at, SilentChip, chip.Name(), s.served(p.from+chip.From, chip.To-chip.From), advice(chip.Err.Error(), s.heard[p.from+chip.From]))
		case errors.As(one, &line):
			name := line.Line
			if p.wired { // another chip may have a line of this name
				name += " of " + p.name
			}
			s.note(at, HeldLine, name, s.bits(p.from, line.Channels), line.Err.Error())
		default:
			s.note(at, SilentChip, p.name, s.served(p.from, len(p.into)), one.Error())
		}
	}
	if p.ghosts != 0 {
		s.note(at, GhostSquares, p.name, s.bits(p.from, p.ghosts),
			"there are pieces on the corners of a rectangle, and no diodes: three show as four, and one lifted from them is not missed; a diode at every switch mends it")
	}
}

func (s *Scanner) note(at time.Duration, kind FaultKind, part string, squares rules.Squares, text string) {
	s.board.Faults.note(fromBuses, at, Fault{Kind: kind, Part: part, Squares: squares, Text: text})
}

// each takes a joined error apart.
func each(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// served returns the squares of n channels of the board.
func (s *Scanner) served(from, n int) (set rules.Squares) {
	squares := s.board.Squares
	for ch := from; ch < from+n && ch < len(squares); ch++ {
		if sq := squares[ch]; sq != rules.NoSquare {
			set = set.With(sq)
		}
	}
	return set
}

// bits returns the squares of a driver's channels, which are bits.
func (s *Scanner) bits(from int, channels uint64) (set rules.Squares) {
	squares := s.board.Squares
	for ch := from; channels != 0 && ch < len(squares); ch, channels = ch+1, channels>>1 {
		if sq := squares[ch]; channels&1 != 0 && sq != rules.NoSquare {
			set = set.With(sq)
		}
	}
	return set
}

// advice is what to do about a chip's error, by what the kernel's text says.
func advice(text string, answered bool) string {
	silent := strings.Contains(text, "I/O error") || strings.Contains(text, "timed out")
	switch {
	case !answered && silent:
		return fmt.Sprintf("%s: it has not answered since the start: check its plug, its supply and its address (two chips may have the same); `touchmove doctor` lists who answers", text)
	case silent:
		return text + ": it answered before: check its plug and its supply"
	}
	return text
}
