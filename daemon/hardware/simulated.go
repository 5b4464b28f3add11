package hardware

import (
	"errors"
	"fmt"
	"math"

	"touchmove/configs"
	"touchmove/internal/regularfile"
	"touchmove/rules"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/wiring"
)

// simulate opens the real driver on the registers of simulated chips, and adds
// simulated hands.
func (b *Board) simulate(w configs.Simulated, c configs.Board, played Played) error {
	pins := chips.NewBoard()
	if err := b.addHands(w, pins, played); err != nil {
		return err
	}
	return b.connect(w, c, pins, nil)
}

// connect opens the real driver on the registers of simulated chips. soldered is the
// true square of each channel; nil means that the driver's configuration is true. The
// last chip of each wiring can be unplugged.
func (b *Board) connect(w configs.Simulated, c configs.Board, pins *chips.Board, soldered []rules.Square) error {
	wired, err := wiring.Usual(w.Chip)
	if err != nil {
		return err
	}
	twins, err := wiring.NewTwins(wired, scan.ClockLines{}, pins, soldered)
	if err != nil {
		return err
	}
	if n := len(twins.Chips); n > 0 {
		last := twins.Chips[n-1]
		b.Simulation.Pulls(last.Bus, last.Addr, last.Squares)
	}
	b.Board, err = assemble(twins, c, wired, scan.ClockLines{})
	return err
}

// addHands adds simulated hands to a board.
func (b *Board) addHands(w configs.Simulated, pins simboard.Pins, played Played) error {
	if w.Hands != "" {
		return b.addScript(w.Hands, pins, played)
	}
	games, err := gamesOf(w.PGN)
	if err != nil {
		return err
	}
	if played.Announced {
		for i := range games {
			games[i].Source = sim.Source{}
		}
	}
	for _, style := range sim.Styles() {
		if style.Name == w.Style {
			hands, err := simboard.NewHands(simboard.Play{Games: games, First: w.First, Style: style, Seed: w.Seed}, pins, played.Until, played.Done)
			if err == nil {
				b.Hands = hands
			}
			return err
		}
	}
	return fmt.Errorf("no style of simulated hands is called %q", w.Style)
}

// mostScript is how long a script may be when it is opened, in bytes: years of play.
const mostScript = 64 << 20

// addScript adds hands that do what a file says. The file may grow while they play.
func (b *Board) addScript(path string, pins simboard.Pins, played Played) error {
	file, err := regularfile.Open(path, mostScript)
	if err != nil {
		return fmt.Errorf("hands: %w", err)
	}
	script, err := simboard.NewScript(path, file, pins, played.Until > 0)
	if err != nil {
		return errors.Join(err, file.Close())
	}
	b.Hands, b.script = script, file
	return nil
}

// gamesOf reads the games of a PGN file, or returns the built-in ones.
func gamesOf(path string) ([]sim.Game, error) {
	if path == "" {
		return simboard.BuiltIn()
	}
	file, err := regularfile.Open(path, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return simboard.ReadGames(path, file)
}
