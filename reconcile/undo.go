package reconcile

import (
	"slices"

	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

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

// undo restores game, duties, counts and times as if an action had not been. A clock that ran stays stopped until
// the arbiter starts it. What hands have done since stands. Where too much has happened to read it again, or another game
// was on the board, an action that changed no move leaves the moves made since as they are; after one that did, they are
// read from the board.
func (g *Game) undo(a *Action) {
	m, game := a.memory, &g.games[g.current]
	switch {
	case m.fork != nil && g.undoWithout(a):
	case m.changed.began:
		g.awaitStart(m)
		g.resetClock(a.Before, m.clock)
	case m.changed.sameLaws && (m.unbegun != nil || g.adjournment == nil && g.laws.HasResultOf(m.laws) && !m.laws.Same(g.laws.Snapshot())):
		g.undoOutside(a)
	case m.isPlayedOn(game):
		g.laws.Unmake(m.laws, m.changed.laws, g.now)
		g.takeFindings()
		game.removeOffer(a)
		g.undoOutside(a)
		g.closeIfOver()
	default:
		g.rollback(a)
	}
}

// rollback sets moves, Laws and clock as they were before an action, and reads the board from there.
func (g *Game) rollback(a *Action) {
	m, game := a.memory, &g.games[g.current]
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
	g.restoreMoves(a)
	game.removeOffer(a)
	game.signed = m.signed
	g.adjournment = m.adjournment
	if a.Command.Do == trace.DoPresent {
		g.unpresent(a.Command)
	}
	g.laws.Rollback(m.laws, g.now)
	g.sayAgain(a)
	g.takeFindings()
	g.closeIfOver()
	g.resetClock(a.Before, m.clock)
	g.askAgain(m.question)
}

// restoreMoves makes the moves those before an action again.
func (g *Game) restoreMoves(a *Action) {
	m, game := a.memory, &g.games[g.current]
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
}

// removeOffer removes the offer of a draw that an action was, if it was one.
func (p *Played) removeOffer(a *Action) {
	if a.Command.Do == trace.DoOfferDraw {
		p.Offers = slices.DeleteFunc(p.Offers, func(o Offer) bool { return o.At == a.At })
	}
}

// isPlayedOn reports whether an action changed no move, and moves were made since.
func (m *memory) isPlayedOn(game *Played) bool {
	return m.changed.samePosition && game.Start == m.start && len(game.Moves) > len(m.moves) && agreeing(m.moves, game.Moves) == len(m.moves)
}

// closeIfOver tells the decoder that the game is over, if it has a result again: nothing more that hands do is a move of it.
func (g *Game) closeIfOver() {
	if g.isDeclared() {
		g.decoder.Finish()
		g.decoder.Close()
		g.takeFindings()
	}
}

// awaitStart undoes an action that began the game although the board had not shown its first position: that is awaited
// again.
func (g *Game) awaitStart(m *memory) {
	g.decoder.Reopen(m.unbegun.line)
	g.decoder.Findings()
	g.games[g.current] = Played{Start: m.start, Ply: g.games[g.current].Ply, Result: rules.Ongoing.String()}
	g.contradiction = contradiction{}
	g.laws.AwaitStart(m.unbegun.laws, g.now)
	g.emit(g.now, Resumed{FEN: m.start.FEN(), Same: true})
	g.carryOutOrders()
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
