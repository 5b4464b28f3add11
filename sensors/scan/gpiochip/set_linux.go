package gpiochip

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/warthog618/go-gpiocdev/uapi"
	"periph.io/x/conn/v3/gpio"
)

// Set is a group of lines of one chip that are used together. Bit n of a value is
// the n-th line; a mask of 0 means all. It may be used by several goroutines. Close
// wakes a goroutine that waits for an edge.
type Set struct {
	file  *os.File
	raw   syscall.RawConn
	names []string
	event []byte // room for one edge

	mu       sync.Mutex // guards the fields below, which are here so that readings do not allocate
	values   uapi.LineValues
	failed   error
	get, put func(fd uintptr)
}

// Outputs requests lines that are driven both ways; they are low at first. Errors
// name the line and, if another program holds it, that program.
func Outputs(names []string) (*Set, error) {
	return request(names, uapi.LineFlagV2Output)
}

// Inputs requests lines that are read, with a pull resistor if the chip has one.
// With edges, WaitForEdge can be used. Errors are like those of Outputs.
func Inputs(names []string, pull gpio.Pull, edges bool) (*Set, error) {
	flags := uapi.LineFlagV2Input | bias(pull)
	if edges {
		flags |= uapi.LineFlagV2EdgeBoth
	}
	return request(names, flags)
}

func bias(pull gpio.Pull) uapi.LineFlagV2 {
	switch pull {
	case gpio.PullUp:
		return uapi.LineFlagV2BiasPullUp
	case gpio.PullDown:
		return uapi.LineFlagV2BiasPullDown
	case gpio.Float:
		return uapi.LineFlagV2BiasDisabled
	}
	return 0
}

func request(names []string, flags uapi.LineFlagV2) (*Set, error) {
	chip, offsets, err := find(names)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(chip.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // the requested lines have a file of their own
	request := uapi.LineRequest{Lines: uint32(len(offsets)), Config: uapi.LineConfig{Flags: flags}}
	copy(request.Consumer[:len(request.Consumer)-1], fmt.Sprintf("%s@%d", filepath.Base(os.Args[0]), os.Getpid()))
	for i, at := range offsets {
		request.Offsets[i] = uint32(at)
	}
	if err := control(f, func(fd uintptr) error { return uapi.GetLine(fd, &request) }); err != nil {
		return nil, taken(err, chip.Path, names, offsets)
	}
	fd := int(request.Fd)
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		_ = syscall.Close(fd)
		return nil, fmt.Errorf("lines %v: %w", names, err)
	}
	s := &Set{file: os.NewFile(uintptr(fd), names[0]), names: names, event: make([]byte, 48)} // struct gpio_v2_line_event
	s.get = func(fd uintptr) { s.failed = uapi.GetLineValuesV2(fd, &s.values) }
	s.put = func(fd uintptr) { s.failed = uapi.SetLineValuesV2(fd, s.values) }
	if s.raw, err = s.file.SyscallConn(); err != nil {
		_ = s.file.Close()
		return nil, fmt.Errorf("lines %v: %w", names, err)
	}
	return s, nil
}

func (s *Set) mask(mask gpio.GPIOValue) uapi.LineBitmap {
	if mask == 0 {
		return uapi.NewLineBitMask(len(s.names))
	}
	return uapi.LineBitmap(mask)
}

// Out drives the lines in the mask.
func (s *Set) Out(value, mask gpio.GPIOValue) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values = uapi.LineValues{Bits: uapi.LineBitmap(value), Mask: s.mask(mask)}
	if err := s.raw.Control(s.put); err != nil {
		return err
	}
	return s.failed
}

// Read returns the levels of the lines in the mask.
func (s *Set) Read(mask gpio.GPIOValue) (gpio.GPIOValue, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values = uapi.LineValues{Mask: s.mask(mask)}
	if err := s.raw.Control(s.get); err != nil {
		return 0, err
	}
	return gpio.GPIOValue(s.values.Bits), s.failed
}

// WaitForEdge waits until a line has changed, and removes one change from the
// kernel's queue. It does not say which line it was, since only levels matter. The
// error is os.ErrDeadlineExceeded if the time is over. A timeout of 0 or less does
// not wait.
func (s *Set) WaitForEdge(timeout time.Duration) (number int, edge gpio.Edge, err error) {
	if err := s.file.SetReadDeadline(time.Now().Add(timeout)); err != nil {
		return 0, gpio.NoEdge, err
	}
	if _, err := s.file.Read(s.event); err != nil {
		return 0, gpio.NoEdge, err
	}
	return 0, gpio.BothEdges, nil
}

// Close releases the lines.
func (s *Set) Close() error { return s.file.Close() }

// configure makes lines inputs or outputs.
func (s *Set) configure(flags uapi.LineFlagV2, value gpio.GPIOValue) error {
	c := uapi.LineConfig{Flags: flags}
	if flags&uapi.LineFlagV2Output != 0 {
		c.AddAttribute(uapi.LineConfigAttribute{Attr: uapi.OutputValues(value).Encode(), Mask: s.mask(0)})
	}
	var failed error
	if err := s.raw.Control(func(fd uintptr) { failed = uapi.SetLineConfigV2(fd, &c) }); err != nil {
		return err
	}
	return failed
}
