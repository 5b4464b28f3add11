package doctor

import (
	"io/fs"
	"time"
)

// System is the computer to examine. Every field must be set.
type System struct {
	FS fs.FS // its root directory; names have no leading slash

	// Bus opens /dev/i2c-N.
	Bus func(number int) (Bus, error)
	// Chip reads the description of /dev/gpiochipN, given its path.
	Chip func(path string) (GPIOChip, error)
	// Open reports whether this user may open a device for reading and writing, and
	// Write whether it may write in a directory; the error says why not.
	Open  func(path string) error
	Write func(dir string) error
	// Free returns the free space of the file system that a directory is on, in bytes.
	Free func(dir string) (uint64, error)
	// Synchronised reports whether the clock is synchronised with another one.
	Synchronised func() (bool, error)
	// Since returns the time since a fixed moment.
	Since func() time.Duration

	User User
	PID  int // of this process
}

// User is the user who runs the examination.
type User struct {
	Name   string
	Root   bool
	Groups []string // groups of this process, by name
}

// Bus is an open I2C bus. Tx is periph's: a write of w, then, after a repeated start, a
// read of r; either may be empty.
type Bus interface {
	Tx(addr uint16, w, r []byte) error
	Close() error
}

// GPIOChip is what a GPIO chip reports about itself.
type GPIOChip struct {
	Name  string // such as "gpiochip0"
	Label string // such as "pinctrl-bcm2711"
	Lines []Line

	aliases []string // other names of its device file
}

// Line is one line of a GPIO chip.
type Line struct {
	Name     string // such as "GPIO17"; empty if it has none
	Consumer string // what uses it; may be empty although it is used
	Used     bool   // whether it is taken
}
