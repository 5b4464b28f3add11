package reconcile

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// runLogged carries out a command and adds it to the log.
func (g *Game) runLogged(c trace.Command) {
	kind, _ := trace.CommandKindOf(c.Do)
	if kind.Unlogged {
		g.command(c)
		g.addToTape(trace.Record{At: g.now, What: c}, 0)
		return
	}
	var m *memory
	if kind.Undoable {
		m = g.newMemory()
	}
	if !g.games[g.current].Begun && beginsUnseen(c) {
		g.beginUnseen()
	}
	g.settleBefore(c)
	g.publishMadeBefore(c)
	a := Action{Number: len(g.actions) + 1, At: g.now, Game: g.current + 1, Command: c, Before: g.Situation()}
	switch {
	case a.beginsGame():
		a.succession.serial, a.memory = g.suspend(g.decoder.Suspend()), &memory{}
	case kind.Undoable:
		a.memory = m
		g.fill(m)
	}
	g.carryOutLogged(&a)
	g.takeFindings()
	g.stayFrozen()
	g.noteOffer(c)
	if m := a.memory; m != nil && !g.tape.running {
		m.fork = nil // another game has begun
	}
	a.After = g.Situation()
	if a.beginsGame() {
		a.succession.began = g.current + 1
		if kept, _ := elsewhere(c); kept == "" {
			a.Game = a.succession.began
		}
	} else if a.memory != nil {
		a.memory.changed = g.changesBy(&a)
	}
	g.actions = append(g.actions, a)
	g.tape.addRecord(trace.Record{At: g.now, What: c}, a.Number)
	if old := len(g.actions) - 1 - remembered; old >= 0 && !g.actions[old].beginsGame() {
		g.actions[old].memory = nil
	}
	g.shortenTape()
}

// newMemory returns the memory of an action, with what is known only before the game moves on to carry it out.
func (g *Game) newMemory() *memory {
	m := &memory{fork: g.takeFork()}
	if !g.games[g.current].Begun {
		m.unbegun = &unbegun{g.laws.Suspend(), g.decoder.Suspend()}
	}
	return m
}

// fill adds the state of the game to a memory.
func (g *Game) fill(m *memory) {
	game := &g.games[g.current]
	m.start, m.moves, m.laws, m.signed, m.question = game.Start, g.keptMoves(m.fork), g.laws.Snapshot(), game.signed, game.question
	m.clock = g.timing.ledger.At(g.now)
	if g.adjournment != nil { // seal writes into the adjournment
		before := *g.adjournment
		m.adjournment = &before
	}
}

// changesBy returns what an action has changed that was carried out just now.
func (g *Game) changesBy(a *Action) changes {
	m, game, laws := a.memory, &g.games[g.current], g.laws.Snapshot()
	return changes{
		began:        m.unbegun != nil && game.Begun,
		samePosition: a.Before.Ply == a.After.Ply && a.Before.FEN == a.After.FEN,
		sameLaws:     m.laws.Same(laws) && len(m.moves) == len(game.Moves),
		laws:         laws.Account(),
	}
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
		a.undoesEnd, g.actions[ended-1].endUndone = ended, true
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
			if ended := g.actions[n-1].undoesEnd; ended != 0 {
				g.actions[ended-1].endUndone = false
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
