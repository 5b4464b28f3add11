package tournamenttest

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

// realHands leaves a game to the simulated hands of a club: they slide and hesitate,
// straighten pieces, forget the clock, and may declare the result themselves. If they do
// not, the arbiter does.
func realHands(p *play) {
	p.t.Helper()
	style, err := sim.StyleByName("club")
	if err != nil {
		p.t.Fatal(err)
	}
	style.Clock, style.Commands, style.ResultEntered = 1000, 1000, 1000
	style.SetUp, style.Kings = 0, 0
	style.ScanHz = []int{50}
	game := sim.Game{Start: rules.StartPosition(), Moves: p.plan, Result: []string{"1-0", "0-1", "1/2-1/2"}[p.dice.IntN(3)]}
	last := game.Start
	for _, m := range game.Moves {
		last = last.After(m)
	}
	if len(last.LegalMoves(nil)) == 0 { // the moves end the game
		game.Result = "1/2-1/2"
		if last.InCheck() {
			game.Result = rules.WinFor(last.Turn().Other()).String()
		}
	}
	hands, err := sim.Perform([]sim.Game{game}, style, p.dice.Uint64())
	if err != nil {
		p.t.Fatal(err)
	}
	began := p.at
	for r := range hands.Records() {
		p.wait(began + r.At - p.at)
		switch w := r.What.(type) {
		case trace.Scan:
			p.shown = w.Board
		case trace.Change:
			p.shown[w.Square] = w.Is
		case trace.Command:
			if p.ask(w) == "" {
				p.truth.Log = append(p.truth.Log, w.Do)
			}
			continue
		case trace.End:
			continue
		}
		p.record(r.What)
	}
	p.wait(10 * time.Second)
	p.truth.Moves = hands.Truth().Games[0].Moves
	p.say(p.arbiter(trace.DoResult, "result", game.Result))
	p.ends(game.Result, "")
	p.truth.Timed = false
}
