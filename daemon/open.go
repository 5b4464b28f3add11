package daemon

import (
	"fmt"
	"strings"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/host/v3"
	"periph.io/x/host/v3/gpioioctl"

	"touchmove/calibration"
	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors/gpiomatrix"
)

// OpenBoard opens the drivers that a configuration names: the one list of all
// that touchmove knows. s is where the board's journal ended; simulated hands
// go on from there. close gives buses and lines back. The error names the board
// and says what to do.
func OpenBoard(c configs.Board, s *Session) (b Board, close func() error, err error) {
	b.Period = c.Period()
	close = func() error { return nil }
	switch w := c.Wiring.(type) {
	case configs.MCP23017:
		close, err = onBus(w.Bus, func(bus i2c.Bus) error { return b.readMCP23017(bus, w, c) })
	case configs.Expanders:
		close, err = onBus(w.Bus, func(bus i2c.Bus) error { return b.readExpanders(bus, w, c) })
	case configs.MCPMatrix:
		close, err = onBus(w.Bus, func(bus i2c.Bus) error { return b.readMCPMatrix(bus, w, c, time.Sleep) })
	case configs.ADS1115:
		close, err = onBus(w.Bus, func(bus i2c.Bus) error { return b.readADS1115(bus, w, c, time.Sleep) })
	case configs.GPIOMatrix:
		close, err = b.openGPIOMatrix(w, c)
	case configs.Simulated:
		b.Speed, b.Simulation = w.Speed, &Simulation{speed: w.Speed}
		err = b.simulate(w, c, s)
	default:
		err = fmt.Errorf("no driver is called %q", c.Wiring.Driver())
	}
	if err != nil {
		return Board{}, nil, fmt.Errorf("board %s: %w", c.ID, err)
	}
	return b, close, nil
}

// onBus opens an I2C bus of this computer for a driver.
func onBus(name string, drive func(i2c.Bus) error) (func() error, error) {
	if _, err := host.Init(); err != nil {
		return nil, fmt.Errorf("hardware: %w", err)
	}
	bus, err := i2creg.Open(name)
	if err != nil {
		return nil, fmt.Errorf("I2C bus %s cannot be opened: %w: `touchmove doctor` says what to do", name, err)
	}
	if err := drive(bus); err != nil {
		bus.Close()
		return nil, err
	}
	return bus.Close, nil
}

func (b *Board) openGPIOMatrix(w configs.GPIOMatrix, c configs.Board) (func() error, error) {
	if _, err := host.Init(); err != nil {
		return nil, fmt.Errorf("hardware: %w", err)
	}
	chip, err := chipOf(append(append([]string{}, w.Rows...), w.Columns...))
	if err != nil {
		return nil, err
	}
	pull := gpio.PullUp
	if w.ActiveHigh {
		pull = gpio.PullDown
	}
	rows, err := chip.LineSet(gpioioctl.LineOutput, gpio.NoEdge, gpio.PullNoChange, w.Rows...)
	if err != nil {
		return nil, fmt.Errorf("rows %s: %w: is another program using them?", strings.Join(w.Rows, ", "), err)
	}
	columns, err := chip.LineSet(gpioioctl.LineInput, gpio.NoEdge, pull, w.Columns...)
	if err != nil {
		rows.Close()
		return nil, fmt.Errorf("columns %s: %w: is another program using them?", strings.Join(w.Columns, ", "), err)
	}
	closing := func() error {
		err := rows.Close()
		if also := columns.Close(); err == nil {
			err = also
		}
		return err
	}
	opts := gpiomatrix.Opts{ActiveHigh: w.ActiveHigh, Diodes: true, Settle: w.Settle, RowNames: w.Rows, ColumnNames: w.Columns}
	if err := b.readGPIOMatrix(rows, columns, opts, w.Squares, c); err != nil {
		closing()
		return nil, err
	}
	return closing, nil
}

// chipOf finds the GPIO chip that has all these lines.
func chipOf(lines []string) (*gpioioctl.GPIOChip, error) {
	missing := lines[0]
	for _, chip := range gpioioctl.Chips {
		has := 0
		for _, line := range lines {
			if chip.ByName(line) != nil {
				has++
			} else {
				missing = line
			}
		}
		if has == len(lines) {
			return chip, nil
		}
	}
	return nil, fmt.Errorf("no GPIO chip of this computer has a line %s beside the others: `touchmove doctor` lists those it has", missing)
}

// readGPIOMatrix is the real driver, on real lines or simulated ones.
func (b *Board) readGPIOMatrix(rows gpiomatrix.Rows, columns gpiomatrix.Columns, opts gpiomatrix.Opts, squares []rules.Square, c configs.Board) error {
	dev, err := gpiomatrix.New(rows, columns, opts)
	return b.use(dev, err, calibration.Board{Sensing: c.Sensing, Wiring: squares, ActiveLow: !opts.ActiveHigh})
}
