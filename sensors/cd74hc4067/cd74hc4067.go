package cd74hc4067

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/sensors"
)

// width is the number of channels of one multiplexer.
const width = 16

// Converter reads the common pins, that of multiplexer n as channel n: the driver
// of an ADS1115, ADS7828 or ADS7138.
type Converter interface {
	Read(into sensors.Counts) error
	Channels() int
	String() string
}

// Lines are the select lines, written together and read back; bit n is Sn. A
// *gpioioctl.LineSet of four outputs implements it.
type Lines interface {
	Out(value, mask gpio.GPIOValue) error
	Read(mask gpio.GPIOValue) (gpio.GPIOValue, error)
}

// Opts describes how the multiplexers are wired. The zero value suits sensors
// without a filter.
type Opts struct {
	// Settle is how long a converter's input needs to follow a change of the
	// address, 0 to 10 ms. It comes on top of the transaction that starts the
	// conversion, which takes at least 20 µs.
	Settle time.Duration
	// Alike is a difference in counts. If the mean readings of every two sensors
	// whose addresses differ only in one select line are no further apart, that
	// line is taken to be broken. Two working sensors are as close only by chance:
	// 4 mV suits sensors as sold. 0 turns the check off.
	Alike int32
	// Sleep waits for Settle; nil means time.Sleep.
	Sleep func(time.Duration)
	// LineNames are the names of the select lines in errors, such as "GPIO17". They
	// may be left out.
	LineNames []string
}

// Dev is a row of CD74HC4067 in front of one converter driver. Channel 16·n + a is
// channel a of the multiplexer at the converter's channel n. It is for one
// goroutine at a time.
type Dev struct {
	lines  Lines
	adc    Converter
	opts   Opts
	counts sensors.Counts // readings at one address
	errs   []error
	bad    [4]error // what is wrong with each select line in this reading
	stuck  byte     // lines held at one level
	at     byte     // the level of each such line
	sum    []int32  // of each channel's readings since the last comparison
	summed int
	broken byte // lines without effect, as found by the last comparison
}

// compared is the number of readings in one comparison.
const compared = 8

// New returns the driver. It touches no line. It returns an error if the settle
// time is out of range or the converter has no channel.
func New(lines Lines, adc Converter, opts Opts) (*Dev, error) {
	if opts.Settle < 0 || opts.Settle > 10*time.Millisecond {
		return nil, fmt.Errorf("cd74hc4067: settle is %v and must be between 0 and 10ms", opts.Settle)
	}
	if adc.Channels() == 0 {
		return nil, errors.New("cd74hc4067: no input of the converter is named")
	}
	if opts.Sleep == nil {
		opts.Sleep = time.Sleep
	}
	return &Dev{lines: lines, adc: adc, opts: opts, counts: make(sensors.Counts, adc.Channels()), sum: make([]int32, width*adc.Channels()), errs: make([]error, 0, 8)}, nil
}

// Channels returns sixteen times the number of the converter's channels.
func (d *Dev) Channels() int { return width * len(d.counts) }

// String names the converter behind the multiplexers.
func (d *Dev) String() string { return "cd74hc4067 before " + d.adc.String() }

// Read sets one address after the other and converts all inputs at each. If the
// lines cannot be set, the channels of that address read sensors.Lost. If a line is
// held at one level, the channels that need the other level read Lost; if a line
// has no effect, all channels do. The error joins a *sensors.LineError for each
// such line. If the converter fails, its channels at that address read Lost, and
// the error joins its *sensors.ChipError once, with the channels that the chip
// serves here. The other channels are valid. Without errors Read allocates nothing.
func (d *Dev) Read(into sensors.Counts) error {
	if len(into) < d.Channels() {
		return fmt.Errorf("cd74hc4067: room for %d channels, and the multiplexers have %d", len(into), d.Channels())
	}
	d.errs, d.bad, d.stuck = d.errs[:0], [4]error{}, 0
	var failed error
	for address := range byte(width) {
		err := d.address(address)
		if err == nil {
			err = d.adc.Read(d.counts)
			if err != nil && failed == nil {
				failed = err
			}
		} else {
			for n := range d.counts {
				d.counts[n] = sensors.Lost
			}
		}
		for n, v := range d.counts {
			into[width*n+int(address)] = v
		}
	}
	if d.opts.Alike > 0 && failed == nil && d.stuck == 0 {
		d.compare(into)
	}
	for line, err := range d.bad {
		if err != nil {
			d.errs = append(d.errs, &sensors.LineError{Line: d.name(line), Channels: d.reached(line), Err: err})
		}
	}
	if d.broken != 0 {
		for ch := range into[:d.Channels()] {
			into[ch] = sensors.Lost
		}
	}
	if d.stuck != 0 { // the level of a stuck line is known only after both extremes were tried
		for ch := range into[:d.Channels()] {
			if (byte(ch%width)^d.at)&d.stuck != 0 {
				into[ch] = sensors.Lost
			}
		}
	}
	d.fold(failed)
	return errors.Join(d.errs...)
}

// address sets the select lines. If all have the same level, it also reads them
// back.
func (d *Dev) address(a byte) error {
	if err := d.lines.Out(gpio.GPIOValue(a), 0xf); err != nil {
		for line := range d.bad {
			d.bad[line] = fmt.Errorf("cannot be driven: %w", err)
		}
		return err
	}
	if d.opts.Settle > 0 {
		d.opts.Sleep(d.opts.Settle)
	}
	if a != 0 && a != width-1 {
		return nil
	}
	got, err := d.lines.Read(0xf)
	if err != nil {
		return nil // some GPIO chips cannot read outputs back: then nothing is known about the lines
	}
	for line := range d.bad {
		if wrong := (byte(got)^a)>>line&1 != 0; wrong {
			level, want, to := "low", "high", "ground"
			if a == 0 {
				level, want, to = "high", "low", "the supply"
				d.at |= 1 << line
			} else {
				d.at &^= 1 << line
			}
			d.stuck |= 1 << line
			d.bad[line] = fmt.Errorf("%s while it is driven %s: look for a short to %s", level, want, to)
		}
	}
	return nil
}

// compare finds select lines that have no effect because their wire to the
// multiplexers is broken; reading the line back cannot show that. No two sensors
// have the same zero and no two magnets the same strength. So two halves of a board
// agree to a few millivolts only if they are the same half.
func (d *Dev) compare(counts sensors.Counts) {
	for ch := range d.sum {
		if counts[ch] == sensors.Lost {
			d.restart()
			return
		}
		d.sum[ch] += counts[ch]
	}
	if d.summed++; d.summed == compared {
		d.broken = 0
		same := slices.Max(d.sum)-slices.Min(d.sum) <= compared*d.opts.Alike // all sensors agree: they have no supply, or this is another part
		for line := range d.bad {
			if !same && d.alike(1<<line) {
				d.broken |= 1 << line
			}
		}
		d.restart()
	}
	for line := range d.bad {
		if d.broken>>line&1 != 0 && d.bad[line] == nil {
			d.bad[line] = errBroken
		}
	}
}

var errBroken = errors.New("it makes no difference which level it has, and two squares always agree: look for a broken wire between it and the multiplexers")

func (d *Dev) restart() {
	clear(d.sum)
	d.summed = 0
}

// alike reports whether every two channels whose addresses differ only in this bit
// agree.
func (d *Dev) alike(bit int) bool {
	for ch, sum := range d.sum {
		if off := sum - d.sum[ch^bit]; off > compared*d.opts.Alike || off < -compared*d.opts.Alike {
			return false
		}
	}
	return true
}

// reached returns the channels that a faulty line affects: those that need the
// level it does not have, or all if it cannot be set at all.
func (d *Dev) reached(line int) (channels uint64) {
	for ch := range min(64, d.Channels()) {
		if d.stuck>>line&1 == 0 || (byte(ch%width)^d.at)>>line&1 != 0 {
			channels |= 1 << ch
		}
	}
	return channels
}

// fold adds the converter's errors, with their channels translated to those of the
// multiplexers.
func (d *Dev) fold(err error) {
	if err == nil {
		return
	}
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	for _, one := range all {
		var chip *sensors.ChipError
		if errors.As(one, &chip) {
			one = &sensors.ChipError{Chip: chip.Chip, Addr: chip.Addr, Bus: chip.Bus, From: width * chip.From, To: width * chip.To, Err: chip.Err}
		}
		d.errs = append(d.errs, one)
	}
}

// name returns the name of a select line in errors: "select line S2 (GPIO27)".
func (d *Dev) name(line int) string {
	s := fmt.Sprintf("select line S%d", line)
	if line < len(d.opts.LineNames) {
		s += " (" + d.opts.LineNames[line] + ")"
	}
	return s
}
