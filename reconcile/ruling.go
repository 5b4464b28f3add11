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
func checkPenaltyUse(_ *Game, c trace.Command) error {
	if kind := c.Word("kind"); (kind == "points" || kind == "opponent-points") && c.Word("points") == "" {
		return refusal.New("penalty-points", "penalty: how many points? give points, 1/2 or 1")
	}
	return nil
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

// checkResult refuses to withdraw a result if there is none, and to enter one that was entered before.
func (g *Game) checkResult(c trace.Command) error {
	if err := g.checkLaws(c); err != nil {
		return err
	}
	game := &g.games[g.current]
	if c.Result != rules.Ongoing.String() {
		if last := g.enteredResult(); last != nil && last.Result == c.Result && game.Result == c.Result && (c.Why == "" || c.Why == last.Why) {
			return refusal.New("result-entered", "result: {result} was entered before: undo it or enter another one", "result", c.Result)
		}
		return nil
	}
	if game.Begun && !game.hasResult() && (!g.laws.IsHeld() || g.adjournment != nil) {
		return refusal.New("result-none", "result: the game has no result to take back; to cancel it, begin the next with new-game")
	}
	return nil
}

// enteredResult returns the command by which the arbiter entered the last result of the current game
// that was not undone, and nil if there is none.
func (g *Game) enteredResult() *trace.Command {
	for i := len(g.actions) - 1; i >= 0; i-- {
		if a := &g.actions[i]; a.Game == g.current+1 && a.Undone == 0 && a.Command.Do == trace.DoResult {
			return &a.Command
		}
	}
	return nil
}

// checkRestore refuses a half-move that is not in the game, and what changes nothing because the
// board shows the last position, untouched since.
func (g *Game) checkRestore(c trace.Command) error {
	game := &g.games[g.current]
	last, named := game.Ply+len(game.Moves), c.Ply != 0 || c.AtStart
	if g.adjournment != nil && !named {
		return refusal.New("restore-adjourned", "restore: the game is adjourned, so nothing done on the board counts as a move: resume it first")
	}
	if (c.Ply == last || !named) && game.Begun && g.laws.IsInOrder() {
		return refusal.New("restore-here", "restore: the game is at ply {ply} and the board shows it: there is nothing to restore; set times with set-clock", "ply", last)
	}
	if named && (c.Ply < game.Ply || c.Ply > last) {
		return refusal.New("ply-not-in-game", "restore: ply {ply} is not in the game, which has plies {first} to {last}", "ply", c.Ply, "first", game.Ply, "last", last)
	}
	return nil
}

// restore goes back to a half-move if the command names one. Otherwise the Laws take what the board
// shows as the restored position.
func (g *Game) restore(c trace.Command) {
	game := &g.games[g.current]
	if (c.Ply != 0 || c.AtStart) && c.Ply <= game.Ply+len(game.Moves) {
		g.cutBack(c.Ply, c)
	}
}

// ruleOnIllegal makes the game go back to the position before an illegal move that the arbiter
// enters, if moves after it are recorded. The Laws do the rest.
func (g *Game) ruleOnIllegal(c trace.Command) {
	if ply, ok := g.laws.CutFor(c); ok {
		g.cutBack(ply, c)
	}
}

// checkQuickplay refuses a request made with two minutes or more on the clock, before the last
// period, or in a game with an increment.
func (g *Game) checkQuickplay(c trace.Command) error {
	if err := g.laws.Check(c); err != nil {
		return err
	}
	by, err := rules.ParseColor(c.By)
	clock, known := g.Clock()
	if err != nil || !known {
		return nil // the arbiter has looked at the clock
	}
	switch {
	case clock.Left(by) >= 2*time.Minute:
		return refusal.New("quickplay-too-early", "quickplay: {player} has {left} left: only with less than two minutes (2009: 10.2, 2018: III.4)", "player", by, "left", clock.Left(by).Truncate(time.Second), "left_ms", clock.Left(by).Milliseconds())
	case clock.Needed(by) > 0:
		return refusal.New("quickplay-last-period", "quickplay: only in the last period (2009: 10.1, 2018: III.1)")
	case clock.Bonused(by) && !article4.QuickplayTakesIncrement(g.header.Laws):
		return refusal.New("quickplay-increment", "quickplay: not with an increment (2018: III.2.2)")
	}
	return nil
}

// cutBack drops every move after a half-move. The move counters go back with it, and so do the
// times unless the command keeps them. The clocks are stopped.
func (g *Game) cutBack(ply int, c trace.Command) {
	left, timed := g.timing.ledger.Times(ply)
	if ply == g.games[g.current].Ply {
		left, timed = g.timing.ledger.Started()
	}
	g.act(chessclock.Act{Do: chessclock.Pause, Why: chessclock.WhyRestoring})
	g.laws.GoBack(ply, g.now)
	g.carryOutOrders()
	var keep bool
	if _, err := c.Extra.Get("keep_times", &keep); err != nil {
		keep = true
	}
	p := g.Position()
	var s chessclock.Setting
	turn := p.Turn()
	s.Runs = &turn
	moves := [2]int{(ply + 1) / 2, ply / 2}
	if g.origin.Turn() == rules.Black {
		moves = [2]int{ply / 2, (ply + 1) / 2}
	}
	s.Moves = [2]*int{&moves[0], &moves[1]}
	if timed && !keep {
		s.Left = [2]*time.Duration{&left[0], &left[1]}
	}
	g.act(chessclock.Act{Do: chessclock.Adjust, Set: &s, Why: chessclock.WhyRestored})
}
