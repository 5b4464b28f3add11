package reconcile

import (
	"slices"

	"touchmove/internal/refusal"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

// gameBefore finds the game that undoing a new-game command reopens, and returns nil when it is in
// another journal.
func (g *Game) gameBefore(a *Action) (*suspended, error) {
	if Follows(a.Command) != "" {
		return nil, nil
	}
	_, from := elsewhere(a.Command)
	for i := len(g.suspended) - 1; i >= 0; i-- {
		if w := &g.suspended[i]; w.number == from || from == 0 && w.serial == a.succession.serial {
			return w, nil
		}
	}
	return nil, refusal.New("undo-too-long-ago", "undo: the previous game is too far back to be resumed")
}

// checkReopen refuses to undo a new-game command whose own game has a result, has a sealed move, or
// was followed by another game.
func (g *Game) checkReopen(a *Action) error {
	game := &g.games[g.current]
	switch {
	case game.Result != rules.Ongoing.String() && game.Result != "":
		return refusal.New("undo-has-result", "undo: the game that action {number} (new-game) began has a result ({result}): take that back first (result *)", "number", a.Number, "result", game.Result)
	case g.adjournment != nil && g.adjournment.Sealed != "" && !g.adjournment.Done:
		return refusal.New("undo-game-sealed", "undo: the game that action {number} (new-game) began is adjourned, and a move sealed: resume it first", "number", a.Number)
	}
	for i := len(g.actions) - 1; g.actions[i].Number > a.Number; i-- {
		if later := &g.actions[i]; later.beginsGame() && later.Undone == 0 && later.succession.began == a.succession.began {
			return refusal.New("undo-later-first", "undo: action {number} ({do}) came after it: undo that one first", "number", later.Number, "do", later.Command.Do)
		}
	}
	_, err := g.gameBefore(a)
	return err
}

// reopen undoes a new-game command. What was played since stays on record and does not count; the
// previous game goes on as it was, with its clock paused since it was suspended.
func (g *Game) reopen(a *Action) {
	to, err := g.gameBefore(a)
	if err != nil {
		return // checked before the command was accepted
	}
	kept, _ := elsewhere(a.Command)
	if to == nil {
		g.annul(g.current)
		g.closed = true
		g.act(chessclock.Act{Do: chessclock.Stop, Why: chessclock.WhyAnnulled})
		return
	}
	w := *to
	slot := w.number - 1
	for i := slot + 1; i < len(g.games); i++ {
		if !g.games[i].Annulled && (kept == "" || g.games[i].Begun) {
			g.annul(i)
		}
		g.games[i].Annulled = true
	}
	switch {
	case w.played.Begun || slot < g.current: // the game is still in the list as it was left
		g.current = slot
	case g.games[slot].Begun: // another game has taken its place in the list and was played
		g.annul(slot)
		g.games = append(g.games, w.played)
		g.current = len(g.games) - 1
	default:
		g.games[slot] = w.played
	}
	g.suspended = slices.DeleteFunc(g.suspended, func(other suspended) bool { return other.serial >= w.serial })
	g.play = w.play
	g.decoder.Keep(g.paired)
	g.showClock()
	if g.absence.began && !g.absence.told {
		g.absence.due += g.now - w.at
	}
	g.decoder.Reopen(w.line)
	g.decoder.Findings()
	if w.played.Begun {
		g.laws.Reopen(w.laws, g.now)
	} else {
		g.laws.AwaitStart(w.laws, g.now)
	}
	game := &g.games[g.current]
	g.emit(g.now, Resumed{FEN: g.Position().FEN(), Begun: game.Begun, Annulled: kept})
	if g.timing.used && g.timing.ledger.Phase() == chessclock.Running {
		g.timing.ledger.Apply(chessclock.Act{At: w.at, Do: chessclock.Pause, Why: chessclock.WhyAnotherGame})
		g.timing.ledger.Advance(g.now)
		g.emitClock()
	}
	g.carryOutOrders()
}

// annul marks a game as annulled, and publishes that.
func (g *Game) annul(index int) {
	g.games[index].Annulled = true
	g.seq++
	g.latest = max(g.now, g.latest)
	g.out = append(g.out, Event{At: g.latest, Seq: g.seq, Game: index + 1, What: Annulled{}})
}
