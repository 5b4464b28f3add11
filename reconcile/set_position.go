package reconcile

import (
	"fmt"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// checkPosition refuses a position that cannot be played from.
func (g *Game) checkPosition(c trace.Command) error {
	_, err := g.position(c)
	return err
}

// position reads the position that a command sets.
func (g *Game) position(c trace.Command) (rules.Position, error) {
	fen, variant := c.FEN, g.header.Variant
	if fen == "" {
		fen = g.header.Start
	}
	if c.Variant != "" {
		v, err := rules.ParseVariant(c.Variant)
		if err != nil {
			return rules.Position{}, fmt.Errorf("%s: %w", c.Do, err)
		}
		variant = v
	}
	var number int
	if numbered, err := c.Extra.Get("start", &number); err != nil {
		return rules.Position{}, fmt.Errorf("%s: %w", c.Do, err)
	} else if numbered {
		if number < 0 || number > 960 {
			return rules.Position{}, refusal.New("chess960-number", "{do}: start is {value} and must be from 1 to 960", "do", c.Do, "value", number)
		}
		if c.FEN != "" || variant != rules.Chess960 {
			return rules.Position{}, refusal.New("chess960-start", "{do}: start is the number of a Chess960 start position: write variant=chess960, and no fen", "do", c.Do)
		}
		return rules.Chess960Start(number % 960)
	}
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Position{}, fmt.Errorf("%s: %w", c.Do, err)
	}
	p, err := rules.NewPosition(setup, variant)
	if err != nil {
		return rules.Position{}, fmt.Errorf("%s: %w", c.Do, err)
	}
	return p, nil
}

// setPosition continues the game from a position, without the moves that led there.
func (g *Game) setPosition(c trace.Command) {
	p, _ := g.position(c)
	g.decoder.SetPosition(p)
	g.takeFindings()
	g.games[g.current] = Played{Start: p, Begun: true, Result: "*"}
	g.second = second{}
	g.emit(g.now, Started{FEN: p.FEN(), Variant: p.Variant()})
	g.restart(p)
	if a := g.adjournment; a != nil && !a.Done {
		g.laws.Freeze(g.now)
		g.carryOutOrders()
		g.adjournAgain()
		return
	}
	g.laws.GoBack(0, g.now) // the pieces may still have to be put there
	g.carryOutOrders()
}

// restart makes the Laws begin again in a position set by a command.
func (g *Game) restart(p rules.Position) {
	g.contradiction = contradiction{}
	g.laws.Set(p, g.now)
	g.carryOutOrders()
}
