package ads1115

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/expander"
)

// Registers (table 6) and the bits of the config register (9.6.3).
const (
	regConversion = 0x00
	regConfig     = 0x01

	cfgOS         = 1 << 15 // written: start; read: no conversion under way
	cfgAIN0       = 4 << 12 // AIN0 against ground; the next inputs follow
	cfgSingle     = 1 << 8
	cfgComparator = 3 // off
)

// By the bits of PGA and DR.
var (
	fullScales = []int{6144, 4096, 2048, 1024, 512, 256}
	rates      = []int{8, 16, 32, 64, 128, 250, 475, 860}
)

// Chip is where one converter is: on a bus, or behind a port of a switch.
type Chip struct {
	Bus  i2c.Bus
	Addr uint16 // 0x48 to 0x4B
}

// Opts is how the converters of a board are wired and run.
type Opts struct {
	// Chips are the converters in channel order. Chips that share a port of a
	// switch stand together, or the switch is set more often than need be.
	Chips []Chip
	// FullScaleMV is the range: 6144, 4096, 2048, 1024, 512 or 256; 0 stands
	// for 4096, which fits sensors on 3.3 V.
	FullScaleMV int
	// RateHz is samples a second: 8, 16, 32, 64, 128, 250, 475 or 860; 0 stands
	// for 860.
	RateHz int
	// Sleep waits for conversions; nil stands for time.Sleep.
	Sleep func(time.Duration)
}

// Dev is a row of ADS1115. Channel 4·n + k is input AINk of chip n. It is for
// one goroutine at a time.
type Dev struct {
	opts   Opts
	config uint16 // without start and input
	period time.Duration
	chips  []chip
	errs   []error
	w      [3]byte
	r      [2]byte
}

type chip struct {
	Chip
	on    string // its bus's name
	ready bool   // set up and not failed since
	err   error  // of the reading under way
}

// New returns the driver. It fails when Opts cannot be right: no chips, an
// address no ADS1115 can have or that two chips on one bus share, a range or a
// rate the chip does not have. Nothing is sent yet; a chip that is not there is
// a fault that Read reports.
func New(opts Opts) (*Dev, error) {
	if len(opts.Chips) == 0 {
		return nil, errors.New("ads1115: no chip given: name the chips of the board")
	}
	if opts.FullScaleMV == 0 {
		opts.FullScaleMV = 4096
	}
	if opts.RateHz == 0 {
		opts.RateHz = 860
	}
	if opts.Sleep == nil {
		opts.Sleep = time.Sleep
	}
	pga, dr := slices.Index(fullScales, opts.FullScaleMV), slices.Index(rates, opts.RateHz)
	if pga < 0 {
		return nil, fmt.Errorf("ads1115: the chip has no full scale of %d mV: write one of %v", opts.FullScaleMV, fullScales)
	}
	if dr < 0 {
		return nil, fmt.Errorf("ads1115: the chip has no rate of %d: write one of %v", opts.RateHz, rates)
	}
	d := &Dev{
		opts:   opts,
		config: uint16(pga)<<9 | cfgSingle | uint16(dr)<<5 | cfgComparator,
		period: time.Second / time.Duration(opts.RateHz),
		errs:   make([]error, 0, len(opts.Chips)),
	}
	for i, c := range opts.Chips {
		if c.Addr>>2 != 0x48>>2 {
			return nil, fmt.Errorf("ads1115: 0x%02x is not an address this chip can have: write 0x48 to 0x4b", c.Addr)
		}
		for j, before := range opts.Chips[:i] {
			if before.Addr == c.Addr && before.Bus.String() == c.Bus.String() {
				return nil, fmt.Errorf("ads1115: chips %d and %d are both at 0x%02x on %s: every chip on a bus has its own address", j, i, c.Addr, c.Bus)
			}
		}
		d.chips = append(d.chips, chip{Chip: c, on: c.Bus.String()})
	}
	return d, nil
}

// Channels returns how many inputs the chips have together.
func (d *Dev) Channels() int { return 4 * len(d.chips) }

// String returns "ads1115" and the number of chips.
func (d *Dev) String() string { return fmt.Sprintf("ads1115, %d chips", len(d.chips)) }

// Read converts every input once: 32768 counts are the full scale. All four
// channels of a chip that failed on the way read sensors.Lost, and the error
// joins a *sensors.ChipError for each; the other channels stand. A chip that
// failed is not asked again before the next Read, and set up then. Read
// allocates nothing while all is well, and takes its time: see the package.
func (d *Dev) Read(into sensors.Counts) error {
	if len(into) < d.Channels() {
		return fmt.Errorf("ads1115: room for %d channels, and the chips have %d", len(into), d.Channels())
	}
	d.errs = d.errs[:0]
	for i := range d.chips {
		c := &d.chips[i]
		if c.err = nil; !c.ready {
			c.err = d.setup(c)
		}
	}
	for input := range 4 {
		d.round(input, into)
	}
	for i := range d.chips {
		c := &d.chips[i]
		if c.ready = c.err == nil; c.ready {
			continue
		}
		for k := range 4 {
			into[4*i+k] = sensors.Lost
		}
		d.errs = append(d.errs, &sensors.ChipError{Chip: "ads1115", Addr: c.Addr, Bus: c.on, From: 4 * i, To: 4*i + 4, Err: c.err})
	}
	return errors.Join(d.errs...)
}

// round converts one input of every chip that has not failed.
func (d *Dev) round(input int, into sensors.Counts) {
	config := d.config | cfgAIN0 + uint16(input)<<12
	var last *chip
	for i := range d.chips {
		c := &d.chips[i]
		if c.err == nil {
			c.err = d.write(c, config|cfgOS)
		}
		if c.err == nil {
			last = c
		}
	}
	if last == nil {
		return
	}
	// The slowest oscillator takes a tenth longer; waking up takes 25 µs (9.4.2.1).
	d.opts.Sleep(d.period + d.period/8 + 50*time.Microsecond)
	if err := d.done(last, config); err != nil {
		last.err = err
	}
	for i := range d.chips {
		c := &d.chips[i]
		if c.err != nil {
			continue
		}
		var v uint16
		if v, c.err = d.read(c, regConversion); c.err == nil && v == 0 {
			c.err = d.done(c, config)
		}
		into[4*i+input] = int32(int16(v))
	}
}

// done says that the chip still has this config and no conversion under way.
// It asks a few times: a machine's Sleep may be shorter than it says.
func (d *Dev) done(c *chip, config uint16) error {
	const most = 4
	for range most {
		got, err := d.read(c, regConfig)
		switch {
		case err != nil:
			return err
		case got&^cfgOS != config:
			return expander.ErrReset
		case got&cfgOS != 0:
			return nil
		}
		d.opts.Sleep(d.period / 4)
	}
	return fmt.Errorf("still converting after %v more: is its supply in order?", most*(d.period/4))
}

// setup ends whatever the chip was doing, and reads back what it was told to
// know that there is such a chip.
func (d *Dev) setup(c *chip) error {
	config := d.config | cfgAIN0
	if err := d.write(c, config); err != nil {
		return err
	}
	got, err := d.read(c, regConfig)
	if err != nil {
		return err
	}
	if got&^cfgOS != config {
		return fmt.Errorf("the config register reads 0x%04x after 0x%04x was written: is it an ADS1115?", got, config)
	}
	if got&cfgOS == 0 {
		// A conversion that another program began; at 8 samples a second it lasts
		// longer than the others can wait.
		return errors.New("busy with a conversion that another program began: it will be asked again")
	}
	return nil
}

func (d *Dev) write(c *chip, config uint16) error {
	d.w = [3]byte{regConfig, byte(config >> 8), byte(config)}
	return c.Bus.Tx(c.Addr, d.w[:], nil)
}

func (d *Dev) read(c *chip, reg byte) (uint16, error) {
	d.w[0] = reg
	if err := c.Bus.Tx(c.Addr, d.w[:1], d.r[:]); err != nil {
		return 0, err
	}
	return uint16(d.r[0])<<8 | uint16(d.r[1]), nil
}
