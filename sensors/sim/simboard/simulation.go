package simboard

import (
	"context"
	"fmt"
	"sync"

	"touchmove/rules"
	"touchmove/sensors/sim/chips"
)

// Simulation is what only a simulated board lets its visitors do while it
// plays: change the speed of its time, halt it, pull a chip off its bus. Its
// methods are for any goroutine.
type Simulation struct {
	bus     *chips.Bus // nil when no chip can be pulled
	chip    uint16     // the one to pull
	squares []rules.Square

	mu     sync.Mutex
	speed  float64
	halted chan struct{} // closed when time continues; nil while it runs
	pulled bool
}

// NewSimulation returns one whose time goes at a speed, times real time. It may
// be more than visitors can set.
func NewSimulation(speed float64) *Simulation { return &Simulation{speed: speed} }

// Slowest and Fastest are the speeds that a simulated board can have.
const (
	Slowest = 0.1
	Fastest = 100
)

// Speed returns how fast the board's time goes, times real time.
func (s *Simulation) Speed() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.speed
}

// SetSpeed sets it, from the next scan on, within Slowest and Fastest.
func (s *Simulation) SetSpeed(speed float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.speed = min(max(speed, Slowest), Fastest)
}

// Halt stops the board's time, or lets it continue. While it is halted nothing is
// scanned and no command is taken.
func (s *Simulation) Halt(halt bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case halt && s.halted == nil:
		s.halted = make(chan struct{})
	case !halt && s.halted != nil:
		close(s.halted)
		s.halted = nil
	}
}

// Halted reports whether the board's time is stopped.
func (s *Simulation) Halted() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.halted != nil
}

// Chip names the chip that Pull pulls; empty when there is none.
func (s *Simulation) Chip() string {
	if s.bus == nil {
		return ""
	}
	return fmt.Sprintf("0x%02x", s.chip)
}

// Pulls says which chip Pull pulls.
func (s *Simulation) Pulls(bus *chips.Bus, chip uint16, squares []rules.Square) {
	s.bus, s.chip, s.squares = bus, chip, squares
}

// Serves returns the squares that cannot be read while the chip is off.
func (s *Simulation) Serves() []rules.Square { return s.squares }

// Pull pulls a chip off its bus, so that its squares cannot be read, or puts it
// back.
func (s *Simulation) Pull(off bool) {
	if s.bus == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pulled = off
	if off {
		s.bus.Unplug(s.chip)
	} else {
		s.bus.Plug(s.chip)
	}
}

// Pulled reports whether it is off.
func (s *Simulation) Pulled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pulled
}

// Going waits until time goes; it returns false when ctx ends first.
func (s *Simulation) Going(ctx context.Context) bool {
	s.mu.Lock()
	halted := s.halted
	s.mu.Unlock()
	if halted == nil {
		return true
	}
	select {
	case <-halted:
		return true
	case <-ctx.Done():
		return false
	}
}
