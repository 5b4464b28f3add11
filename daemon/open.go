package daemon

import (
	"fmt"

	"touchmove/configs"
)

// OpenBoard opens the drivers that a configuration names (the list of all that
// there are is assembly.unit), on this computer's buses and lines, or on
// simulated chips. s is where the board's journal ended;
// simulated hands go on from there. close gives buses and lines back. The error
// names the board and says what to do.
//
// Nothing is sent on a bus yet: chips are set up by the first reading, each bus
// in a goroutine of its own, so that one that is stuck holds up nothing else.
func OpenBoard(c configs.Board, s *Session) (b Board, close func() error, err error) {
	return openBoard(Computer(), c, s)
}

// openBoard is OpenBoard with the hardware of a real board.
func openBoard(on Hardware, c configs.Board, s *Session) (b Board, close func() error, err error) {
	w, simulated := c.Wiring.(configs.Simulated)
	if !simulated {
		return OpenOn(on, c)
	}
	b = newBoard(c)
	b.Speed, b.Simulation = w.Speed, &Simulation{speed: w.Speed}
	if err := b.simulate(w, c, s); err != nil {
		return Board{}, nil, fmt.Errorf("board %s: %w", c.ID, err)
	}
	return b, func() error { return nil }, nil
}

// OpenOn opens the drivers that a configuration names on hardware that is
// given. The configuration's wiring may be anything but simulated.
func OpenOn(on Hardware, c configs.Board) (b Board, close func() error, err error) {
	b = newBoard(c)
	close, err = b.assemble(c, c.Wiring, on)
	if err != nil {
		return Board{}, nil, fmt.Errorf("board %s: %w", c.ID, err)
	}
	return b, close, nil
}

func newBoard(c configs.Board) Board {
	return Board{
		Period: c.Period(), IdlePeriod: c.IdlePeriod(), IdleAfter: c.IdleAfter,
		Stats: &ScanStats{}, Troubles: &Troubles{},
	}
}
