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

	cfgOS         = 1 << 15 // written: start a conversion; read: no conversion is running
	cfgAIN0       = 4 << 12 // AIN0 against ground; the other inputs follow
	cfgSingle     = 1 << 8
	cfgComparator = 3 // off
)

// Indexed by the bits of PGA and of DR.
var (
	fullScales = []int{6144, 4096, 2048, 1024, 512, 256}
	rates      = []int{8, 16, 32, 64, 128, 250, 475, 860}
)

// Chip says where a converter is: on a bus, or behind a port of a switch.
type Chip struct {
	Bus  i2c.Bus
	Addr uint16 // 0x48 to 0x4B
}

// Opts describes how the converters of a board are wired and run.
type Opts struct {
	// Chips lists the converters in channel order. Keep chips that share a port of
	// a switch together; otherwise the switch is set more often than necessary.
	Chips []Chip
	// FullScaleMV is the range in mV: 6144, 4096, 2048, 1024, 512 or 256. 0 means
	// 4096, which suits sensors on 3.3 V.
	FullScaleMV int
	// RateHz is the number of samples per second: 8, 16, 32, 64, 128, 250, 475 or
	// 860. 0 means 860.
	RateHz int
	// Sleep waits for conversions; nil means time.Sleep.
	Sleep func(time.Duration)
}

// Dev is a row of ADS1115. Channel 4·n + k is input AINk of chip n. It is for one
// goroutine at a time.
type Dev struct {
	opts   Opts
	config uint16 // without the start bit and the input
	period time.Duration
	chips  []chip
	errs   []error
	w      [3]byte
	r      [2]byte
}

type chip struct {
	Chip
	on    string // the name of its bus
	ready bool   // set up, and no failure since
	err   error  // of the current reading
}

// New returns the driver. It returns an error if Opts are invalid: no chips, an
// address that no ADS1115 has or that two chips on one bus share, or a range or
// rate that the chip does not have. It sends nothing; Read reports a chip that is
// missing.
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

// Read converts every input once: 32768 counts are the full scale. If a chip fails,
// all four of its channels read sensors.Lost, and the error joins a
// *sensors.ChipError for each such chip; the other channels are valid. A chip that
// failed is set up at the next Read and not asked before. Without errors Read
// allocates nothing. The package comment says how long it takes.
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

// round converts one input of every chip that has not failed so far.
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

// done checks that the chip still has this config and that no conversion is
// running. It asks several times, because Sleep may return early on some machines.
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

// setup ends continuous conversion and selects single conversions. It reads the
// register back to verify that the chip is there and is an ADS1115.
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
		// Another program started this conversion. At 8 samples per second it lasts
		// longer than the other chips can wait.
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
