package chips

import "sync"

// supply is a chip's supply, and the lock under which its registers are read and written: one
// transfer or switch at a time.
type supply struct {
	mu      sync.Mutex
	powered bool
}

// power switches the supply, and resets the registers.
func (s *supply) power(on bool, reset func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.powered = on
	reset()
}

// transfer carries out a transfer, unless the chip has no supply or what it is connected to says
// that it does not answer.
func (s *supply) transfer(part interface{ Silent() bool }, do func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.powered || part.Silent() {
		return ErrNoAnswer
	}
	do()
	return nil
}
