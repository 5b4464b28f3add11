package daemon

import (
	"fmt"
	"os"

	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/simboard"
)

// simulate puts the real driver over the registers of simulated chips, and
// simulated hands at the board.
func (b *Board) simulate(w configs.Simulated, c configs.Board, s *Session) error {
	pins := chips.NewBoard()
	if err := b.giveHands(w, pins, s); err != nil {
		return err
	}
	return b.solder(w, c, pins, nil)
}

// solder puts the real driver over the registers of simulated chips. soldered
// says which square each channel serves in truth, nil as the driver believes:
// in the natural order. Of each wiring the last chip can be pulled.
func (b *Board) solder(w configs.Simulated, c configs.Board, pins *chips.Board, soldered []rules.Square) error {
	wiring, err := simulated(w.Chip)
	if err != nil {
		return err
	}
	twins, err := NewTwins(wiring, configs.Lines{}, pins, soldered)
	if err != nil {
		return err
	}
	if n := len(twins.Chips); n > 0 {
		last := twins.Chips[n-1]
		b.Simulation.Pulls(last.Bus, last.Addr, last.Squares)
	}
	b.Board, err = assemble(twins, c, wiring, configs.Lines{})
	return err
}

// simulated is the wiring of a simulated board: the usual one of each chip.
func simulated(chip string) (configs.Wiring, error) {
	squares := configs.Natural(0)
	four := []uint16{0x20, 0x21, 0x22, 0x23}
	eight := []uint16{0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27} // of chips with half as many inputs
	const supply, enter, leave = 3300, 200, 150
	switch chip {
	case "mcp23017":
		return configs.MCP23017{Bus: "1", Addrs: four, Squares: squares}, nil
	case "mcp23008", "pcf8574":
		return configs.Expanders{Chip: chip, Bus: "1", Addrs: eight, Squares: squares}, nil
	case "pcf8575", "tca9555":
		return configs.Expanders{Chip: chip, Bus: "1", Addrs: four, Squares: squares}, nil
	case "mcpmatrix":
		return configs.MCPMatrix{Bus: "1", Addr: 0x20, Squares: squares}, nil
	case "gpiomatrix":
		return configs.GPIOMatrix{Rows: lineNames(4, 8), Columns: lineNames(12, 8), Squares: squares}, nil
	case "ads1115":
		return configs.ADS1115{
			Bus: "1", Mux: 0x70, Ports: []int{0, 1, 2, 3}, Addrs: []uint16{0x48, 0x49, 0x4a, 0x4b},
			Supply: supply, Enter: enter, Leave: leave, Squares: squares,
		}, nil
	case "ads7828":
		return configs.Converters{
			Chip: chip, Bus: "1", Mux: 0x70, Ports: []int{0, 1}, Addrs: []uint16{0x48, 0x49, 0x4a, 0x4b},
			Supply: supply, Enter: enter, Leave: leave, Squares: squares,
		}, nil
	case "ads7138":
		return configs.Converters{
			Chip: chip, Bus: "1", Addrs: []uint16{0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17},
			Supply: supply, Enter: enter, Leave: leave, Squares: squares,
		}, nil
	case "cd74hc4067":
		return configs.Multiplexed{
			Converter: "ads7138", Bus: "1", Addr: 0x10, Inputs: []int{0, 1, 2, 3}, Select: lineNames(4, 4),
			Supply: supply, Enter: enter, Leave: leave, Squares: squares,
		}, nil
	case "mixed":
		return configs.Mixed{Parts: []configs.Wiring{
			configs.MCP23017{Bus: "1", Addrs: four[:2], Squares: squares[:32]},
			configs.Expanders{Chip: "pcf8575", Bus: "3", Addrs: four[:1], ActiveHigh: true, Squares: squares[32:48]},
			configs.Expanders{Chip: "mcp23008", Bus: "3", Addrs: eight[6:], Squares: squares[48:]},
		}}, nil
	}
	return nil, fmt.Errorf("no simulated chip is called %q", chip)
}

// lineNames are n GPIO lines from one on.
func lineNames(from, n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("GPIO%d", from+i))
	}
	return names
}

// giveHands puts simulated hands at a board.
func (b *Board) giveHands(w configs.Simulated, pins simboard.Pins, s *Session) error {
	games, err := gamesOf(w.PGN)
	if err != nil {
		return err
	}
	if s.Paired {
		for i := range games {
			games[i].Source = sim.Source{}
		}
	}
	for _, style := range sim.Styles() {
		if style.Name == w.Style {
			b.Hands, err = simboard.NewHands(games, style, w.Seed, pins, s.Last, s.Done)
			return err
		}
	}
	return fmt.Errorf("no style of simulated hands is called %q", w.Style)
}

// gamesOf reads the games of a PGN file, or those that are built in.
func gamesOf(path string) ([]sim.Game, error) {
	if path == "" {
		return simboard.BuiltIn()
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return simboard.ReadGames(path, file)
}
