package reconcile

import (
	"fmt"
	"slices"
	"time"

	"touchmove/internal/refusal"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// The kinds of penalty (2018: 12.9). Those about time change the clock, loss and exclude end the
// game; the others are only for the audit log.
var penalties = []string{"warning", "add-opponent", "take", "extra-time", "points", "opponent-points", "loss", "both-lose", "fine", "exclude", "device"}

// penalty reads a penalty command. If it gives no amount, the edition's amount for an illegal move
// applies.
func (g *Game) penalty(c trace.Command) (player rules.Color, kind string, amount time.Duration, err error) {
	var word string
	if _, err := c.Extra.Get("player", &word); err != nil {
		return player, kind, 0, fmt.Errorf("penalty: %w", err)
	}
	if _, err := c.Extra.Get("kind", &kind); err != nil {
		return player, kind, 0, fmt.Errorf("penalty: %w", err)
	}
	if !slices.Contains(penalties, kind) {
		return player, kind, 0, refusal.New("penalty-kind", "penalty: kind is {kind:q} and must be one of {kinds}", "kind", kind, "kinds", penalties)
	}
	if player, err = rules.ParseColor(word); err != nil && kind != "both-lose" {
		return player, kind, 0, refusal.New("penalty-player", "penalty: player is {player:q} and must be white or black", "player", word)
	}
	ms, err := millis(c, "ms")
	if err != nil {
		return player, kind, 0, err
	}
	switch kind {
	case "device":
		if game := &g.games[g.current]; game.Result != rules.Ongoing.String() {
			return player, kind, 0, refusal.New("game-over", "{do}: the game is over, {result}: undo what ended it first, or enter another result", "do", c.Do, "result", game.Result)
		}
		if result, ok := g.laws.EndedOnBoard(); ok {
			return player, kind, 0, refusal.New("game-over", "{do}: the game is over, {result}: undo what ended it first, or enter another result", "do", c.Do, "result", result)
		}
		if !article4.HasDeviceRule(g.header.Laws) {
			return player, kind, 0, refusal.New("device-no-rule", "penalty: {laws} says nothing about devices: choose another kind, such as loss", "laws", g.header.Laws)
		}
	case "loss":
		if result := lostWith(player, c.Word("points")).String(); g.games[g.current].Result == result {
			return player, kind, 0, refusal.New("penalty-lost", "penalty: the game is over, {result}: {player} has lost it already", "result", result, "player", player)
		}
	case "points", "opponent-points":
		if c.Word("points") == "0" {
			return player, kind, 0, refusal.New("penalty-points", "penalty: how many points? give points, 1/2 or 1")
		}
	case "add-opponent", "take", "extra-time":
		switch {
		case ms != nil:
			amount = time.Duration(*ms) * time.Millisecond
		case kind == "add-opponent":
			amount = time.Duration(article4.IllegalSeconds(g.header.Laws, g.Rate().Mode)) * time.Second
		}
		if amount == 0 {
			return player, kind, 0, refusal.New("penalty-amount", "penalty: how much? give ms, in milliseconds")
		}
		if g.timing.ledger.Phase() == chessclock.Idle {
			return player, kind, 0, refusal.New("penalty-no-clock", "penalty: this board has no clock: change the times on the clock itself, and enter a note")
		}
	}
	return player, kind, amount, nil
}

func (g *Game) checkPenalty(c trace.Command) error {
	_, _, _, err := g.penalty(c)
	return err
}

// checkPenaltyUse refuses a penalty in points that says no number of points.
func (g *Game) checkPenaltyUse(c trace.Command) error {
	if kind := c.Word("kind"); (kind == "points" || kind == "opponent-points") && c.Word("points") == "" {
		return refusal.New("penalty-points", "penalty: how many points? give points, 1/2 or 1")
	}
	return g.checkAgain(c)
}

func (g *Game) penalize(c trace.Command) {
	player, kind, amount, _ := g.penalty(c)
	why := c.Why
	if why == "" {
		why = chessclock.WhyPenalty
	}
	switch kind {
	case "add-opponent":
		g.act(chessclock.Act{Do: chessclock.Add, By: player.Other(), Amount: amount, Why: why})
	case "extra-time":
		g.act(chessclock.Act{Do: chessclock.Add, By: player, Amount: amount, Why: why})
	case "take":
		g.act(chessclock.Act{Do: chessclock.Add, By: player, Amount: -amount, Why: why})
	case "loss", "exclude":
		g.carryOut(article4.Order{Do: article4.Finish, Result: lostWith(player, c.Word("points")).String(), Reason: article4.ByPenalty})
	case "device":
		g.laws.Device(player, g.now)
	case "both-lose":
		g.carryOut(article4.Order{Do: article4.Finish, Result: "0-0", Reason: article4.ByPenalty})
	}
}

// lostWith returns the result of a game that a player has lost by an arbiter's ruling. The arbiter
// decides the opponent's score (2005: 12.8, 2018: 12.9.6); it is a whole point if he does not say.
func lostWith(player rules.Color, points string) rules.Result {
	switch {
	case points == "0":
		return rules.BothLost
	case points == "1/2" && player == rules.White:
		return rules.BlackHalf
	case points == "1/2":
		return rules.WhiteHalf
	}
	return rules.WinFor(player.Other())
}
