package simboard_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/trace"
)

// nobody is a board at which nobody looks.
type nobody struct{}

func (nobody) Set(sensors.Scan)                      {}
func (nobody) SetSquare(rules.Square, sensors.State) {}

// Hands begin with the game that they are told, counting from the first again after
// the last, and play on from there.
func TestHandsBeginWithAnotherGame(t *testing.T) {
	games, err := simboard.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []int{0, 1, len(games) - 1, len(games), 2*len(games) + 3} {
		hands, err := simboard.NewHands(simboard.Play{Games: games, First: first, Style: sim.Styles()[0], Seed: 7}, nobody{}, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		var announced []string
		for at := time.Duration(0); len(announced) < 2; at += time.Minute {
			for _, r := range hands.Until(at) {
				if c, ok := r.What.(trace.Command); ok && c.Do == trace.DoNewGame {
					announced = append(announced, string(c.Extra))
				}
			}
		}
		for i, extra := range announced {
			if white := games[(first+i)%len(games)].Source.White; !strings.Contains(extra, white) {
				t.Errorf("beginning with game %d: game %d is %s, want %s", first, i, extra, white)
			}
		}
	}
}
