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

// Action is a command that was carried out, as the audit log keeps it: nothing is
// deleted, and an undo is a new one.
type Action struct {
	Number  int // from 1, over all games of the trace
	At      time.Duration
	Game    int
	Command trace.Command
	Before  Situation
	After   Situation
	Undoes  int // the action that this one took back; 0 for none
	Undone  int // the action that took this one back; 0 for none

	memory     *memory
	succession succession // of a new-game
}

// Situation is where a game stands, as an arbiter compares it before and after an
// action.
type Situation struct {
	Ply     int
	FEN     string
	Result  string
	Illegal [2]int
	Timed   bool
	Times   Times
}

// memory is what an undo puts back.
type memory struct {
	start rules.Position
	moves []PlayedMove
	laws  *article4.Snapshot
	clock chessclock.Clock

	adjournment *Adjournment
	here        [2]bool // who had arrived

	signed [2]signature
}

// isNote reports whether an action is a person's note, which an undo that names it marks.
func (a *Action) isNote() bool {
	return a.Command.Do == trace.DoNote && (a.Command.By != "" || a.Command.ID != "")
}

// beginsGame reports whether an action began another game, which an undo annuls.
func (a *Action) beginsGame() bool { return a.Command.Do == trace.DoNewGame }

// remembered is how many of the latest actions can be undone.
const remembered = 32

// Actions returns every command carried out so far but for presses and readings of
// the clock, in their order. The caller must not change it.
func (g *Game) Actions() []Action { return g.actions }

// Situation returns where the game stands.
func (g *Game) Situation() Situation {
	game := &g.games[g.current]
	s := Situation{Ply: game.Ply + len(game.Moves), FEN: g.Position().FEN(), Result: game.Result, Illegal: g.laws.Counts().Illegal}
	if c, ok := g.Clock(); ok {
		s.Timed, s.Times = true, timesOf(c)
	}
	return s
}

// runLogged carries out a command and keeps it in the log.
func (g *Game) runLogged(c trace.Command) {
	kind, _ := trace.CommandKindOf(c.Do)
	if kind.Unlogged {
		g.command(c)
		return
	}
	decides := c.Do == trace.DoResign || c.Do == trace.DoResult && c.Result != rules.Ongoing.String()
	if decides && !g.games[g.current].Begun {
		g.beginUnseen()
	}
	a := Action{Number: len(g.actions) + 1, At: g.now, Game: g.current + 1, Command: c, Before: g.Situation()}
	switch {
	case a.beginsGame():
		a.succession.serial, a.memory = g.suspend(g.decoder.Suspend()), &memory{}
	case kind.Undoable:
		game := &g.games[g.current]
		a.memory = &memory{start: game.Start, moves: slices.Clone(game.Moves), laws: g.laws.Snapshot(), signed: game.signed}
		a.memory.clock, a.memory.here = g.timing.ledger.At(g.now), g.absence.here
		if g.adjournment != nil { // what is sealed is written into it
			before := *g.adjournment
			a.memory.adjournment = &before
		}
	}
	if c.Do == trace.DoUndo {
		if n, err := g.findUndo(c); err == nil { // else a game has begun just now
			a.Undoes = n
			switch was := &g.actions[n-1]; {
			case was.beginsGame():
				g.reopen(was)
				a.Game = g.current + 1
			case !was.isNote():
				g.undo(was)
			}
			g.actions[n-1].Undone = a.Number
		}
	} else {
		g.command(c)
	}
	g.takeFindings()
	g.noteOffer(c)
	if a.beginsGame() {
		a.succession.began = g.current + 1
		if kept, _ := elsewhere(c); kept == "" {
			a.Game = a.succession.began
		}
	}
	a.After = g.Situation()
	g.actions = append(g.actions, a)
	if old := len(g.actions) - 1 - remembered; old >= 0 && !g.actions[old].beginsGame() {
		g.actions[old].memory = nil
	}
}

// noteOffer notes an offer of a draw that stands.
func (g *Game) noteOffer(c trace.Command) {
	by, err := rules.ParseColor(c.By)
	if c.Do == trace.DoOfferDraw && err == nil && g.laws.HasOffered(by) {
		game := &g.games[g.current]
		game.Offers = append(game.Offers, Offer{By: by, At: g.now})
	}
}

func (g *Game) checkUndo(c trace.Command) error {
	_, err := g.findUndo(c)
	return err
}

// findUndo finds the action that an undo command takes back, and says why it cannot.
func (g *Game) findUndo(c trace.Command) (int, error) {
	found, err := g.namedAction(c)
	if err != nil {
		return 0, err
	}
	switch {
	case found.Undone != 0:
		return 0, refusal.New("undone-already", "undo: action {number} has been undone by action {by}", "number", found.Number, "by", found.Undone)
	case found.isNote():
		return found.Number, nil // it changed nothing, and is marked
	case found.memory == nil:
		return 0, refusal.New("undo-cannot", "undo: action {number} ({do}) cannot be undone: put right what it did by another command", "number", found.Number, "do", found.Command.Do)
	case found.beginsGame() && found.succession.began == g.current+1:
		return found.Number, g.checkReopen(found) // with all that was done in its game
	case g.games[found.Game-1].Annulled:
		return 0, refusal.New("undo-annulled-game", "undo: action {number} belongs to a game that was annulled", "number", found.Number)
	case found.Game != g.current+1:
		return 0, refusal.New("undo-earlier-game", "undo: action {number} belongs to an earlier game", "number", found.Number)
	case found.Command.Do == trace.DoAdjourn && g.adjournment != nil && g.adjournment.Sealed != "":
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

// isUndoable reports whether an action changed something that can still be put back.
func (g *Game) isUndoable(a *Action) bool {
	return a.memory != nil && a.Undone == 0 && !g.games[a.Game-1].Annulled
}

// undo puts back game, duties, counts and times as they stood before an action.
// Times that ran stay stopped until the arbiter starts them.
func (g *Game) undo(a *Action) {
	m := a.memory
	game := &g.games[g.current]
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
	same := 0
	for same < len(m.moves) && same < len(game.Moves) && m.moves[same].Move == game.Moves[same].Move {
		same++
	}
	if n := len(game.Moves) - same; n > 0 {
		g.decoder.TakeBack(n)
		g.takeFindings()
	}
	for _, old := range m.moves[same:] {
		ply := game.Ply + len(game.Moves) + 1
		if old.Illegal {
			g.decoder.Impose(ply, old.Move, false, old.Released, old.Released)
		} else {
			g.decoder.Correct(ply, old.Move, game.before(len(game.Moves)))
		}
		g.takeFindings()
	}
	game.Offers = slices.DeleteFunc(game.Offers, func(o Offer) bool { return a.Command.Do == trace.DoOfferDraw && o.At == a.At })
	game.signed = m.signed
	g.adjournment = m.adjournment
	if a.Command.Do == trace.DoPresent {
		g.absence.here = m.here
	}
	g.laws.Rollback(m.laws, g.now)
	g.takeFindings()
	g.resetClock(a.Before, m.clock)
}

// resetClock sets the clock as it was, standing when it ran.
func (g *Game) resetClock(before Situation, was chessclock.Clock) {
	if before.Timed {
		g.act(chessclock.Act{Do: chessclock.Recall, To: &was, Why: "undo"})
	}
}
