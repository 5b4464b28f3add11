package reconcile

import (
	"fmt"
	"slices"

	"touchmove/internal/refusal"
	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// findUndo returns the number of the action that an undo command undoes. The error tells why there
// is none.
func (g *Game) findUndo(c trace.Command) (int, error) {
	found, err := g.namedAction(c)
	if err != nil {
		return 0, err
	}
	switch {
	case found.Undone != 0:
		return 0, refusal.New("undone-already", "undo: action {number} has been undone by action {by}", "number", found.Number, "by", found.Undone)
	case found.isNote():
		return found.Number, nil // it changed nothing, and is only marked
	case found.memory == nil:
		return 0, refusal.New("undo-cannot", "undo: action {number} ({do}) cannot be undone: correct what it did with another command", "number", found.Number, "do", found.Command.Do)
	case found.beginsGame() && found.succession.began == g.current+1:
		return found.Number, g.checkReopen(found) // together with everything done in its game
	case g.games[found.Game-1].Annulled:
		return 0, refusal.New("undo-annulled-game", "undo: action {number} belongs to a game that was annulled", "number", found.Number)
	case found.Game != g.current+1:
		return 0, refusal.New("undo-earlier-game", "undo: action {number} belongs to an earlier game", "number", found.Number)
	case found.Command.Do == trace.DoAdjourn && g.adjournment != nil && g.adjournment.Sealed != "" && !g.adjournment.Done:
		return 0, refusal.New("undo-sealed", "undo: a move has been sealed since action {number} (adjourn): resume the game", "number", found.Number)
	}
	for i := len(g.actions) - 1; g.actions[i].Number > found.Number; i-- {
		if a := &g.actions[i]; g.isUndoable(a) {
			return 0, refusal.New("undo-later-first", "undo: action {number} ({do}) came after it: undo that one first", "number", a.Number, "do", a.Command.Do)
		}
	}
	return found.Number, nil
}

// namedAction returns the action that an undo command names: by its number in "action",
// by the id of its command in "what", or the latest that can be undone.
func (g *Game) namedAction(c trace.Command) (*Action, error) {
	var number int
	if _, err := c.Extra.Get("action", &number); err != nil {
		return nil, fmt.Errorf("undo: %w", err)
	}
	for i := len(g.actions) - 1; i >= 0; i-- {
		a := &g.actions[i]
		switch {
		case number != 0:
			if a.Number == number {
				return a, nil
			}
		case c.What != "":
			if a.Command.ID == c.What {
				return a, nil
			}
		case a.Undoes == 0 && g.isUndoable(a):
			return a, nil
		}
	}
	return nil, refusal.New("undo-none", "undo: there is no such action: name the number of one (action), or the id of its command (what)")
}

// isUndoable reports whether an action changed something that can still be restored.
func (g *Game) isUndoable(a *Action) bool {
	return a.memory != nil && a.Undone == 0 && !g.games[a.Game-1].Annulled
}

func (g *Game) checkUndo(c trace.Command) error {
	_, err := g.findUndo(c)
	if a, unknown := g.namedAction(c); err != nil && unknown == nil && a.memory != nil && a.Undone == 0 && a.Game == g.current+1 {
		if final := g.checkFinal(a); final != nil {
			return final // no undo of another action makes this one possible
		}
	}
	return err
}

// checkUndoUse refuses to undo what came before an action that is final: after a sealed move was
// opened, both players know it, and it cannot be sealed again.
func (g *Game) checkUndoUse(c trace.Command) error {
	number, err := g.findUndo(c)
	if err != nil {
		return nil // checkUndo says why
	}
	return g.checkFinal(&g.actions[number-1])
}

func (g *Game) checkFinal(found *Action) error {
	if found.beginsGame() && found.succession.began == g.current+1 || found.isNote() {
		return nil // annuls the whole game, or marks a note
	}
	for i := len(g.actions) - 1; g.actions[i].Number > found.Number; i-- {
		a := &g.actions[i]
		if kind, ok := trace.CommandKindOf(a.Command.Do); ok && kind.Final && a.Game == found.Game && !a.refused {
			return refusal.New("undo-final", "undo: action {number} ({do}) came after it, and cannot be undone: put right with another command what is wrong", "number", a.Number, "do", a.Command.Do)
		}
	}
	return nil
}

// sayAgain repeats what was said at the board since an action that is undone, in the same half-move:
// the undo goes back to the state before it, and what the players said stands.
func (g *Game) sayAgain(undone *Action) {
	for i := undone.Number; i < len(g.actions); i++ {
		a := &g.actions[i]
		if kind, ok := trace.CommandKindOf(a.Command.Do); ok && kind.Spoken && !a.refused && a.Game == undone.Game && a.Before.Ply == undone.Before.Ply && a.Before.FEN == undone.Before.FEN {
			g.laws.Command(a.Command, g.now)
		}
	}
}

// undo restores game, duties, counts and times as they were before an action. A clock that ran
// stays stopped until the arbiter starts it.
func (g *Game) undo(a *Action) {
	m := a.memory
	game := &g.games[g.current]
	if m.outside && g.adjournment == nil && g.laws.HasResultOf(m.laws) && !m.laws.Same(g.laws.Snapshot()) {
		g.undoOutside(a)
		return
	}
	if game.Start != m.start {
		g.decoder.SetPosition(m.start)
		g.takeFindings()
		*game = Played{Start: m.start, Ply: game.Ply, Begun: true, Result: "*"}
		g.emit(g.now, Started{FEN: m.start.FEN(), Variant: m.start.Variant()})
		g.restart(m.start)
	}
	if a.Before.Result == rules.Ongoing.String() && game.Result != a.Before.Result {
		g.decoder.Continue()
	}
	if a.Command.Do == trace.DoAnswer && g.unanswer(m) {
		g.resetClock(a.Before, m.clock)
		return
	}
	same := 0
	for same < len(m.moves) && same < len(game.Moves) && m.moves[same].Move == game.Moves[same].Move {
		same++
	}
	if a.Command.Do == trace.DoIllegal {
		g.uncertify(m.moves[:same])
	}
	if n := len(game.Moves) - same; n > 0 {
		g.decoder.TakeBack(n)
		g.takeFindings()
		g.decoder.RepublishTakenBack() // what hands have made of these has nothing to do with the action
	}
	for _, old := range m.moves[same:] {
		ply := game.Ply + len(game.Moves) + 1
		if old.Illegal {
			g.decoder.Impose(decoder.Imposed{Ply: ply, Move: old.Move, Entered: true, Lifted: old.Released, Landed: old.Released})
		} else {
			g.decoder.Correct(ply, old.Move, game.before(len(game.Moves)))
		}
		g.takeFindings()
		g.unsure(old)
	}
	if a.Command.Do == trace.DoTakeBack {
		g.decoder.RepublishTakenBack() // what waited to be published then waits again
	}
	game.Offers = slices.DeleteFunc(game.Offers, func(o Offer) bool { return a.Command.Do == trace.DoOfferDraw && o.At == a.At })
	game.signed = m.signed
	g.adjournment = m.adjournment
	if a.Command.Do == trace.DoPresent {
		g.unpresent(a.Command)
	}
	g.laws.Rollback(m.laws, g.now)
	g.sayAgain(a)
	g.takeFindings()
	g.resetClock(a.Before, m.clock)
	g.askAgain(m.question)
}

// undoOutside undoes an action that concerned neither the moves nor the Laws: what hands have done since
// stands, with its touches, presses and counts.
func (g *Game) undoOutside(a *Action) {
	m := a.memory
	g.games[g.current].signed = m.signed
	if a.Command.Do == trace.DoPresent {
		g.unpresent(a.Command)
	}
	g.resetClock(a.Before, m.clock.PlayedOn(g.timing.ledger.At(g.now), a.After.Times.Moves, a.After.Times.Period))
}

// uncertify gives moves that were certain because of a ruling the confidence they had before.
func (g *Game) uncertify(moves []PlayedMove) {
	for i, old := range moves {
		if old.Confidence < Certain && g.games[g.current].Moves[i].Confidence == 1 && g.decoder.Unchoose(old.Ply, old.Confidence) {
			g.unsure(old)
		}
	}
}

// resetClock sets the clock as it was, but stopped if it ran.
func (g *Game) resetClock(before Situation, was chessclock.Clock) {
	if before.Timed {
		g.act(chessclock.Act{Do: chessclock.Recall, To: &was, Why: chessclock.WhyUndo})
	}
}

// Undoes returns the action that an undo command would undo. The error tells why there is none.
func (g *Game) Undoes(c trace.Command) (*Action, error) {
	n, err := g.findUndo(c)
	if err != nil {
		return nil, err
	}
	return &g.actions[n-1], nil
}
