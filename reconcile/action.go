package reconcile

import (
	"time"

	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Action is a command that was carried out, as the audit log keeps it. Actions are never deleted;
// an undo is an action of its own.
type Action struct {
	Number  int // from 1, over all games of the trace
	At      time.Duration
	Game    int
	Command trace.Command
	Before  Situation
	After   Situation
	Undoes  int // the action that this one undid; 0 for none
	Undone  int // the action that undid this one; 0 for none

	undoesEnd  int  // the action that ended the game, which this one, a result *, undid; 0 for none
	endUndone  bool // such a result * undid it, and stands
	refused    bool // this version refuses it, unlike the one that wrote the journal; it changed nothing
	memory     *memory
	succession succession // of a new-game
}

// memory is what an undo of an action restores, and what it has to know of the action.
type memory struct {
	start       rules.Position
	moves       []PlayedMove
	laws        *article4.Snapshot
	clock       chessclock.Clock
	adjournment *Adjournment
	signed      [2]signature
	question    *Question

	unbegun *unbegun // nil if the game had begun
	fork    *fork    // nil when it was dropped
	changed changes
}

// unbegun is a game that waits for its first position.
type unbegun struct {
	laws *article4.Suspended
	line decoder.Line // what the board is to show
}

// changes are what an action has changed, and what it left as it was.
type changes struct {
	began        bool // the game, before the board showed its first position
	samePosition bool // the position on the board is the one before it
	sameLaws     bool // moves and Laws are those before it
	laws         *article4.Account
}

// remembered is how many of the latest actions can be undone.
const remembered = 32

// isNote reports whether an action is a person's note. An undo that names it marks it as
// undone and changes nothing else.
func (a *Action) isNote() bool {
	return a.Command.Do == trace.DoNote && (a.Command.By != "" || a.Command.ID != "")
}

// isVoid reports whether nothing is left of an action: it was undone, or undid another one.
func (a *Action) isVoid() bool {
	return a.Undone != 0 || a.Undoes != 0 || a.endUndone || a.undoesEnd != 0
}

// beginsGame reports whether an action began a new game, which its undo annuls.
func (a *Action) beginsGame() bool { return a.Command.Do == trace.DoNewGame }

// succession says which game a new-game command ended and which it began.
type succession struct {
	serial int // of the game that it ended
	began  int // the number of the game that it began
}

// Situation is the state of a game as an arbiter compares it before and after an action.
type Situation struct {
	Ply     int
	FEN     string
	Result  string
	Illegal [2]int
	Timed   bool
	Times   Times
}
