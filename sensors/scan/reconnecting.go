package scan

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"syscall"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// reopenEvery is how often a missing bus or line is looked for.
const reopenEvery = 2 * time.Second

// Reconnecting returns hardware that may be missing when a board is opened. Buses and
// lines are looked for whenever they are read, and until they are found, reading them
// returns an error, as on a bus where no chip answers. A device that disappears, such as
// a USB adapter that is unplugged, is closed, since the kernel does not release it
// before, and looked for again. So one board that cannot be read does not keep the other
// boards of a hall from starting. Single pins (Pins) must be there from the start.
func Reconnecting(on Hardware) Hardware { return reconnecting{on} }

type reconnecting struct{ Hardware }

// Bus implements Hardware.
func (p reconnecting) Bus(name string) (i2c.BusCloser, error) {
	b := &reconnectingBus{name: name}
	b.open = func() (i2c.BusCloser, error) { return p.Hardware.Bus(name) }
	b.get() //nolint:errcheck // reported when the bus is read
	return b, nil
}

// Outputs implements Hardware.
func (p reconnecting) Outputs(names []string) (Lines, error) {
	l := &reconnectingLines{}
	l.open = func() (Lines, error) { return p.Hardware.Outputs(names) }
	l.get() //nolint:errcheck // as above
	return l, nil
}

// Inputs implements Hardware.
func (p reconnecting) Inputs(names []string, pull gpio.Pull, edges bool) (Lines, error) {
	l := &reconnectingLines{}
	l.open = func() (Lines, error) { return p.Hardware.Inputs(names, pull, edges) }
	l.get() //nolint:errcheck // as above
	return l, nil
}

// reopened is a bus or a set of lines that is opened as soon as it is there. Its methods
// may be called from any goroutine.
type reopened[T io.Closer] struct {
	open func() (T, error)

	mu     sync.Mutex
	thing  T
	there  bool
	closed bool
	err    error     // why it is not there
	tried  time.Time // when it was last looked for
}

// errGivenBack is the error of reading after Close.
var errGivenBack = errors.New("given back already")

// get returns the bus or lines, and tries to open them if necessary.
func (s *reopened[T]) get() (T, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.there || s.closed || s.err != nil && time.Since(s.tried) < reopenEvery {
		return s.thing, s.err
	}
	s.tried = time.Now()
	thing, err := s.open()
	if s.err = err; err == nil {
		s.thing, s.there = thing, true
	}
	return thing, err
}

// used looks at the error of an operation, and closes a device that has gone.
func (s *reopened[T]) used(err error) {
	if err == nil || !isGone(err) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.there {
		s.there, s.err, s.tried = false, err, time.Now()
		s.thing.Close() //nolint:errcheck // the device has gone
	}
}

// Close implements io.Closer.
func (s *reopened[T]) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed, s.err = true, errGivenBack
	if !s.there {
		return nil
	}
	s.there = false
	return s.thing.Close()
}

// isGone reports whether an error means that the device itself has gone. periph keeps
// only the text of the kernel's error.
func isGone(err error) bool {
	for _, is := range []syscall.Errno{syscall.ENODEV, syscall.ESHUTDOWN} {
		if strings.Contains(err.Error(), is.Error()) {
			return true
		}
	}
	return false
}

// reconnectingBus is a bus that may be missing. Transfers are for one goroutine at a
// time.
type reconnectingBus struct {
	reopened[i2c.BusCloser]
	name string
}

// Tx implements i2c.Bus.
func (b *reconnectingBus) Tx(addr uint16, write, read []byte) error {
	bus, err := b.get()
	if err != nil {
		return err
	}
	err = bus.Tx(addr, write, read)
	b.used(err)
	return err
}

// SetSpeed implements i2c.Bus.
func (b *reconnectingBus) SetSpeed(f physic.Frequency) error {
	bus, err := b.get()
	if err != nil {
		return err
	}
	return bus.SetSpeed(f)
}

// String implements i2c.Bus. The name is the same whether the bus is there or not.
func (b *reconnectingBus) String() string { return BusName(b.name) }

// BusName returns the name that a bus of this computer has when it is open: "I2C1" for
// "1", "i2c-1" and "/dev/i2c-1".
func BusName(name string) string {
	for _, prefix := range []string{"/dev/i2c-", "i2c-", "I2C", ""} {
		if number, ok := strings.CutPrefix(name, prefix); ok && number != "" && strings.Trim(number, "0123456789") == "" {
			return fmt.Sprintf("I2C%s", number)
		}
	}
	return name
}

// reconnectingLines are lines that may be missing.
type reconnectingLines struct{ reopened[Lines] }

// Out implements Lines.
func (l *reconnectingLines) Out(value, mask gpio.GPIOValue) error {
	lines, err := l.get()
	if err != nil {
		return err
	}
	err = lines.Out(value, mask)
	l.used(err)
	return err
}

// Read implements Lines.
func (l *reconnectingLines) Read(mask gpio.GPIOValue) (gpio.GPIOValue, error) {
	lines, err := l.get()
	if err != nil {
		return 0, err
	}
	levels, err := lines.Read(mask)
	l.used(err)
	return levels, err
}

// WaitForEdge implements Lines. It does not wait while the lines are missing.
func (l *reconnectingLines) WaitForEdge(timeout time.Duration) (int, gpio.Edge, error) {
	lines, err := l.get()
	if err != nil {
		return 0, gpio.NoEdge, err
	}
	number, edge, err := lines.WaitForEdge(timeout)
	l.used(err)
	return number, edge, err
}
