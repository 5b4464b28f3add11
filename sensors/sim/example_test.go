package sim_test

import (
	"fmt"

	"touchmove/rules"
	"touchmove/sensors/sim"
)

// Simulated hands play the first moves of a game. One seed gives the same
// performance on every machine.
func ExamplePerform() {
	p := rules.StartPosition()
	game := sim.Game{Start: p}
	for _, san := range []string{"e4", "d5", "exd5"} {
		m, err := p.ParseSAN(san)
		if err != nil {
			fmt.Println(err)
			return
		}
		game.Moves, p = append(game.Moves, m), p.After(m)
	}
	style, err := sim.StyleByName("clean")
	if err != nil {
		fmt.Println(err)
		return
	}
	performance, err := sim.Perform([]sim.Game{game}, style, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, ply := range performance.Truth().Games[0].Plies {
		fmt.Println(ply.UCI, ply.Style)
	}
	// Output:
	// e2e4 lift-place
	// d7d5 lift-place
	// e4d5 own-first
}
