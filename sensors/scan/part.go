package scan

import "touchmove/sensors"

// Part is one driver on a bus.
type Part struct {
	Sensor Sensor // before open has been called: only for its name and its channels

	// open makes the driver at its first reading, in the goroutine of its bus.
	// Setting up chips on a stuck bus may take for ever, and nothing else must wait
	// for it.
	open   func() (Sensor, error)
	counts encoding

	name   string
	wired  bool           // on an I2C bus
	from   int            // its first channel on the board
	into   sensors.Counts // its channels
	err    error          // of the last reading
	ghosts uint64         // of the last reading, by channel
	finds  ghostFinder    // nil for most
}

// ghostFinder is a matrix without diodes. Ghosts returns, as bits, the channels of
// the last reading that may show pieces that are not there.
type ghostFinder interface{ Ghosts() uint64 }

// encoding says how to convert a driver's counts, so that those of all drivers on a
// board mean the same.
type encoding uint8

const (
	asRead    encoding = iota
	flipped            // inputs active high, among others that are active low
	stepsLow           // digital inputs, active low, as levels: 0 without a piece, step with one
	stepsHigh          // the same, active high
)

// apply converts counts as they were read to those of the board.
func (e encoding) apply(counts sensors.Counts) {
	if e == asRead {
		return
	}
	for i, v := range counts {
		switch {
		case v == sensors.Lost:
		case e == flipped:
			counts[i] = 1 - v
		case (v != 0) == (e == stepsHigh):
			counts[i] = step
		default:
			counts[i] = 0
		}
	}
}

// make makes the driver if it does not exist yet.
func (p *Part) make() error {
	if p.open == nil {
		return nil
	}
	dev, err := p.open()
	if err == nil {
		p.use(dev)
	}
	return err
}

// use makes dev the driver from now on.
func (p *Part) use(dev Sensor) {
	p.Sensor, p.open = dev, nil
	p.finds, _ = dev.(ghostFinder)
}
