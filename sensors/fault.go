package sensors

import "fmt"

// ChipError says that a chip on a bus did not do what its driver asked. Its
// channels read Lost while that lasts.
type ChipError struct {
	Chip string // the part, such as "mcp23017"
	Addr uint16 // its 7-bit address on the bus
	Bus  string // the bus, such as "I2C1"
	From int    // first of its channels
	To   int    // one after the last
	Err  error
}

// Name names part, address and bus: "mcp23017 0x21 on I2C1".
func (e *ChipError) Name() string { return fmt.Sprintf("%s 0x%02x on %s", e.Chip, e.Addr, e.Bus) }

// Error names part, address, bus and channels: "mcp23017 0x21 on I2C1
// (channels 16-31): no answer".
func (e *ChipError) Error() string {
	return fmt.Sprintf("%s 0x%02x on %s (channels %d-%d): %v", e.Chip, e.Addr, e.Bus, e.From, e.To-1, e.Err)
}

// Unwrap returns the error of the bus.
func (e *ChipError) Unwrap() error { return e.Err }

// LineError says that a line cannot be driven or read, or is held at one level: a
// row or column of a matrix, a select line, or a line of a clock. The channels that
// need the line read Lost.
type LineError struct {
	Line     string // the line's role and where it ends, such as "row 3 (GPIO17)"
	Channels uint64 // bit n: the line serves channel n of its driver
	Err      error
}

// Error names the line: "row 3 (GPIO17): ...".
func (e *LineError) Error() string { return e.Line + ": " + e.Err.Error() }

// Unwrap returns the fault without its line.
func (e *LineError) Unwrap() error { return e.Err }
