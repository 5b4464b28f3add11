package daemon

import (
	"embed"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors/gpiomatrix"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/chips"
)

// simulate puts the real driver over the registers of simulated chips, and
// simulated hands at the board.
func (b *Board) simulate(w configs.Simulated, c configs.Board, s *Session) error {
	pins := chips.NewBoard()
	if err := b.giveHands(w, pins, s); err != nil {
		return err
	}
	return b.solder(w, c, pins, configs.Natural(0))
}

// solder puts the real driver over the registers of simulated chips. soldered
// says which square each channel serves in truth; the driver believes in the
// natural order. Of each wiring the last chip can be pulled.
func (b *Board) solder(w configs.Simulated, c configs.Board, pins *chips.Board, soldered []rules.Square) error {
	bus, squares := chips.NewBus("simulated"), configs.Natural(0)
	var asleep atomic.Int64 // simulated chips settle and convert while their driver sleeps
	sleep := func(d time.Duration) { asleep.Add(int64(d)) }
	now := func() time.Duration { return time.Duration(asleep.Load()) }
	addrs := []uint16{0x20, 0x21, 0x22, 0x23}
	twice := append(addrs[:4:4], 0x24, 0x25, 0x26, 0x27) // of chips with half as many inputs
	switch w.Chip {
	case "mcp23017":
		pins.MCP23017s(bus, soldered, addrs...)
		b.Simulation.pulls(bus, 0x23, soldered[48:])
		return b.readMCP23017(bus, configs.MCP23017{Addrs: addrs, Squares: squares}, c)
	case "mcp23008":
		pins.MCP23008s(bus, soldered, twice...)
		b.Simulation.pulls(bus, 0x27, soldered[56:])
		return b.readExpanders(bus, configs.Expanders{Chip: w.Chip, Addrs: twice, Squares: squares}, c)
	case "pcf8574":
		pins.PCF8574s(bus, soldered, twice...)
		b.Simulation.pulls(bus, 0x27, soldered[56:])
		return b.readExpanders(bus, configs.Expanders{Chip: w.Chip, Addrs: twice, Squares: squares}, c)
	case "pcf8575":
		pins.PCF8575s(bus, soldered, addrs...)
		b.Simulation.pulls(bus, 0x23, soldered[48:])
		return b.readExpanders(bus, configs.Expanders{Chip: w.Chip, Addrs: addrs, Squares: squares}, c)
	case "tca9555":
		pins.TCA9555s(bus, soldered, addrs...)
		b.Simulation.pulls(bus, 0x23, soldered[48:])
		return b.readExpanders(bus, configs.Expanders{Chip: w.Chip, Addrs: addrs, Squares: squares}, c)
	case "mcpmatrix":
		pins.MCPMatrix(bus, soldered, chips.DiodesToRows, 0x20)
		b.Simulation.pulls(bus, 0x20, soldered)
		return b.readMCPMatrix(bus, configs.MCPMatrix{Addr: 0x20, Squares: squares}, c, sleep)
	case "ads1115":
		hall := configs.ADS1115{
			Mux: 0x70, Ports: []int{0, 1, 2, 3}, Addrs: []uint16{0x48, 0x49, 0x4a, 0x4b},
			Supply: 3300, Enter: 200, Leave: 150, Squares: squares,
		}
		mux := chips.NewTCA9548A("tca9548a")
		bus.Attach(hall.Mux, mux)
		for i, n := range hall.Ports {
			for j, addr := range hall.Addrs {
				from := 4 * (len(hall.Addrs)*i + j)
				mux.Port(n).Attach(addr, chips.NewADS1115(pins.Hall(soldered[from:from+4], float64(hall.Supply)), now))
			}
		}
		b.Simulation.pulls(mux.Port(3), 0x4b, soldered[60:])
		return b.readADS1115(bus, hall, c, sleep)
	case "gpiomatrix":
		lines := chips.NewGPIO(pins.Matrix(soldered, chips.DiodesToRows), 16)
		opts := gpiomatrix.Opts{Diodes: true, Sleep: sleep}
		return b.readGPIOMatrix(lines.Outputs(0, 8), lines.Inputs(8, 16, gpio.PullUp), opts, squares, c)
	}
	return fmt.Errorf("no simulated chip is called %q", w.Chip)
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
