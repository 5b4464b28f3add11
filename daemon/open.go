package daemon

import (
	"embed"
	"fmt"
	"io"
	"os"
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
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/chips"
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
		close, err = b.openMCP23017(w, c)
	case configs.GPIOMatrix:
		close, err = b.openGPIOMatrix(w, c)
	case configs.Simulated:
		b.Speed, b.Simulation = w.Speed, &Simulation{speed: w.Speed}
		switch w.Chip {
		case "mcp23017":
			err = b.simulateMCP23017(w, c, s)
		case "gpiomatrix":
			err = b.simulateGPIOMatrix(w, c, s)
		default:
			err = fmt.Errorf("no simulated chip is called %q: write mcp23017 or gpiomatrix", w.Chip)
		}
	default:
		err = fmt.Errorf("no driver is called %q", c.Wiring.Driver())
	}
	if err != nil {
		return Board{}, nil, fmt.Errorf("board %s: %w", c.ID, err)
	}
	return b, close, nil
}

func (b *Board) openMCP23017(w configs.MCP23017, c configs.Board) (func() error, error) {
	if _, err := host.Init(); err != nil {
		return nil, fmt.Errorf("hardware: %w", err)
	}
	bus, err := i2creg.Open(w.Bus)
	if err != nil {
		return nil, fmt.Errorf("I2C bus %s cannot be opened: %w: `touchmove doctor` says what to do", w.Bus, err)
	}
	if err := b.onMCP23017(bus, w.Addrs, w.Squares, w.ActiveHigh, c); err != nil {
		bus.Close()
		return nil, err
	}
	return bus.Close, nil
}

// onMCP23017 is the real driver, on a real bus or a simulated one.
func (b *Board) onMCP23017(bus i2c.Bus, addrs []uint16, squares []rules.Square, activeHigh bool, c configs.Board) (err error) {
	dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: addrs})
	if err != nil {
		return err
	}
	b.Buses = []Bus{{dev}}
	b.Table, err = calibration.NewTable(calibration.Board{Sensing: c.Sensing, Wiring: squares, ActiveLow: !activeHigh})
	return err
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
	if err := b.onGPIOMatrix(rows, columns, opts, w.Squares, c); err != nil {
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

// onGPIOMatrix is the real driver, on real lines or simulated ones.
func (b *Board) onGPIOMatrix(rows gpiomatrix.Rows, columns gpiomatrix.Columns, opts gpiomatrix.Opts, squares []rules.Square, c configs.Board) error {
	dev, err := gpiomatrix.New(rows, columns, opts)
	if err != nil {
		return err
	}
	b.Buses = []Bus{{dev}}
	b.Table, err = calibration.NewTable(calibration.Board{Sensing: c.Sensing, Wiring: squares, ActiveLow: !opts.ActiveHigh})
	return err
}

// simulatedAddrs are the chips of a simulated board.
var simulatedAddrs = []uint16{0x20, 0x21, 0x22, 0x23}

func (b *Board) simulateMCP23017(w configs.Simulated, c configs.Board, s *Session) error {
	pins, bus, squares := chips.NewBoard(), chips.NewBus("simulated"), configs.Natural(0)
	for i, addr := range simulatedAddrs {
		bus.Attach(addr, chips.NewMCP23017(pins.Contacts(squares[16*i:16*i+16])))
	}
	b.Simulation.bus, b.Simulation.chip = bus, simulatedAddrs[len(simulatedAddrs)-1]
	if err := b.giveHands(w, pins, s); err != nil {
		return err
	}
	return b.onMCP23017(bus, simulatedAddrs, squares, false, c)
}

func (b *Board) simulateGPIOMatrix(w configs.Simulated, c configs.Board, s *Session) error {
	pins, squares := chips.NewBoard(), configs.Natural(0)
	lines := chips.NewGPIO(pins.Matrix(squares, chips.DiodesToRows), 16)
	if err := b.giveHands(w, pins, s); err != nil {
		return err
	}
	opts := gpiomatrix.Opts{Diodes: true, Sleep: func(time.Duration) {}} // simulated lines settle at once
	return b.onGPIOMatrix(lines.Outputs(0, 8), lines.Inputs(8, 16, gpio.PullUp), opts, squares, c)
}

//go:embed games/games.pgn
var builtIn embed.FS

// giveHands puts simulated hands at a board.
func (b *Board) giveHands(w configs.Simulated, pins Pins, s *Session) error {
	games, err := readGames(w.PGN)
	if err != nil {
		return err
	}
	for _, style := range sim.Styles() {
		if style.Name == w.Style {
			b.Hands, err = NewHands(games, style, w.Seed, pins, s.Last, s.Done)
			return err
		}
	}
	return fmt.Errorf("no style of simulated hands is called %q", w.Style)
}

// readGames reads the games of a PGN file, or those that are built in.
func readGames(path string) (games []sim.Game, err error) {
	name := path
	var file io.ReadCloser
	if path == "" {
		name = "built-in games"
		file, err = builtIn.Open("games/games.pgn")
	} else {
		file, err = os.Open(path)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for g, err := range rules.NewPGNReader(file).All() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		games = append(games, sim.FromPGN(g))
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("%s: no game to play", name)
	}
	return games, nil
}
