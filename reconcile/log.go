package reconcile

import (
	"touchmove/reconcile/article4"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// runLogged carries out a command and adds it to the log.
func (g *Game) runLogged(c trace.Command) {
	kind, _ := trace.CommandKindOf(c.Do)
	if kind.Unlogged {
		g.command(c)
		g.hearOn(trace.Record{At: g.now, What: c}, 0)
		return
	}
	var f *fork
	if kind.Undoable {
		f = g.takeFork()
	}
	begun := g.games[g.current].Begun
	var waits *article4.Suspended
	var line decoder.Line
	if !begun && kind.Undoable {
		waits, line = g.laws.Suspend(), g.decoder.Suspend()
	}
	if !begun && beginsUnseen(c) {
		g.beginUnseen()
	}
	g.settleBefore(c)
	g.tellMadeBefore(c)
	a := Action{Number: len(g.actions) + 1, At: g.now, Game: g.current + 1, Command: c, Before: g.Situation()}
	switch {
	case a.beginsGame():
		a.succession.serial, a.memory = g.suspend(g.decoder.Suspend()), &memory{}
	case kind.Undoable:
		game := &g.games[g.current]
		a.memory = &memory{start: game.Start, moves: g.keptMoves(f), laws: g.laws.Snapshot(), signed: game.signed, question: game.question, fork: f}
		if !begun {
			a.memory.waits, a.memory.line = waits, line
		}
		a.memory.clock = g.timing.ledger.At(g.now)
		if g.adjournment != nil { // seal writes into the adjournment
			before := *g.adjournment
			a.memory.adjournment = &before
		}
	}
	g.carryOutLogged(&a)
	g.takeFindings()
	g.stayFrozen()
	g.noteOffer(c)
	if m := a.memory; m != nil && !g.tape.running {
		m.fork = nil // another game has begun
	}
	if m := a.memory; m != nil && !a.beginsGame() {
		m.began = !begun && g.games[g.current].Begun
		after := g.laws.Snapshot()
		m.stood = a.Before.Ply == g.Situation().Ply && a.Before.FEN == g.Situation().FEN
		m.outside, m.after = m.laws.Same(after) && len(m.moves) == len(g.games[g.current].Moves), after.Account()
	}
	if a.beginsGame() {
		a.succession.began = g.current + 1
		if kept, _ := elsewhere(c); kept == "" {
			a.Game = a.succession.began
		}
	}
	a.After = g.Situation()
	g.actions = append(g.actions, a)
	g.tape.hear(trace.Record{At: g.now, What: c}, a.Number)
	if old := len(g.actions) - 1 - remembered; old >= 0 && !g.actions[old].beginsGame() {
		g.actions[old].memory = nil
	}
	g.shortenTape()
}

// carryOutLogged carries out the command of an action: an undo, a result * that is the undo of what ended the game, or
// any other.
func (g *Game) carryOutLogged(a *Action) {
	c := a.Command
	ended := 0
	if c.Do == trace.DoResult && c.Result == rules.Ongoing.String() {
		ended = g.endedBy()
	}
	switch {
	case ended != 0:
		g.undo(&g.actions[ended-1])
		a.withdraws, g.actions[ended-1].withdrawn = ended, true
	case c.Do == trace.DoUndo:
		if n, err := g.findUndo(c); err == nil { // otherwise a game has begun just now
			a.Undoes = n
			switch was := &g.actions[n-1]; {
			case was.beginsGame():
				g.reopen(was)
				a.Game = g.current + 1
			case !was.isNote():
				g.undo(was)
			}
			if n := g.actions[n-1].withdraws; n != 0 {
				g.actions[n-1].withdrawn = false
			}
			g.actions[n-1].Undone = a.Number
		}
	default:
		g.command(c)
	}
}

// LogRefused adds a command of a journal to the log that this version refuses. An earlier version
// accepted it, although it did nothing: it gets its number, so that the actions after it keep
// theirs.
func (g *Game) LogRefused(c trace.Command) {
	if kind, ok := trace.CommandKindOf(c.Do); !ok || kind.Unlogged {
		return
	}
	stands := g.Situation()
	g.actions = append(g.actions, Action{Number: len(g.actions) + 1, At: g.now, Game: g.current + 1, Command: c, Before: stands, After: stands, refused: true})
}

// Actions returns every command carried out so far in order, except presses and readings of the
// clock. The caller must not change the list.
func (g *Game) Actions() []Action { return g.actions }

// Situation returns the current state of the game.
func (g *Game) Situation() Situation {
	game := &g.games[g.current]
	s := Situation{Ply: game.Ply + len(game.Moves), FEN: g.Position().FEN(), Result: game.Result, Illegal: g.laws.Counts().Illegal}
	if c, ok := g.Clock(); ok {
		s.Timed, s.Times = true, g.timesOf(c)
	}
	return s
}
