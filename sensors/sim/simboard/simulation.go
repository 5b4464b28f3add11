package simboard

import (
	"context"
	"fmt"
	"sync"

	"touchmove/rules"
	"touchmove/sensors/sim/chips"
)

// Simulation holds what a user can do only to a simulated board while it plays:
// change the speed of its time, halt it, pull a chip off its bus. Its methods may
// be called from any goroutine.
type Simulation struct {
	bus     *chips.Bus // nil if no chip can be pulled
	chip    uint16     // address of the chip to pull
	squares []rules.Square

	mu     sync.Mutex
	speed  float64
	halted chan struct{} // closed when time continues; nil while time runs
	pulled bool
}

// NewSimulation returns a Simulation whose time runs at the given multiple of real
// time. It may be faster than users can set.
func NewSimulation(speed float64) *Simulation { return &Simulation{speed: speed} }

// Slowest and Fastest are the limits for the speed of a simulated board, as
// multiples of real time.
const (
	Slowest = 0.1
	Fastest = 100
)

// Speed returns the speed of the board's time, as a multiple of real time.
func (s *Simulation) Speed() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.speed
}

// SetSpeed sets the speed from the next scan on, limited to Slowest and Fastest.
func (s *Simulation) SetSpeed(speed float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.speed = min(max(speed, Slowest), Fastest)
}

// Halt stops the board's time, or lets it continue. While it is halted, nothing is
// scanned and no command is accepted.
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

// Chip returns the name of the chip that Pull pulls, or "" if there is none.
func (s *Simulation) Chip() string {
	if s.bus == nil {
		return ""
	}
	return fmt.Sprintf("0x%02x", s.chip)
}

// Pulls sets the chip that Pull pulls.
func (s *Simulation) Pulls(bus *chips.Bus, chip uint16, squares []rules.Square) {
	s.bus, s.chip, s.squares = bus, chip, squares
}

// Serves returns the squares that cannot be read while the chip is off.
func (s *Simulation) Serves() []rules.Square { return s.squares }

// Pull pulls the chip off its bus, so that its squares cannot be read, or puts it
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

// Pulled reports whether the chip is off its bus.
func (s *Simulation) Pulled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pulled
}

// Going waits until time runs. It returns false if ctx ends first.
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
