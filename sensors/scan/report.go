package scan

import (
	"errors"
	"strings"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// report notes what is wrong with this reading. It is called only while there is a
// fault.
func (s *Scanner) report(at time.Duration) {
	for ch, v := range s.counts {
		s.heard[ch] = s.heard[ch] || v != sensors.Lost
	}
	faults := s.board.Faults
	faults.begin(fromBuses)
	defer faults.end(fromBuses, at)
	for _, r := range s.buses {
		if r.isStuck() {
			s.note(at, Fault{Kind: HeldBus, Cause: EndlessTransfers, Part: r.name, Squares: s.served(r.from, len(r.counts))})
			continue
		}
		for i := range r.parts {
			s.reportPart(at, &r.parts[i])
		}
	}
	for ch, r := range s.board.ranges {
		if !s.isOutOfRange(ch) {
			continue
		}
		v := s.counts[ch]
		s.counts[ch] = sensors.Lost
		cause := AtGround
		if v > r.high {
			cause = AtSupply
		}
		sq := s.board.Squares[ch]
		s.note(at, Fault{Kind: OutOfRange, Cause: cause, Part: sq.String(), Squares: rules.SquaresOf(sq)})
	}
}

// reportPart notes what a driver reported about its last reading.
func (s *Scanner) reportPart(at time.Duration, p *Part) {
	for _, one := range each(p.err) {
		var chip *sensors.ChipError
		var line *sensors.LineError
		switch {
		case errors.As(one, &chip):
			detail := chip.Err.Error()
			s.note(at, Fault{Kind: SilentChip, Cause: silence(detail, s.heard[p.from+chip.From]), Part: chip.Name(), Squares: s.served(p.from+chip.From, chip.To-chip.From), Detail: detail})
		case errors.As(one, &line):
			name := line.Line
			if p.wired { // another chip may have a line with this name
				name += " of " + p.name
			}
			s.note(at, Fault{Kind: HeldLine, Part: name, Squares: s.bits(p.from, line.Channels), Detail: line.Err.Error()})
		default:
			s.note(at, Fault{Kind: SilentChip, Part: p.name, Squares: s.served(p.from, len(p.into)), Detail: one.Error()})
		}
	}
	if p.ghosts != 0 {
		s.note(at, Fault{Kind: GhostSquares, Cause: Rectangle, Part: p.name, Squares: s.bits(p.from, p.ghosts)})
	}
}

func (s *Scanner) note(at time.Duration, f Fault) { s.board.Faults.note(fromBuses, at, f) }

// each splits a joined error.
func each(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// served returns the squares of n of the board's channels.
func (s *Scanner) served(from, n int) (set rules.Squares) {
	squares := s.board.Squares
	for ch := from; ch < from+n && ch < len(squares); ch++ {
		if sq := squares[ch]; sq != rules.NoSquare {
			set = set.With(sq)
		}
	}
	return set
}

// bits returns the squares of a driver's channels, given as bits.
func (s *Scanner) bits(from int, channels uint64) (set rules.Squares) {
	squares := s.board.Squares
	for ch := from; channels != 0 && ch < len(squares); ch, channels = ch+1, channels>>1 {
		if sq := squares[ch]; channels&1 != 0 && sq != rules.NoSquare {
			set = set.With(sq)
		}
	}
	return set
}

// silence returns the cause for a silent chip, from the kernel's text and from
// whether the chip has ever answered.
func silence(text string, answered bool) Cause {
	switch silent := strings.Contains(text, "I/O error") || strings.Contains(text, "timed out"); {
	case !silent:
		return Reported
	case answered:
		return AnsweredBefore
	}
	return NeverAnswered
}
