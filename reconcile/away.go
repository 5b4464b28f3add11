package reconcile

import (
	"slices"
	"time"

	"touchmove/internal/refusal"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// suspended is a game that was left for another one, as it stood then: by a new-game command,
// or because the pieces of another game were set up. Undoing the new-game goes back to it.
type suspended struct {
	serial int // tells it from others
	number int // of the game
	at     time.Duration
	played Played
	line   decoder.Line
	laws   *article4.Suspended
	play   play
}

// succession is what a new-game command led from, and to.
type succession struct {
	serial int // of the game that it left
	began  int // the number of the game that it began
}

// keepSuspended is how many games before the one on the board can be gone back to.
const keepSuspended = 8

// Keys of a new-game command that a daemon adds, which keeps each game in a journal of
// its own.
const (
	// After is the id of the game before, which another journal has: undone, the command
	// ends this journal.
	After = "after"
	// Elsewhere is the id of the game that the command began, which another journal has,
	// and which was annulled; it stands in the journal that is gone back to.
	Elsewhere = "elsewhere"
	// From is the number of the game that was left, beside Elsewhere.
	From = "from"
)

// suspend remembers the game on the board, which another one follows.
func (g *Game) suspend(line decoder.Line) (serial int) {
	played := g.games[g.current]
	played.Moves, played.Offers = slices.Clone(played.Moves), slices.Clone(played.Offers)
	g.suspensions++
	g.suspended = append(g.suspended, suspended{
		serial: g.suspensions, number: g.current + 1, at: g.now, played: played, line: line, laws: g.laws.Suspend(), play: g.play,
	})
	if n := len(g.suspended) - keepSuspended; n > 0 {
		g.suspended = slices.Delete(g.suspended, 0, n)
	}
	return g.suspensions
}

// elsewhere reads where a new-game command, written into the journal that is gone back
// to, says that its game is kept; from is the number of the game that it left.
func elsewhere(c trace.Command) (id string, from int) {
	if _, err := c.Extra.Get(Elsewhere, &id); err != nil {
		return "", 0
	}
	if _, err := c.Extra.Get(From, &from); err != nil {
		return "", 0
	}
	return id, from
}

// KeptElsewhere is the id of the game that a new-game command began, where it was annulled
// and another journal has it; empty for every other command.
func KeptElsewhere(c trace.Command) string {
	id, _ := elsewhere(c)
	return id
}

// Follows is the id of the game that a new-game command follows upon in another journal;
// empty when there is none.
func Follows(c trace.Command) (id string) {
	if _, err := c.Extra.Get(After, &id); err != nil {
		return ""
	}
	return id
}

// gameBefore finds the game that undoing a new-game goes back to; nil when another journal has
// it.
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
	return nil, refusal.New("undo-too-long-ago", "undo: the game before is too long ago to be gone back to")
}

// checkReopen refuses to undo a new-game whose own game has come to something.
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

// reopen undoes a new-game: what was played since is annulled, kept and not counted, and
// the game before goes on as it stood, its clock standing since it was left.
func (g *Game) reopen(a *Action) {
	to, err := g.gameBefore(a)
	if err != nil {
		return // checked before the command was taken
	}
	kept, _ := elsewhere(a.Command)
	if to == nil {
		g.annul(g.current)
		g.closed = true
		g.act(chessclock.Act{Do: chessclock.Stop, Why: "annulled"})
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
	case w.played.Begun || slot < g.current: // it stands there as it was left
		g.current = slot
	case g.games[slot].Begun: // the same place was taken, and played in
		g.annul(slot)
		g.games = append(g.games, w.played)
		g.current = len(g.games) - 1
	default:
		g.games[slot] = w.played
	}
	g.suspended = slices.DeleteFunc(g.suspended, func(other suspended) bool { return other.serial >= w.serial })
	g.play = w.play
	if g.absence.began && !g.absence.told {
		g.absence.due += g.now - w.at
	}
	g.decoder.Reopen(w.line)
	g.decoder.Findings()
	g.laws.Reopen(w.laws, g.now, w.played.Begun)
	game := &g.games[g.current]
	g.emit(g.now, Resumed{FEN: g.Position().FEN(), Begun: game.Begun, Annulled: kept})
	if g.timing.used && g.timing.ledger.Phase() == chessclock.Running {
		g.timing.ledger.Take(chessclock.Act{At: w.at, Do: chessclock.Pause, Why: "another game"})
		g.timing.ledger.Advance(g.now)
		g.tellClock()
	}
	g.carryOutOrders()
}

// annul says that a game does not count.
func (g *Game) annul(index int) {
	g.games[index].Annulled = true
	g.seq++
	g.latest = max(g.now, g.latest)
	g.out = append(g.out, Event{At: g.latest, Seq: g.seq, Game: index + 1, What: Annulled{}})
}

// Before returns the number of the game that the one on the board followed upon; 0 when
// it is the first.
func (g *Game) Before() int {
	if n := len(g.suspended); n > 0 {
		return g.suspended[n-1].number
	}
	return 0
}

// Playing returns the game on the board, which is the last one that was begun or set up
// unless a new-game was undone. The caller must not change it.
func (g *Game) Playing() *Played { return &g.games[g.current] }

// Number returns the number of the game on the board, from 1.
func (g *Game) Number() int { return g.current + 1 }

// IsClosed says that the game on the board was annulled and the one before it, which another
// journal has, goes on: no record can follow in this one.
func (g *Game) IsClosed() bool { return g.closed }

// Undoes returns the action that an undo command would take back; the error is why it
// would take back none.
func (g *Game) Undoes(c trace.Command) (*Action, error) {
	n, err := g.findUndo(c)
	if err != nil {
		return nil, err
	}
	return &g.actions[n-1], nil
}
