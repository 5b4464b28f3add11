package alarms

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Follow takes a record, the events that it decided and the game after them. It uses
// nothing but the board's journal, so the same alarms ring after a restart.
func (b *Board) Follow(r trace.Record, events []reconcile.Event, g *reconcile.Game) {
	c, decided := r.What.(trace.Command)
	held := map[string]bool{}
	if decided && c.Do != trace.DoAcknowledge {
		for _, a := range b.Ringing() {
			held[string(a.ID)+" "+a.Cause] = true
		}
	}
	for _, e := range events {
		b.Apply(e)
	}
	if decided {
		b.Command(c, r.At)
		// A cause that a command ended has not flickered: if it comes back, its alarm
		// rings without the minute of pause.
		ended := func(a Alarm) bool { return c.Do == trace.DoUndo || held[string(a.ID)+" "+a.Cause] }
		b.Afresh(r.At, ended)
		if c.Do == trace.DoUndo {
			b.undone(g, r.At)
			b.Afresh(r.At, ended)
		}
	}
	b.setUp(g, r.At)
	b.absent(g, r.At)
	b.Advance(r.At)
}

// undone updates the arbiter's alarms after an undo: what the undone action revealed
// stops ringing, and what it ruled on waits again.
func (b *Board) undone(g *reconcile.Game, at time.Duration) {
	ill := g.State().Illegal
	confirm := trace.Command{Do: trace.DoIllegal, By: "arbiter", What: "confirm"}
	claimable := ill != nil && ill.Status != nil && *ill.Status == article4.StatusClaimable
	switch waits := ill != nil && ill.Status == nil && g.Refuses(confirm) == nil; {
	case !waits && !claimable:
		b.ClearAll(at, IllegalMove)
	case claimable && b.found.Player.String() == ill.By:
		b.found.Cause = claimableBy(b.found.Player) // it was counted by the ruling that is undone
		b.Raise(b.found, at)
	case waits && b.found.Cause == fmt.Sprint(ill.By, " ", ill.Count):
		b.Raise(b.found, at)
	}
	for i, by := range []rules.Color{rules.White, rules.Black} {
		b.illegals[by] = g.Situation().Illegal[i]
	}
	if c, ok := g.Claimed(); !ok || !c.Waits {
		b.ClearAll(at, Claim)
	}
}

// setUp checks the board before a game.
func (b *Board) setUp(g *reconcile.Game, at time.Duration) {
	if g.Playing().Begun {
		b.SetUp(0, at)
		return
	}
	var squares rules.Squares
	wrong, turned := g.SetUp()
	for _, step := range wrong {
		squares = squares.With(step.Square)
	}
	start := g.Position()
	pieces := start.Occupied().Count()
	board := g.Board()
	standing := 0
	for _, is := range board {
		if is != sensors.Empty && is != sensors.Unknown {
			standing++
		}
	}
	// With fewer pieces, the board still shows the last game, or is empty.
	if !turned && (squares.Count() > mistakes || 4*standing < 3*pieces) {
		squares = 0
	}
	b.SetUp(squares, at)
}

// mistakes is the largest number of wrong squares in what still counts as a wrong
// set-up; with more, pieces were simply left on the board.
const mistakes = 8

// absent checks for players who have not arrived.
func (b *Board) absent(g *reconcile.Game, at time.Duration) {
	loses, missing := g.Absent()
	for _, by := range []rules.Color{rules.White, rules.Black} {
		switch {
		case missing[by]:
			b.Waiting(by, loses, at)
		case b.waiting[by]:
			b.Arrived(by, at)
		}
	}
}

// Acknowledged reads an acknowledge command: the alarm, and its cause if one is named.
// The error lists the alarms if there is none of that name.
func Acknowledged(c trace.Command) (id ID, cause string, err error) {
	if _, err := c.Extra.Get("cause", &cause); err != nil {
		return "", "", fmt.Errorf("acknowledge: %w", err)
	}
	id = ID(c.What)
	if !slices.Contains(IDs(), id) {
		var known []string
		for _, id := range IDs() {
			known = append(known, string(id))
		}
		return "", "", fmt.Errorf("acknowledge: no alarm is called %q: the alarms are %s", c.What, strings.Join(known, ", "))
	}
	return id, cause, nil
}

// CheckCommand refuses a command about alarms that cannot be carried out at this time.
// It accepts every other command.
func (b *Board) CheckCommand(c trace.Command, at time.Duration) error {
	if c.Do != trace.DoAcknowledge {
		return nil
	}
	if c.What == "" {
		return errors.New("acknowledge: give what, the id of an alarm")
	}
	id, cause, err := Acknowledged(c)
	if err != nil {
		return err
	}
	return b.Check(id, cause, at)
}

// sender returns the name of the sender of a command, if known.
func sender(c trace.Command) (name string) {
	if _, err := c.Extra.Get("who", &name); err != nil {
		return ""
	}
	return name
}

// namesOf reads the names of the players from a new-game command.
func namesOf(c trace.Command) (names [2]string) {
	for i, key := range []string{"white", "black"} {
		var player struct {
			Name string `json:"name"`
		}
		if _, err := c.Extra.Get(key, &player); err == nil {
			names[i] = player.Name
		}
	}
	return names
}
