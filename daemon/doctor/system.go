package doctor

import (
	"io/fs"
	"time"
)

// System is the computer that is examined. Every field must be set.
type System struct {
	FS fs.FS // its root directory; names have no leading slash

	// Bus opens /dev/i2c-N.
	Bus func(number int) (Bus, error)
	// Chip looks at /dev/gpiochipN by its path.
	Chip func(path string) (GPIOChip, error)
	// Open tells whether this user may open a device for reading and writing,
	// Write whether it may write in a directory; the error says why not.
	Open  func(path string) error
	Write func(dir string) error
	// Free returns the bytes that are free where a directory is.
	Free func(dir string) (uint64, error)
	// Synchronised tells whether the clock follows another one.
	Synchronised func() (bool, error)
	// Since is the time that has passed since some moment.
	Since func() time.Duration

	User User
	PID  int // of this process
}

// User is who examines.
type User struct {
	Name   string
	Root   bool
	Groups []string // that this process is in, by name
}

// Bus is an open I2C bus. Tx is periph's: a write of w, then, after a repeated
// start, a read of r; either may be empty.
type Bus interface {
	Tx(addr uint16, w, r []byte) error
	Close() error
}

// GPIOChip is what a GPIO chip says of itself.
type GPIOChip struct {
	Name  string // as "gpiochip0"
	Label string // as "pinctrl-bcm2711"
	Lines []Line

	aliases []string // other names of its device file
}

// Line is one line of a GPIO chip.
type Line struct {
	Name     string // as "GPIO17"; empty when it has none
	Consumer string // who uses it; may be empty although it is used
	Used     bool   // it cannot be taken
}
