package simboard

import (
	"fmt"
	"io"
	"strings"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Script makes hands follow a text, one action after the other: lift, set down, press. The
// text may grow while they play, so that a person or a test can say at each moment what to
// do next.
//
// No action is done before the board has been scanned after the previous one: however slow
// the machine, the sensors see everything that the hands do.
type Script struct {
	// Report receives an error for every line that cannot be understood or done; the hands
	// skip it. nil ignores these errors.
	Report func(error)

	name    string
	in      io.Reader
	pins    Pins
	board   sensors.Scan
	hand    []held
	color   sensors.State // of the piece handled last
	rest    []byte        // the beginning of an incomplete line
	line    int           // number of the last line read
	actions []action
	gap     time.Duration
	due     time.Duration // no action before this time
	missed  []error       // of lines that were skipped as the board continued, to be reported
}

// held is a piece off the board.
type held struct {
	from rules.Square
	is   sensors.State
}

// Gap is the time between two actions, unless the text gives another: that of a quick hand.
const Gap = 700 * time.Millisecond

// NewScript returns hands that follow the text of a file, beginning at the starting
// position. With resumed, the board and the game continue after a break: everything in the
// text so far has been done, and the pieces stand where it left them: a line that could not
// be understood or done was skipped, is skipped again, and is reported at the first Until.
// Otherwise a line that cannot be understood is an error, which names the file and the line.
func NewScript(name string, in io.Reader, pins Pins, resumed bool) (*Script, error) {
	s := &Script{name: name, in: in, pins: pins, board: Shown(rules.StartPosition()), color: sensors.White, gap: Gap}
	all, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("hands: %w", err)
	}
	if n := len(all); n > 0 && all[n-1] != '\n' {
		all = append(all, '\n')
	}
	s.parse(all, func(e error) {
		switch {
		case resumed:
			s.missed = append(s.missed, e)
		case err == nil:
			err = e
		}
	})
	if err != nil {
		return nil, err
	}
	if resumed {
		for _, d := range s.actions {
			if _, err := s.do(d, 0); err != nil {
				s.missed = append(s.missed, err)
			}
		}
		s.actions, s.due = nil, 0
	}
	pins.Set(s.board)
	return s, nil
}

// Shown returns what sensors that distinguish colours read for a position.
func Shown(p rules.Position) (scan sensors.Scan) {
	for sq := range scan {
		switch piece := p.At(rules.Square(sq)); {
		case piece == rules.NoPiece:
			scan[sq] = sensors.Empty
		case piece.Color() == rules.White:
			scan[sq] = sensors.White
		default:
			scan[sq] = sensors.Black
		}
	}
	return scan
}

// Until does what is due at a time, at most one action, and returns the press if the action
// was one.
func (s *Script) Until(at time.Duration) []trace.Record {
	for _, err := range s.missed {
		s.report(err)
	}
	s.missed = nil
	s.read()
	s.wait(at)
	if len(s.actions) == 0 || at < s.due {
		return nil
	}
	d := s.actions[0]
	s.actions = s.actions[1:]
	s.due = at + s.gap
	press, err := s.do(d, at)
	if err != nil {
		s.report(err)
	}
	s.wait(at)
	return press
}

// wait delays the next action if the text says so.
func (s *Script) wait(at time.Duration) {
	for len(s.actions) > 0 && s.actions[0].does == waits {
		s.due = at + s.actions[0].time
		s.actions = s.actions[1:]
	}
}

// read reads what has been added to the text.
func (s *Script) read() {
	var chunk [4096]byte
	for {
		n, err := s.in.Read(chunk[:])
		s.parse(chunk[:n], s.report)
		if n == 0 || err != nil {
			return
		}
	}
}

// parse appends a piece of the text, and parses the lines that are now complete.
func (s *Script) parse(text []byte, report func(error)) {
	s.rest = append(s.rest, text...)
	for {
		line, rest, complete := strings.Cut(string(s.rest), "\n")
		if !complete {
			return
		}
		s.rest = append(s.rest[:0], rest...)
		s.line++
		actions, err := parseLine(line)
		if err != nil {
			report(fmt.Errorf("%s:%d: %w", s.name, s.line, err))
			continue
		}
		for i := range actions {
			actions[i].line = s.line
		}
		s.actions = append(s.actions, actions...)
	}
}

func (s *Script) report(err error) {
	if s.Report != nil {
		s.Report(err)
	}
}

// do does one action. An action that cannot be done changes nothing.
func (s *Script) do(d action, at time.Duration) ([]trace.Record, error) {
	next, hand := s.board, append([]held(nil), s.hand...)
	color := s.color
	for _, sq := range d.squares {
		switch stands := next[sq]; {
		case d.does == lifts && stands == sensors.Empty:
			return nil, fmt.Errorf("%s:%d: -%v: it is empty: name the square of a piece", s.name, d.line, sq)
		case d.does == places && stands != sensors.Empty:
			return nil, fmt.Errorf("%s:%d: +%v: there is a piece on it: lift that first", s.name, d.line, sq)
		case d.does == lifts:
			hand, next[sq], color = append(hand, held{sq, stands}), sensors.Empty, stands
		case d.does == places:
			i := pick(hand, sq, d.is)
			if i >= 0 {
				color = hand[i].is
				hand = append(hand[:i], hand[i+1:]...)
			} else if d.is != sensors.Unknown { // a piece from the box
				color = d.is
			}
			next[sq] = color
		}
	}
	switch d.does {
	case presses:
		return []trace.Record{{At: at, What: trace.Press{By: d.by}}}, nil
	case setsUp:
		next, hand = d.board, nil
	case paces:
		s.gap = d.time
		s.due = at
	}
	s.board, s.hand, s.color = next, hand, color
	s.pins.Set(next)
	return nil, nil
}

// pick returns the index of the piece in the hand that is set down on a square, or -1 if
// there is none: it has the colour given, and if possible comes from another square;
// otherwise the piece lifted first is taken.
func pick(hand []held, on rules.Square, is sensors.State) int {
	back := -1
	for i, h := range hand {
		switch {
		case is != sensors.Unknown && h.is != is:
		case h.from != on:
			return i
		case back < 0:
			back = i
		}
	}
	return back
}
